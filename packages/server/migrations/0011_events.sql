-- Events, who takes part in them, what they ask, and which tickets they give.
create table events (
  id uuid primary key,
  creator_id uuid not null references users (id),
  server_id uuid references servers (id) on delete set null,
  -- The current one of `aliases`, kept here for reads.
  alias text not null,
  name text not null,
  summary text not null default '',
  -- Clean HTML.
  description text not null default '',
  status text not null default 'draft' check (status in ('draft', 'published', 'cancelled')),
  type text not null default 'internal' check (type in ('internal', 'external')),
  event_url text not null default '',
  visibility text not null default 'public' check (visibility in ('public', 'community', 'private')),
  passcode_hash text,
  start_at timestamptz,
  end_at timestamptz,
  time_zone text not null,
  is_all_day boolean not null default false,
  tbd_date boolean not null default false,
  tbd_location boolean not null default false,
  attend_type text not null default 'in_person' check (attend_type in ('in_person', 'virtual', 'both')),
  virtual_address text not null default '',
  in_person_address text not null default '',
  location jsonb,
  -- Of `location`, for finding what is near.
  lat double precision,
  lng double precision,
  cover text,
  -- The cover's own dye, and the one that hosts chose instead.
  cover_tint text not null default 'slate',
  tint text,
  capacity integer check (capacity > 0),
  require_approval boolean not null default false,
  waitlist boolean not null default true,
  show_guests boolean not null default true,
  registration_opens_at timestamptz,
  registration_closes_at timestamptz,
  published_at timestamptz,
  cancelled_at timestamptz,
  cancel_message text not null default '',
  -- RFC 5545: raised by each change that calendars must hear of.
  sequence integer not null default 0,
  -- Raised by each change of what decides a registration, so that a decision made on old facts is made again.
  revision integer not null default 0,
  -- Seats that somebody has: going, offered, or being paid for. Changed with the participation, in one transaction.
  taken_count integer not null default 0,
  going_count integer not null default 0,
  waiting_count integer not null default 0,
  -- When people were reminded, of the start as it stood then.
  reminded_day_at timestamptz,
  reminded_hour_at timestamptz,
  search_text text not null default '',
  -- Of later slices: calendars and payments.
  calendar_id uuid,
  stripe_account_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint events_counts check (taken_count >= 0 and going_count >= 0 and waiting_count >= 0)
);
create index events_upcoming on events (start_at, id) where status = 'published';
create index events_server on events (server_id, start_at) where server_id is not null;
create index events_creator on events (creator_id);
create index events_near on events (lat, lng) where status = 'published' and lat is not null;

-- Who has to do with an event, and how. One row a person; what happened to it is kept beside it.
create table participations (
  event_id uuid not null references events (id) on delete cascade,
  id uuid not null,
  -- Null for somebody without an account: then `email` and the names say who it is.
  user_id uuid references users (id) on delete cascade,
  email text check (email = lower(email)),
  first_name text not null default '',
  last_name text not null default '',
  role text not null default 'guest' check (role in ('host', 'featured_guest', 'guest', 'check_in')),
  status text not null check (status in ('invited', 'requested', 'waitlisted', 'offered', 'payment_pending', 'going', 'not_going')),
  ticket_id uuid,
  -- A host has said yes: the next free seat is theirs without asking again.
  approved boolean not null default false,
  waitlisted_at timestamptz,
  offer_expires_at timestamptz,
  payment_intent_id text,
  registered_at timestamptz not null,
  changed_at timestamptz not null,
  checked_in_at timestamptz,
  -- Names, address and answers, folded: of people with an account, the answers alone.
  search_text text not null default '',
  primary key (event_id, id),
  constraint participations_person unique (event_id, user_id),
  constraint participations_is_somebody check (user_id is not null or email is not null)
);
create unique index participations_address on participations (event_id, email) where user_id is null;
create index participations_user on participations (user_id, event_id);
create index participations_email on participations (email) where user_id is null;
create index participations_newest on participations (event_id, registered_at desc, id desc);
create index participations_going on participations (event_id, registered_at, id) where status = 'going';
create index participations_invited on participations (event_id) where status = 'invited';
create index participations_people on participations (event_id, role) where role <> 'guest';
create index participations_queue on participations (event_id, waitlisted_at, id) where status = 'waitlisted';
create index participations_offers on participations (offer_expires_at) where status = 'offered';

