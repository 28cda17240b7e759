-- Q&A of an event. An event without a row has what `DEFAULTS` of the contract says.
create table qna_settings (
  event_id uuid primary key references events (id) on delete cascade,
  status text not null check (status in ('enabled', 'disabled')),
  approve boolean not null,
  allow_anonymous boolean not null,
  who_can_comment text not null check (who_can_comment in ('all', 'host', 'featured_guest')),
  join_by_code boolean not null,
  hold_words text[] not null,
  -- Drawn anew each time it is enabled; null while it is disabled.
  code text check ((code is not null) = (status = 'enabled')),
  changed_at timestamptz not null
);
create unique index qna_settings_code on qna_settings (code) where code is not null;

-- People who asked under their name, voted, commented, reacted or reported. `id` is the participation's where there is one, else the
-- person's, else that of the pass which the code gave. Asking anonymously makes no row.
create table qna_people (
  event_id uuid not null references events (id) on delete cascade,
  id uuid not null,
  participation_id uuid,
  user_id uuid references users (id) on delete cascade,
  -- What somebody typed who came by the code; empty for everybody else.
  name text not null,
  created_at timestamptz not null,
  primary key (event_id, id),
  foreign key (event_id, participation_id) references participations (event_id, id) on delete cascade,
  constraint qna_people_is_somebody check (num_nonnulls(participation_id, user_id) + (name <> '')::integer = 1)
);
create index qna_people_participation on qna_people (event_id, participation_id) where participation_id is not null;
create index qna_people_user on qna_people (user_id) where user_id is not null;

create table qna_questions (
  event_id uuid not null references events (id) on delete cascade,
  id uuid not null,
  content text not null,
  -- The content, folded.
  search_text text not null,
  is_anonymous boolean not null,
  asker_id uuid,
  by_host boolean not null,
  -- Of the random key that the browser has made for this question: SHA-256.
  key_hash bytea not null,
  state text not null check (state in ('pending', 'published', 'answered', 'archived', 'refused')),
  reason text not null default '',
  merged_into uuid,
  is_bookmarked boolean not null default false,
  is_held boolean not null default false,
  worded_by_host boolean not null default false,
  now_at timestamptz,
  -- Both kept by triggers.
  votes integer not null default 0 check (votes >= 0),
  comments integer not null default 0 check (comments >= 0),
  reports integer not null default 0,
  rev integer not null default 1,
  created_at timestamptz not null,
  published_at timestamptz,
  answered_at timestamptz,
  primary key (event_id, id),
  foreign key (event_id, asker_id) references qna_people (event_id, id) on delete set null (asker_id),
  foreign key (event_id, merged_into) references qna_questions (event_id, id) on delete set null (merged_into)
    -- Rows of a backup come in any order.
    deferrable initially deferred,
  constraint qna_questions_nobody check (not is_anonymous or (asker_id is null and not by_host)),
  constraint qna_questions_now_is_published check (now_at is null or state = 'published')
) with (fillfactor = 80);
create unique index qna_questions_key on qna_questions (event_id, key_hash);
create unique index qna_questions_now on qna_questions (event_id) where now_at is not null;
create index qna_questions_votes on qna_questions (event_id, state desc, votes desc, id);
create index qna_questions_order on qna_questions (event_id, state, id);
create index qna_questions_asker on qna_questions (event_id, asker_id) where asker_id is not null;
create index qna_questions_merged on qna_questions (event_id, merged_into) where merged_into is not null;

-- One row a person and question. Nothing says when.
create table qna_votes (
  event_id uuid not null,
  question_id uuid not null,
  voter_id uuid not null,
  primary key (event_id, question_id, voter_id),
  foreign key (event_id, question_id) references qna_questions (event_id, id) on delete cascade,
  foreign key (event_id, voter_id) references qna_people (event_id, id) on delete cascade
);
create index qna_votes_voter on qna_votes (event_id, voter_id);

create table qna_comments (
  event_id uuid not null,
  id uuid not null,
  question_id uuid not null,
  author_id uuid,
  by_host boolean not null,
  content text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (event_id, id),
  foreign key (event_id, question_id) references qna_questions (event_id, id) on delete cascade,
  foreign key (event_id, author_id) references qna_people (event_id, id) on delete set null (author_id)
);
create index qna_comments_question on qna_comments (event_id, question_id, id);
create index qna_comments_author on qna_comments (event_id, author_id) where author_id is not null;

create table qna_reactions (
  event_id uuid not null,
  id uuid not null,
  comment_id uuid not null,
  person_id uuid not null,
  emoji text not null,
  created_at timestamptz not null,
  primary key (event_id, id),
  foreign key (event_id, comment_id) references qna_comments (event_id, id) on delete cascade,
  foreign key (event_id, person_id) references qna_people (event_id, id) on delete cascade
);
create unique index qna_reactions_once on qna_reactions (event_id, comment_id, emoji, person_id);
create index qna_reactions_person on qna_reactions (event_id, person_id);

create table qna_reports (
  event_id uuid not null,
  question_id uuid not null,
  reporter_id uuid not null,
  reason text not null,
  note text not null,
  created_at timestamptz not null,
  primary key (event_id, question_id, reporter_id),
  foreign key (event_id, question_id) references qna_questions (event_id, id) on delete cascade,
  foreign key (event_id, reporter_id) references qna_people (event_id, id) on delete cascade
);
create index qna_reports_reporter on qna_reports (event_id, reporter_id);

-- Where the questions with answers were posted.
create table qna_shares (
  event_id uuid not null references events (id) on delete cascade,
  conversation_id uuid not null,
  -- Null while it is being posted.
  message_id uuid,
  shared_at timestamptz not null,
  primary key (event_id, conversation_id)
);

-- Counts change in the statement that changes the rows, whichever code wrote it. Questions are locked in the order of their ids.
do $outer$
declare
  way record;
begin
  for way in select * from (values
    ('qna_votes', 'votes', 'insert', 'ed'), ('qna_votes', 'votes', 'delete', 'd'),
    ('qna_comments', 'comments', 'insert', 'ed'), ('qna_comments', 'comments', 'delete', 'd')) w (counted, count, command, ending)
  loop
    execute format($text$
      create or replace function count_%1$s_%3$s() returns trigger language plpgsql as $body$
      begin
        -- The counts come with the questions.
        if coalesce(current_setting('folkmoot.restoring', true), '') = 'on' then return null; end if;
        perform 1 from qna_questions q where (q.event_id, q.id) in (select event_id, question_id from changed) order by q.id for no key update;
        update qna_questions q set %2$s = q.%2$s %5$s c.n, rev = q.rev + 1
          from (select event_id, question_id, count(*)::integer as n from changed group by 1, 2) c
          where q.event_id = c.event_id and q.id = c.question_id;
        return null;
      end $body$;
      create trigger %1$s_%3$s%4$s after %3$s on %1$s referencing %6$s table as changed for each statement execute function count_%1$s_%3$s();
    $text$, way.counted, way.count, way.command, way.ending,
      case way.command when 'insert' then '+' else '-' end, case way.command when 'insert' then 'new' else 'old' end);
  end loop;
end $outer$;
