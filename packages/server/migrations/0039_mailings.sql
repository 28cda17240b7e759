-- One letter to many: an invitation to an event or a community, or a message to guests.
create table mailings (
  -- The client's, so that a repeated call finds the first.
  id uuid primary key,
  -- event_invitation, event_message or community_invitation
  kind text not null,
  -- What it is about: one of the two.
  event_id uuid references events on delete cascade,
  server_id uuid references servers on delete cascade,
  sender_id uuid references users on delete set null,
  subject text not null,
  html text not null,
  body text not null,
  -- What its kind needs besides: the role or the channels.
  note jsonb not null default '{}',
  -- waiting, sending, paused, done or withdrawn
  state text not null,
  -- Why it is paused.
  reason text not null default '',
  -- When the first letter leaves.
  starts_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- How many letters there are, how many have left, how many could not, and how many of these the receivers refused.
  letter_count int not null,
  sent int not null default 0,
  failed int not null default 0,
  refused int not null default 0,
  check ((event_id is null) <> (server_id is null))
);
create index mailings_event on mailings (event_id, created_at desc);
create index mailings_server on mailings (server_id, created_at desc);
create index mailings_sender on mailings (sender_id);
create index mailings_active on mailings (starts_at) where state in ('waiting', 'sending');

-- One letter of a mailing. These rows are the queue: no job is made for each.
create table letters (
  mailing_id uuid not null references mailings on delete cascade,
  id uuid not null,
  -- As it is written to, and as it is compared.
  address text not null,
  address_key text not null,
  -- What it tells of: the invitation or the participation, by the kind of its mailing.
  target_id uuid,
  -- queued, sending, sent, failed or withdrawn
  state text not null default 'queued',
  tries int not null default 0,
  due_at timestamptz not null,
  -- While it is being sent: when another process may take it over.
  leased_until timestamptz,
  -- What the mail server said last, and what that means.
  meaning text,
  answer text not null default '',
  sent_at timestamptz,
  primary key (mailing_id, id)
);
create unique index letters_address on letters (mailing_id, address_key);
create index letters_due on letters (mailing_id, due_at, id) where state = 'queued';
create index letters_leased on letters (leased_until) where state = 'sending';

-- Addresses that get no letters: they bounced, complained or unsubscribed.
create table mail_stops (
  address_key text not null,
  -- all, server (of one community) or person (of one host), and of which
  scope text not null,
  scope_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- bounced, complained or unsubscribed
  reason text not null,
  created_at timestamptz not null,
  -- When it ends by itself.
  ends_at timestamptz,
  primary key (address_key, scope, scope_id)
);
create index mail_stops_ending on mail_stops (ends_at) where ends_at is not null;

-- How many letters may leave now, over all processes: a bucket that fills as time passes.
create table mail_rate (
  one boolean primary key default true check (one),
  tokens double precision not null,
  filled_at timestamptz not null,
  -- No letter leaves before: the mail server was away.
  rests_until timestamptz
);