create table participation_history (
  event_id uuid not null,
  id uuid not null,
  participation_id uuid not null,
  from_status text,
  to_status text not null,
  -- Null where nobody did: an offer that lapsed.
  actor_id uuid references users (id) on delete set null,
  reason text not null default '',
  at timestamptz not null,
  primary key (event_id, participation_id, id),
  foreign key (event_id, participation_id) references participations (event_id, id) on delete cascade
);
create index participation_history_days on participation_history (event_id, at);

-- Who asked to be let into a private event, and who was.
create table event_access (
  event_id uuid not null references events (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('pending', 'granted', 'refused')),
  -- Asked, or let in by the passcode.
  asked boolean not null,
  asked_at timestamptz not null,
  answered_at timestamptz,
  answered_by uuid references users (id) on delete set null,
  primary key (event_id, user_id)
);

-- Mails that are due, written with the change they tell of. A job sends each once.
create table event_mails (
  id uuid primary key,
  event_id uuid not null references events (id) on delete cascade,
  participation_id uuid,
  kind text not null,
  -- What the mail says besides: a reason, a subject and body.
  note jsonb not null default '{}',
  created_at timestamptz not null
);
create index event_mails_due on event_mails (created_at, id);

create table event_reports (
  id uuid primary key,
  event_id uuid not null references events (id) on delete cascade,
  server_id uuid references servers (id) on delete cascade,
  reporter_id uuid references users (id) on delete set null,
  reason text not null,
  note text not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  answered_by uuid references users (id) on delete set null
);
create unique index event_reports_open on event_reports (event_id, reporter_id) where answered_at is null;
create index event_reports_queue on event_reports (created_at, id) where answered_at is null;

create table tickets (
  event_id uuid not null references events (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text not null default '',
  type text not null default 'free' check (type in ('free', 'paid')),
  -- Minor units of the currency.
  price integer not null default 0 check (price >= 0),
  currency text,
  is_refundable boolean not null default false,
  refund_policy jsonb not null default '[]',
  capacity integer check (capacity > 0),
  taken_count integer not null default 0 check (taken_count >= 0),
  waiting_count integer not null default 0 check (waiting_count >= 0),
  position integer not null,
  created_at timestamptz not null,
  primary key (event_id, id)
);

create table questions (
  event_id uuid not null references events (id) on delete cascade,
  id uuid not null,
  version_id uuid not null,
  position integer not null,
  -- Not asked any more; its answers stay.
  removed_at timestamptz,
  primary key (event_id, id)
);

create table question_versions (
  event_id uuid not null,
  id uuid not null,
  question_id uuid not null,
  question text not null,
  type text not null check (type in ('single-select', 'multi-select', 'text', 'link')),
  is_required boolean not null,
  is_others boolean not null,
  -- [{"option_id", "option_text"}, …] in order.
  choices jsonb not null,
  created_at timestamptz not null,
  primary key (event_id, id),
  foreign key (event_id, question_id) references questions (event_id, id) on delete cascade
);

create table answers (
  event_id uuid not null,
  participation_id uuid not null,
  question_id uuid not null,
  version_id uuid not null,
  response_text text[] not null,
  response_ids uuid[],
  answered_at timestamptz not null,
  primary key (event_id, participation_id, question_id),
  foreign key (event_id, participation_id) references participations (event_id, id) on delete cascade,
  foreign key (event_id, version_id) references question_versions (event_id, id)
);
create index answers_version on answers (event_id, version_id);
