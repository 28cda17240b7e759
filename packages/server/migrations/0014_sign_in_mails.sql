-- When a person with an account was last told that somebody typed their address to register: at most once an hour.
create table event_sign_in_mails (
  event_id uuid not null references events (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  told_at timestamptz not null,
  primary key (event_id, user_id)
);
