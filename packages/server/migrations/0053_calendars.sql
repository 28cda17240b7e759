-- Calendars, the events on them, and who reads and keeps them.
create table calendars (
  id uuid primary key,
  -- Of a community, or of a person.
  server_id uuid references servers (id) on delete cascade,
  owner_id uuid references users (id) on delete cascade,
  -- The one that a community's own events are on.
  is_main boolean not null default false,
  -- The current one of `aliases`, kept here for reads.
  alias text not null,
  name text not null,
  description text not null default '',
  cover text,
  cover_tint text not null default 'slate',
  tint text,
  time_zone text not null,
  visibility text not null check (visibility in ('public', 'community')),
  subscriber_count integer not null default 0 check (subscriber_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((server_id is null) <> (owner_id is null)),
  check (server_id is not null or (visibility = 'public' and not is_main))
);
create unique index calendars_main on calendars (server_id) where is_main;
create index calendars_server on calendars (server_id);
create index calendars_owner on calendars (owner_id);

-- People who keep a calendar beside its owner. Of a community's calendar they are members, and stop with their membership.
create table calendar_admins (
  calendar_id uuid not null references calendars (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  server_id uuid,
  added_at timestamptz not null,
  primary key (calendar_id, user_id),
  foreign key (server_id, user_id) references members (server_id, user_id) on delete cascade
);
create index calendar_admins_user on calendar_admins (user_id);
create index calendar_admins_member on calendar_admins (server_id, user_id);

create table calendar_subscriptions (
  calendar_id uuid not null references calendars (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (calendar_id, user_id)
);
create index calendar_subscriptions_user on calendar_subscriptions (user_id);

-- An event on a calendar, or one that asks to be on it.
create table calendar_entries (
  calendar_id uuid not null references calendars (id) on delete cascade,
  event_id uuid not null references events (id) on delete cascade,
  status text not null check (status in ('pending', 'accepted', 'refused', 'removed')),
  -- Who put it there or asked to, and whether they kept the calendar then.
  added_by uuid references users (id) on delete set null,
  added_at timestamptz not null,
  by_admin boolean not null default false,
  tries integer not null default 1,
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  selected_reason text not null default '',
  reason text not null default '',
  -- Of the event, for the order of a long calendar. Null while the date is to be announced.
  starts_at timestamptz,
  ends_at timestamptz,
  primary key (calendar_id, event_id)
);
create index calendar_entries_start on calendar_entries (calendar_id, starts_at, event_id) where status = 'accepted';
create index calendar_entries_end on calendar_entries (calendar_id, ends_at) where status = 'accepted';
create index calendar_entries_pending on calendar_entries (calendar_id, added_at) where status = 'pending';
create index calendar_entries_event on calendar_entries (event_id);
create index calendar_entries_added_by on calendar_entries (added_by);
create index calendar_entries_decided_by on calendar_entries (decided_by);

create or replace function follow_event_times() returns trigger language plpgsql as $$
begin
  update calendar_entries set
    starts_at = case when not new.tbd_date then new.start_at end,
    ends_at = case when not new.tbd_date then coalesce(new.end_at, new.start_at + interval '24 hours') end
    where event_id = new.id;
  return null;
end $$;
create trigger events_times_on_calendars after update of start_at, end_at, tbd_date on events
  for each row when ((old.start_at, old.end_at, old.tbd_date) is distinct from (new.start_at, new.end_at, new.tbd_date))
  execute function follow_event_times();

-- A community's published events are on its main calendar, from the statement on that publishes them. One that was taken off stays off.
-- Not while a backup is restored, which has the entries itself.
create or replace function name_main_calendar() returns trigger language plpgsql as $$
begin
  new.calendar_id := (select c.id from calendars c where c.server_id = new.server_id and c.is_main);
  return new;
end $$;
create trigger events_main_calendar before insert or update of status, server_id on events
  for each row when (new.status <> 'draft' and new.server_id is not null and new.calendar_id is null
    and coalesce(current_setting('folkmoot.restoring', true), '') <> 'on')
  execute function name_main_calendar();
create or replace function enter_main_calendar() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.server_id is distinct from new.server_id then
    delete from calendar_entries k using calendars c
      where k.event_id = new.id and c.id = k.calendar_id and c.is_main and c.server_id = old.server_id;
  end if;
  insert into calendar_entries (calendar_id, event_id, status, added_by, added_at, by_admin, starts_at, ends_at)
    select c.id, new.id, 'accepted', new.creator_id, new.updated_at, true, case when not new.tbd_date then new.start_at end,
      case when not new.tbd_date then coalesce(new.end_at, new.start_at + interval '24 hours') end
    from calendars c where c.server_id = new.server_id and c.is_main
    on conflict (calendar_id, event_id) do update set status = 'accepted' where calendar_entries.status in ('pending', 'refused');
  return null;
end $$;
create trigger events_on_main_calendar after insert or update of status, server_id on events
  for each row when (new.status <> 'draft' and coalesce(current_setting('folkmoot.restoring', true), '') <> 'on')
  execute function enter_main_calendar();

-- Secret addresses at which one person's programs read a calendar, a community's events or the person's own. The address is
-- signed over the row and its number, so nothing secret is stored.
create table calendar_feeds (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('calendar', 'community', 'own')),
  calendar_id uuid references calendars (id) on delete cascade,
  server_id uuid references servers (id) on delete cascade,
  -- Raised when the address is renewed: earlier ones have ended.
  number integer not null default 1,
  fetched_at timestamptz,
  fetched_by text not null default '',
  created_at timestamptz not null,
  primary key (user_id, id),
  check (kind = case when calendar_id is not null then 'calendar' when server_id is not null then 'community' else 'own' end)
);
create unique index calendar_feeds_id on calendar_feeds (id);
create unique index calendar_feeds_what on calendar_feeds (user_id, kind, calendar_id, server_id) nulls not distinct;
create index calendar_feeds_calendar on calendar_feeds (calendar_id);
create index calendar_feeds_server on calendar_feeds (server_id);

-- The main calendar of each community that is there already, with the events that it has published.
insert into calendars (id, server_id, is_main, alias, name, description, time_zone, visibility, created_at, updated_at)
select gen_random_uuid(), s.id, true,
  case when exists (select 1 from aliases a where a.alias = left(s.slug, 31) || '-calendar')
    then left(s.slug, 22) || '-calendar-' || left(replace(s.id::text, '-', ''), 8) else left(s.slug, 31) || '-calendar' end,
  left(s.name, 70) || ' calendar', '', coalesce((select u.time_zone from members m join roles r on r.server_id = m.server_id and r.id = m.role_id
    join users u on u.id = m.user_id where m.server_id = s.id and r.role_type = 'CREATOR' limit 1), 'UTC'),
  case when s.visibility = 'public' then 'public' else 'community' end, s.created_at, s.created_at
from servers s;
insert into aliases (alias, resource_type, resource_id, current, created_at)
select alias, 'calendar', id, true, created_at from calendars;
insert into calendar_entries (calendar_id, event_id, status, added_by, added_at, by_admin, starts_at, ends_at)
select c.id, e.id, 'accepted', e.creator_id, coalesce(e.published_at, e.created_at), true,
  case when not e.tbd_date then e.start_at end, case when not e.tbd_date then coalesce(e.end_at, e.start_at + interval '24 hours') end
from events e join calendars c on c.server_id = e.server_id and c.is_main where e.status <> 'draft';
create index events_calendar on events (calendar_id) where calendar_id is not null;
alter table events add foreign key (calendar_id) references calendars (id) on delete set null;
update events e set calendar_id = c.id from calendars c where c.server_id = e.server_id and c.is_main and e.status <> 'draft';
