-- Who asks to be let into a private community. One open request a person; the id becomes the member's.
create table join_requests (
  server_id uuid not null references servers (id) on delete cascade,
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  note text not null default '',
  status text not null check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  selected_reason text,
  reason text,
  created_at timestamptz not null,
  answered_at timestamptz,
  answered_by uuid references users (id) on delete set null,
  primary key (server_id, id)
);
create unique index join_requests_open on join_requests (server_id, user_id) where status = 'pending';
create index join_requests_waiting on join_requests (server_id, id) where status = 'pending';
create index join_requests_person on join_requests (server_id, user_id, id);
create index join_requests_user on join_requests (user_id);

-- Who may not come back.
create table bans (
  server_id uuid not null references servers (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  reason text not null default '',
  banned_by uuid references users (id) on delete set null,
  banned_at timestamptz not null,
  primary key (server_id, user_id)
);
create index bans_latest on bans (server_id, id desc);
create index bans_user on bans (user_id);

-- When a community's address changed; too many forwards are a nuisance to everyone else.
create table address_changes (
  server_id uuid not null references servers (id) on delete cascade,
  id uuid not null,
  changed_at timestamptz not null,
  primary key (server_id, id)
);

-- The log is read by kind of action and by person.
create index audit_log_group on audit_log (server_id, split_part(action, '.', 1), id desc);
create index audit_log_actor on audit_log (server_id, actor_id, id desc);

-- Null where nobody has put them in order: those stand behind the ordered ones, as they always did.
alter table categories add column position integer;
alter table channels add column position integer;
