-- People and how they sign in. users, sessions, accounts, verifications and jwks are read and written by
-- the sign-in library too; a test asserts that it finds nothing to migrate.
create table users (
  id uuid primary key,
  email text not null,
  email_verified boolean not null default false,
  -- The library's own full name, kept equal to first and last name.
  name text not null,
  first_name text not null,
  last_name text not null,
  username text not null,
  phone_number text not null default '',
  image text,
  time_zone text not null default 'UTC',
  locale text not null default 'en',
  -- Names and username folded by the contract's fold(), for searches that ignore case and accents.
  search_text text not null default '',
  -- Hash of the ticket that the browser which signed up holds, until the address is confirmed.
  sign_up_ticket text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_email_key unique (email),
  constraint users_username_key unique (username),
  constraint users_email_folded check (email = lower(email)),
  constraint users_username_folded check (username = lower(username))
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_user on sessions (user_id);

create table accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index accounts_user on accounts (user_id);

-- One-time codes, hashed by the library.
create table verifications (
  -- The library makes some of these ids from hashes, so they are text.
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_identifier on verifications (identifier);

create table jwks (
  id uuid primary key,
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null,
  expires_at timestamptz
);

-- One row: who owns this installation. The first person to sign up takes it; the key lets nobody else.
create table installation (
  only_row boolean primary key default true check (only_row),
  owner_id uuid not null references users (id)
);
