-- Threads, replies, pins, private and group conversations, and what of all this one wants to hear.
alter table conversations drop constraint conversations_type_check;
alter table conversations
  add constraint conversations_type_check check (type in ('channel', 'one-to-one', 'group', 'event-group', 'thread')),
  -- Of a thread: the conversation around it and the message it hangs on. Its id is that message's id. Who may read and
  -- write in it is decided by the conversation around it; open_to, posting and archived_at are copies of that one's.
  add column parent_id uuid references conversations (id) on delete cascade,
  add column root_seq bigint,
  add column name text not null default '',
  add column cover_url text,
  add column created_by uuid references users (id) on delete set null,
  -- Of a one-to-one conversation, and of its threads: the two people's ids in order, so that there is only ever one.
  add column pair_key text,
  -- Of an event's group conversations. Events are a later slice's.
  add column event_id uuid,
  -- Raised when somebody leaves a closed conversation: its key is another one then.
  add column key_version integer not null default 1,
  add constraint conversations_thread_has_root check ((type = 'thread') = (parent_id is not null and root_seq is not null));
create unique index conversations_pair on conversations (pair_key) where type = 'one-to-one';
create index conversations_threads on conversations (parent_id) where parent_id is not null;
create index conversations_event on conversations (event_id) where event_id is not null;

alter table conversation_members
  add column level text not null default 'all' check (level in ('all', 'mentions', 'nothing')),
  add column muted_until timestamptz;

alter table messages
  add column mentions_all boolean not null default false,
  -- What is shown of its files, as it goes over the wire; the files themselves are rows of `files`.
  add column attachments jsonb not null default '[]',
  add column reply_to_seq bigint,
  -- The thread below it, as far as the message shows it.
  add column reply_count integer not null default 0,
  add column last_reply_at timestamptz,
  add column repliers uuid[] not null default '{}',
  -- In a channel: the thread reply that is shown here as well.
  add column copy_of uuid,
  add column copy_thread uuid,
  add column pinned_at timestamptz,
  add column pinned_by uuid references users (id) on delete set null;
create index messages_pins on messages (conversation_id, pinned_at desc) where pinned_at is not null;
create index messages_for_all on messages (conversation_id, seq) where mentions_all;
create index messages_copies on messages (copy_of) where copy_of is not null;

-- Who does not want to see whom. Either direction hides both from one another.
create table blocks (
  blocker_id uuid not null references users (id) on delete cascade,
  blocked_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);

-- Whether others may see that one is there.
alter table users add column presence_hidden boolean not null default false;

create table reports (
  server_id uuid not null references servers (id) on delete cascade,
  id uuid not null,
  conversation_id uuid not null references conversations (id) on delete cascade,
  message_id uuid not null,
  author_id uuid references users (id) on delete set null,
  reporter_id uuid references users (id) on delete set null,
  reason text not null,
  note text not null,
  -- The text as it stood then, whatever becomes of the message.
  text text not null,
  created_at timestamptz not null,
  answer text check (answer in ('dismissed', 'message-deleted', 'resolved')),
  answered_at timestamptz,
  answered_by uuid references users (id) on delete set null,
  primary key (server_id, id)
);
create unique index reports_open on reports (server_id, message_id, reporter_id) where answer is null;
create index reports_queue on reports (server_id, created_at, id) where answer is null;
create index reports_answered on reports (server_id, answered_at desc, id) where answer is not null;
