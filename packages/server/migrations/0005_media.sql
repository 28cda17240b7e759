-- Every file that somebody uploads, from the moment its address is given until its bytes are gone. What uses a file
-- (a message, later a community or an event) belongs to a later slice, so there are no foreign keys to it.
create table files (
  id uuid primary key,
  owner_id uuid references users (id) on delete set null,
  type text not null check (type in ('message', 'cover', 'logo', 'avatar')),
  file_name text not null,
  declared_type text not null,
  -- By content; null until the upload is complete.
  mime_type text,
  file_type text not null default 'file' check (file_type in ('image', 'video', 'file')),
  -- Bytes as announced, then of what is served.
  size bigint not null,
  -- Where its bytes lie: everything of a file stands under this key.
  key text not null,
  state text not null default 'pending' check (state in ('pending', 'stored', 'processing', 'ready', 'failed')),
  -- The upload address was used: it is good for once.
  put_at timestamptz,
  expires_at timestamptz not null,
  width integer,
  height integer,
  alt text not null default '',
  -- This picture is a frame of that video, and goes into it.
  poster_of uuid,
  -- What can be served, by name: {"original": {"key", "size", "mimeType"}, …}.
  variants jsonb not null default '{}',
  conversation_id uuid,
  message_id uuid,
  position integer not null default 0,
  server_id uuid,
  created_at timestamptz not null,
  -- When something first used it, such as a message.
  claimed_at timestamptz,
  deleted_at timestamptz
);
-- The media of a conversation, newest first.
create index files_conversation on files (conversation_id, claimed_at desc, id desc) where message_id is not null and deleted_at is null;
create index files_message on files (message_id) where message_id is not null;
-- What one person has not used yet, and what nobody has used in time.
create index files_unused on files (owner_id, created_at) where claimed_at is null and deleted_at is null;
create index files_unused_since on files (created_at) where claimed_at is null and deleted_at is null;
create index files_poster on files (poster_of) where poster_of is not null;
-- Variants that have yet to be made.
create index files_processing on files (created_at) where state = 'processing' and deleted_at is null;
-- Bytes that have yet to go.
create index files_deleted on files (deleted_at) where deleted_at is not null;
