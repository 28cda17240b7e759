-- Everything of a conversation, its threads included, carries one key: home_id, the conversation around it (of a thread
-- its parent, else itself). Unique keys and foreign keys contain it, so that the tables can be distributed by it
-- (docs/decisions/035, docs/scaling.md). A message's own conversation stays what it was: of a reply, the thread.
-- Indexes still begin with that, since it alone says which rows are wanted.
alter table conversations add column home_id uuid;
update conversations set home_id = coalesce(parent_id, id);

-- They name a conversation by its id alone. A channel, a report and a note of who added whom are written together with
-- their conversation or after it, and a conversation is deleted only with its community, as these are.
alter table channels drop constraint channels_conversation_id_fkey;
alter table reports drop constraint reports_conversation_id_fkey;
drop index reports_conversation;
alter table group_adds drop constraint group_adds_conversation_id_fkey;
alter table conversation_members drop constraint conversation_members_conversation_id_fkey;
alter table messages drop constraint messages_conversation_id_fkey;
alter table message_edits drop constraint message_edits_conversation_id_fkey;
alter table mentions drop constraint mentions_conversation_id_fkey;
alter table reactions drop constraint reactions_conversation_id_fkey;
alter table search_marks drop constraint search_marks_conversation_id_fkey;
alter table message_words drop constraint message_words_home_id_fkey;

alter table conversations
  drop constraint conversations_parent_id_fkey,
  drop constraint conversations_pkey,
  alter column home_id set not null,
  add constraint conversations_home check (home_id = coalesce(parent_id, id)),
  add primary key (id, home_id);
alter table conversations
  add constraint conversations_parent_fkey foreign key (parent_id, home_id) references conversations (id, home_id) on delete cascade;

-- Each of the others is rewritten once, with the conversation itself as its home. Only then those of threads are changed:
-- an update of every row would take several times as long, and twice the space.
alter table conversation_members drop constraint conversation_members_pkey, add column home_id uuid;
alter table conversation_members alter column home_id type uuid using conversation_id;
update conversation_members p set home_id = c.home_id from conversations c where c.id = p.conversation_id and c.parent_id is not null;
alter table conversation_members
  alter column home_id set not null,
  add primary key (conversation_id, user_id, home_id),
  add constraint conversation_members_conversation_fkey foreign key (conversation_id, home_id) references conversations (id, home_id) on delete cascade;

alter table messages drop constraint messages_pkey, add column home_id uuid;
drop index messages_client;
alter table messages alter column home_id type uuid using conversation_id;
update messages x set home_id = c.home_id from conversations c where c.id = x.conversation_id and c.parent_id is not null;
alter table messages
  alter column home_id set not null,
  add primary key (conversation_id, seq, home_id),
  add constraint messages_conversation_fkey foreign key (conversation_id, home_id) references conversations (id, home_id) on delete cascade;
-- A retry meets this and finds the message it had already sent.
create unique index messages_client on messages (conversation_id, author_id, client_id, home_id);

alter table message_edits drop constraint message_edits_pkey, add column home_id uuid;
alter table message_edits alter column home_id type uuid using conversation_id;
update message_edits e set home_id = c.home_id from conversations c where c.id = e.conversation_id and c.parent_id is not null;
alter table message_edits
  alter column home_id set not null,
  add primary key (conversation_id, message_id, version, home_id),
  add constraint message_edits_conversation_fkey foreign key (conversation_id, home_id) references conversations (id, home_id) on delete cascade;

alter table mentions drop constraint mentions_pkey, add column home_id uuid;
alter table mentions alter column home_id type uuid using conversation_id;
update mentions n set home_id = c.home_id from conversations c where c.id = n.conversation_id and c.parent_id is not null;
alter table mentions
  alter column home_id set not null,
  add primary key (conversation_id, user_id, seq, home_id),
  add constraint mentions_conversation_fkey foreign key (conversation_id, home_id) references conversations (id, home_id) on delete cascade;

alter table reactions drop constraint reactions_pkey, add column home_id uuid;
alter table reactions alter column home_id type uuid using conversation_id;
update reactions g set home_id = c.home_id from conversations c where c.id = g.conversation_id and c.parent_id is not null;
alter table reactions
  alter column home_id set not null,
  add primary key (conversation_id, message_id, emoji, user_id, home_id),
  add constraint reactions_conversation_fkey foreign key (conversation_id, home_id) references conversations (id, home_id) on delete cascade;

alter table search_marks drop constraint search_marks_pkey, add column home_id uuid;
alter table search_marks alter column home_id type uuid using conversation_id;
update search_marks m set home_id = c.home_id from conversations c where c.id = m.conversation_id and c.parent_id is not null;
alter table search_marks
  alter column home_id set not null,
  add primary key (conversation_id, home_id),
  add constraint search_marks_conversation_fkey foreign key (conversation_id, home_id) references conversations (id, home_id) on delete cascade;

alter table message_words
  drop constraint message_words_pkey,
  add primary key (conversation_id, id, home_id),
  add constraint message_words_conversation_fkey foreign key (conversation_id, home_id) references conversations (id, home_id) on delete cascade;

drop index channels_conversation;
create unique index channels_conversation on channels (conversation_id, server_id);
