-- How others may still name somebody in what they have written. It is found by these once the person deletes their account.
create table former_usernames (
  user_id uuid not null references users (id) on delete cascade,
  username text not null,
  changed_at timestamptz not null,
  primary key (user_id, username)
);
-- Messages that name a person and no longer mention them: what they said before a change or a deletion, or to somebody blocked since.
create table former_mentions (
  home_id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  seq bigint not null,
  message_id uuid not null,
  primary key (conversation_id, user_id, seq, home_id),
  foreign key (conversation_id, home_id) references conversations (id, home_id) on delete cascade
);
create index former_mentions_person on former_mentions (user_id);
