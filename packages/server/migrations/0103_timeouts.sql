-- People who may not write in a community until a moment. It outlasts leaving and coming back.
create table timeouts (
  server_id uuid not null references servers (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  until timestamptz not null,
  reason text not null default '',
  given_by uuid references users (id) on delete set null,
  given_at timestamptz not null,
  primary key (server_id, user_id)
);
create index timeouts_user on timeouts (user_id);
create index timeouts_giver on timeouts (given_by) where given_by is not null;

-- Who may start a conversation with somebody.
alter table users add column messages_from text not null default 'everybody' check (messages_from in ('everybody', 'shared', 'nobody'));
