-- Nobody becomes a host, a featured guest or a guest without their own yes.
alter table participations
  -- What a host has asked them to be, until they answer. It counts for nothing before.
  add column asked_role text check (asked_role in ('host', 'featured_guest', 'guest', 'check_in')),
  add column asked_by uuid references users (id) on delete set null,
  add column asked_at timestamptz,
  -- They have registered, or accepted, themselves: signed in, or by the link of a mail that reached them.
  add column own_act boolean not null default false,
  -- The hosts know the address: the person registered with it, or a host typed it.
  add column address_given boolean not null default false,
  -- Invited by an address that a host typed: until they answer, hosts see no more of them than was typed.
  add column typed boolean not null default false,
  -- When this host last looked at the guest list.
  add column looked_at timestamptz;
update participations set own_act = true, address_given = (role = 'guest' or user_id is null);
create index participations_asked on participations (user_id) where asked_role is not null;
create index participations_asked_by on participations (asked_by) where asked_by is not null;

-- Mails that somebody had sent to an address, for limits that count the sender, and so that none is sent twice.
create table event_outreach (
  id uuid primary key,
  -- Null once the event is gone: what was sent still counts.
  event_id uuid references events (id) on delete set null,
  kind text not null check (kind in ('invited', 'visitor')),
  -- A person's id, or the network of somebody who is signed out.
  sender text not null,
  address text not null,
  at timestamptz not null
);
create index event_outreach_sender on event_outreach (sender, at);
create index event_outreach_address on event_outreach (address, at);
create index event_outreach_event on event_outreach (event_id, address);

-- Addresses that want no mail about an event.
create table event_mail_stops (
  event_id uuid not null references events (id) on delete cascade,
  address text not null,
  stopped_at timestamptz not null,
  primary key (event_id, address)
);

-- Tries of a passcode. Wrong ones are kept for a day, right ones so that whoever once had it is not slowed down.
create table passcode_tries (
  event_id uuid not null references events (id) on delete cascade,
  id uuid not null,
  caller text not null,
  correct boolean not null,
  at timestamptz not null,
  primary key (event_id, id)
);
create index passcode_tries_recent on passcode_tries (event_id, at);

alter table events
  -- Up to when hosts have been told by mail who has registered.
  add column hosts_told_at timestamptz,
  -- When hosts were last told that somebody tries passcodes.
  add column tries_told_at timestamptz;
update events e set hosts_told_at = (select max(registered_at) from participations p where p.event_id = e.id);

-- A date that is to be announced is not told by the order of a list either.
create index events_announced on events ((case when tbd_date then null else start_at end), id) where status = 'published';
