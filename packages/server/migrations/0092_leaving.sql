-- Codes for deleting an account, and what follows from them: bound to the session that asked.
create table deletion_codes (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  session_id uuid not null references sessions (id) on delete cascade,
  -- Hashes: of the token that the code belongs to, of the code, and once that was right, of the token that deletes.
  token_hash text not null,
  code_hash text not null,
  deletion_hash text,
  tries int not null default 0,
  asked_at timestamptz not null,
  -- Of the code, then of the token that deletes.
  expires_at timestamptz not null,
  primary key (user_id, id)
);
create index deletion_codes_session on deletion_codes (session_id);

-- Accounts that were deleted. Until nothing points at the person any more they keep what it has to be looked for by.
create table departures (
  id uuid primary key,
  -- Null once all is done, and then the others are empty too.
  user_id uuid unique,
  email text not null,
  username text not null,
  first_name text not null,
  last_name text not null,
  reason text not null,
  own_reason text not null default '',
  left_at timestamptz not null,
  done_at timestamptz
);
create index departures_open on departures (left_at) where done_at is null;

-- A place of somebody who has deleted their account: it stays, and says of nobody who had it.
alter table participations add column deserted boolean not null default false;
alter table participations drop constraint participations_is_somebody;
alter table participations add constraint participations_is_somebody
  check (user_id is not null or email is not null or deserted) not valid;
alter table participations validate constraint participations_is_somebody;
