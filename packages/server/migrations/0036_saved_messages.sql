-- Messages that people keep for themselves. A row stays when its message is deleted or its reader loses the
-- conversation: it then shows nothing, and can be removed.
create table saved_messages (
  user_id uuid not null references users (id) on delete cascade,
  conversation_id uuid not null,
  message_id uuid not null,
  saved_at timestamptz not null,
  primary key (user_id, message_id)
);
create index saved_messages_newest on saved_messages (user_id, saved_at desc, message_id desc);
