-- Feeds of other calendars that a calendar shows, and what they announce.
create table calendar_sources (
  calendar_id uuid not null references calendars (id) on delete cascade,
  id uuid not null,
  url text not null,
  name text not null,
  added_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  state text not null check (state in ('ok', 'failing', 'paused')),
  -- Why it could not be read the last time, and since when it cannot.
  problem text,
  failing_since timestamptz,
  fetched_at timestamptz,
  succeeded_at timestamptz,
  next_fetch_at timestamptz not null,
  -- By what its server recognises what was read.
  etag text,
  last_modified text,
  -- When its content was last read, not only found unchanged: the days that are shown move on.
  read_at timestamptz,
  event_count integer not null default 0,
  left_out jsonb not null default '{}',
  primary key (calendar_id, id),
  check ((state = 'ok') = (failing_since is null))
);
create unique index calendar_sources_url on calendar_sources (calendar_id, url);
create index calendar_sources_due on calendar_sources (next_fetch_at) where state <> 'paused';
create index calendar_sources_added_by on calendar_sources (added_by);

create table calendar_source_events (
  calendar_id uuid not null,
  source_id uuid not null,
  id uuid not null,
  uid text not null,
  -- Which of a series; empty if it is the only one.
  recurrence text not null,
  title text not null,
  description text not null,
  location text not null,
  url text not null,
  starts_at timestamptz not null,
  -- The start if it has no end.
  ends_at timestamptz not null,
  time_zone text not null,
  all_day boolean not null,
  cancelled boolean not null,
  sequence integer not null,
  modified_at timestamptz,
  -- When what it says last changed, and what it said.
  changed_at timestamptz not null,
  hash text not null,
  search_text text not null,
  primary key (calendar_id, id),
  foreign key (calendar_id, source_id) references calendar_sources (calendar_id, id) on delete cascade
);
create unique index calendar_source_events_uid on calendar_source_events (calendar_id, source_id, uid, recurrence);
create index calendar_source_events_start on calendar_source_events (calendar_id, starts_at, id);
create index calendar_source_events_end on calendar_source_events (calendar_id, ends_at);
