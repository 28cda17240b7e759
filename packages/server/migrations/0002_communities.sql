create table servers (
  id uuid primary key,
  slug text not null,
  name text not null,
  description text not null default '',
  logo text,
  cover text,
  visibility text not null check (visibility in ('public', 'private', 'secret')),
  creator_id uuid not null references users (id),
  member_count integer not null default 0,
  search_text text not null,
  created_at timestamptz not null
);
create index servers_discover on servers (member_count desc, id) where visibility = 'public';

-- Every public address, whatever it names. A renamed one stays as a forward for ever.
create table aliases (
  alias text primary key check (alias = lower(alias)),
  resource_type text not null check (resource_type in ('community', 'event', 'calendar', 'user')),
  resource_id uuid not null,
  current boolean not null,
  created_at timestamptz not null
);
create unique index aliases_current on aliases (resource_type, resource_id) where current;

create table roles (
  server_id uuid not null references servers (id) on delete cascade,
  id uuid not null,
  role_type text not null check (role_type in ('CREATOR', 'ADMIN', 'MODERATOR', 'MEMBER')),
  name text not null,
  permissions text[] not null,
  primary key (server_id, id),
  unique (server_id, name)
);

create table members (
  server_id uuid not null references servers (id) on delete cascade,
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  role_id uuid not null,
  joined_at timestamptz not null,
  primary key (server_id, user_id),
  unique (server_id, id),
  foreign key (server_id, role_id) references roles (server_id, id)
);
create index members_user on members (user_id);

create table invite_codes (
  server_id uuid not null references servers (id) on delete cascade,
  id uuid not null,
  code text not null unique,
  created_by uuid references users (id) on delete set null,
  -- The one code that a member's invite dialog shows again and again.
  standing boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz,
  max_uses integer check (max_uses > 0),
  uses integer not null default 0,
  revoked_at timestamptz,
  primary key (server_id, id),
  constraint invite_codes_not_overused check (max_uses is null or uses <= max_uses)
);
create unique index invite_codes_standing on invite_codes (server_id, created_by) where standing and revoked_at is null;

create table audit_log (
  server_id uuid not null references servers (id) on delete cascade,
  id uuid not null,
  actor_id uuid references users (id) on delete set null,
  action text not null,
  subject_id uuid,
  before jsonb,
  after jsonb,
  created_at timestamptz not null,
  primary key (server_id, id)
);
