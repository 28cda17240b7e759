-- Whatever people write belongs to a conversation. version is its counter: the statement that changes a
-- conversation raises it, so seq and version give a total order without gaps in what a reader has seen.
create table conversations (
  id uuid primary key,
  server_id uuid references servers (id) on delete cascade,
  type text not null check (type in ('channel', 'one-to-one', 'group', 'event-group')),
  open_to text not null check (open_to in ('community', 'members')),
  posting text not null default 'everyone' check (posting in ('everyone', 'editors')),
  archived_at timestamptz,
  version bigint not null default 0,
  -- The newest message's seq, so that the sidebar knows without a look whether anything is unread.
  last_seq bigint not null default 0,
  member_count integer not null default 0,
  created_at timestamptz not null
) with (fillfactor = 70);
create index conversations_server on conversations (server_id);

-- Who is inside, and how far each has read.
create table conversation_members (
  conversation_id uuid not null references conversations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  server_id uuid,
  read_seq bigint not null default 0,
  joined_at timestamptz not null,
  primary key (conversation_id, user_id)
) with (fillfactor = 80);
create index conversation_members_user on conversation_members (user_id, server_id);

create table messages (
  conversation_id uuid not null references conversations (id) on delete cascade,
  seq bigint not null,
  id uuid not null,
  version bigint not null,
  author_id uuid references users (id) on delete set null,
  client_id uuid not null,
  text text not null,
  mentions uuid[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  primary key (conversation_id, seq)
);
create index messages_id on messages (id);
create index messages_changes on messages (conversation_id, version);
-- A retry meets this and finds the message it had already sent.
create unique index messages_client on messages (conversation_id, author_id, client_id);

-- Texts before an edit, for moderators.
create table message_edits (
  conversation_id uuid not null references conversations (id) on delete cascade,
  message_id uuid not null,
  version bigint not null,
  text text not null,
  replaced_at timestamptz not null,
  primary key (conversation_id, message_id, version)
);

-- Whom a message names; unread mentions are counted here.
create table mentions (
  user_id uuid not null references users (id) on delete cascade,
  conversation_id uuid not null references conversations (id) on delete cascade,
  seq bigint not null,
  primary key (user_id, conversation_id, seq)
);
create index mentions_message on mentions (conversation_id, seq);

create table reactions (
  conversation_id uuid not null references conversations (id) on delete cascade,
  message_id uuid not null,
  emoji text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (conversation_id, message_id, emoji, user_id)
);
