-- Who gave a conversation its name and picture: neither is shown to people who are hidden from them.
alter table conversations add column named_by uuid references users (id) on delete set null;
create index conversations_named_by on conversations (named_by) where named_by is not null;

-- Who put whom into a group, and whether that person left it: the same one does not put them there again.
create table group_adds (
  conversation_id uuid not null references conversations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  added_by uuid not null references users (id) on delete cascade,
  left_at timestamptz,
  primary key (conversation_id, user_id, added_by)
);
create index group_adds_user on group_adds (user_id);
create index group_adds_by on group_adds (added_by);
