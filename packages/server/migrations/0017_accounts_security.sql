-- When a session last proved a factor since it began; what cannot be taken back needs one that did within minutes.
alter table sessions add column proved_at timestamptz;

-- Read and written by the sign-in library, like users and sessions.
alter table users add column two_factor_enabled boolean not null default false;

create table two_factors (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Both encrypted by the library.
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_count integer not null default 0,
  locked_until timestamptz,
  constraint two_factors_user_key unique (user_id)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz,
  constraint passkeys_credential_key unique (credential_id)
);
create index passkeys_user on passkeys (user_id);

-- Codes of an app that were used already, hashed: each is good once.
create table used_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz not null,
  primary key (user_id, code_hash)
);

-- Six-digit codes, one for each time that a browser asked: its code, its tries. Rows are written for unknown addresses
-- too, so that nothing tells them apart.
create table mailed_codes (
  id uuid primary key,
  email text not null,
  purpose text not null,
  -- Hash of the ticket that the asking browser holds, or the session that asked.
  asker text not null,
  -- Where the call came from; it counts what one caller asks for.
  caller text not null,
  -- It asked from a browser that had signed in with this address before.
  known boolean not null,
  code_hash text not null,
  tries integer not null default 0,
  used boolean not null default false,
  asked_at timestamptz not null,
  expires_at timestamptz not null
);
create index mailed_codes_asker on mailed_codes (email, purpose, asker, asked_at desc);
create index mailed_codes_age on mailed_codes (asked_at);

-- A sign-up with an address that has an account keeps its username for as long as one with a new address would.
create table sign_up_holds (
  email text primary key,
  username text not null,
  -- Hash of what the browser holds that signed up.
  ticket text,
  held_at timestamptz not null,
  constraint sign_up_holds_username_key unique (username)
);

-- Wrong passwords and codes of somebody who is signed in, when they should confirm that it is them.
create table failed_proofs (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  at timestamptz not null
);
create index failed_proofs_user on failed_proofs (user_id, at);
