-- How many people an event has in each state, kept by the statements that change them. `everyone` is all but those who
-- were only invited; the states count guests and featured guests, as the event's own counts do.
create table event_counts (
  event_id uuid primary key references events (id) on delete cascade,
  everyone integer not null default 0,
  invited integer not null default 0,
  requested integer not null default 0,
  waitlisted integer not null default 0,
  offered integer not null default 0,
  payment_pending integer not null default 0,
  going integer not null default 0,
  not_going integer not null default 0
);

-- Takes `n` people of one state off. A deleted event may have no counts any more.
create or replace function subtract_from_event_counts(event uuid, state text, is_guest boolean, n bigint) returns void language sql as $$
  update event_counts set everyone = everyone - case when state <> 'invited' then n else 0 end,
    invited = invited - case when is_guest and state = 'invited' then n else 0 end,
    requested = requested - case when is_guest and state = 'requested' then n else 0 end,
    waitlisted = waitlisted - case when is_guest and state = 'waitlisted' then n else 0 end,
    offered = offered - case when is_guest and state = 'offered' then n else 0 end,
    payment_pending = payment_pending - case when is_guest and state = 'payment_pending' then n else 0 end,
    going = going - case when is_guest and state = 'going' then n else 0 end,
    not_going = not_going - case when is_guest and state = 'not_going' then n else 0 end
  where event_id = event
$$;

-- What one statement changed. One that changes no state and no role adds nothing and locks nothing. An event has one row, and
-- statements that change several events take them in the order of their ids, so that no two wait for each other: these
-- are deletes, since people are added and moved at one event at a time. Adding is one statement, because it is in the
-- way of every registration.
create or replace function count_participations() returns trigger language plpgsql as $$
declare
  r record;
begin
  if tg_op = 'INSERT' then
    insert into event_counts (event_id) select distinct event_id from after_rows a
      where not exists (select 1 from event_counts k where k.event_id = a.event_id) on conflict do nothing;
    update event_counts k set everyone = k.everyone + d.everyone,
      invited = k.invited + d.invited, requested = k.requested + d.requested, waitlisted = k.waitlisted + d.waitlisted, offered = k.offered + d.offered,
      payment_pending = k.payment_pending + d.payment_pending, going = k.going + d.going, not_going = k.not_going + d.not_going
    from (select event_id, coalesce(sum(n) filter (where status <> 'invited'), 0) as everyone,
        coalesce(sum(n) filter (where guest and status = 'invited'), 0) as invited,
        coalesce(sum(n) filter (where guest and status = 'requested'), 0) as requested,
        coalesce(sum(n) filter (where guest and status = 'waitlisted'), 0) as waitlisted,
        coalesce(sum(n) filter (where guest and status = 'offered'), 0) as offered,
        coalesce(sum(n) filter (where guest and status = 'payment_pending'), 0) as payment_pending,
        coalesce(sum(n) filter (where guest and status = 'going'), 0) as going,
        coalesce(sum(n) filter (where guest and status = 'not_going'), 0) as not_going
      from (select event_id, status, role in ('guest', 'featured_guest') as guest, 1 as n from after_rows) c
      group by event_id) d where k.event_id = d.event_id;
  elsif tg_op = 'UPDATE' then
    update event_counts k set everyone = k.everyone + d.everyone,
      invited = k.invited + d.invited, requested = k.requested + d.requested, waitlisted = k.waitlisted + d.waitlisted, offered = k.offered + d.offered,
      payment_pending = k.payment_pending + d.payment_pending, going = k.going + d.going, not_going = k.not_going + d.not_going
    from (select event_id, coalesce(sum(n) filter (where status <> 'invited'), 0) as everyone,
        coalesce(sum(n) filter (where guest and status = 'invited'), 0) as invited,
        coalesce(sum(n) filter (where guest and status = 'requested'), 0) as requested,
        coalesce(sum(n) filter (where guest and status = 'waitlisted'), 0) as waitlisted,
        coalesce(sum(n) filter (where guest and status = 'offered'), 0) as offered,
        coalesce(sum(n) filter (where guest and status = 'payment_pending'), 0) as payment_pending,
        coalesce(sum(n) filter (where guest and status = 'going'), 0) as going,
        coalesce(sum(n) filter (where guest and status = 'not_going'), 0) as not_going
      from (select event_id, status, role in ('guest', 'featured_guest') as guest, sum(n) as n
        from (select event_id, status, role, 1 as n from after_rows union all select event_id, status, role, -1 from before_rows) r
        group by 1, 2, 3 having sum(n) <> 0) c
      group by event_id) d where k.event_id = d.event_id;
  else
    for r in select event_id, status, role in ('guest', 'featured_guest') as guest, count(*) as n
      from before_rows group by 1, 2, 3 order by 1
    loop
      perform subtract_from_event_counts(r.event_id, r.status, r.guest, r.n);
    end loop;
  end if;
  return null;
end $$;

create trigger participations_inserted after insert on participations referencing new table as after_rows
  for each statement execute function count_participations();
create trigger participations_updated after update on participations referencing old table as before_rows new table as after_rows
  for each statement execute function count_participations();
create trigger participations_deleted after delete on participations referencing old table as before_rows
  for each statement execute function count_participations();

insert into event_counts (event_id, everyone, invited, requested, waitlisted, offered, payment_pending, going, not_going)
select event_id, count(*) filter (where status <> 'invited'), count(*) filter (where guest and status = 'invited'),
  count(*) filter (where guest and status = 'requested'), count(*) filter (where guest and status = 'waitlisted'),
  count(*) filter (where guest and status = 'offered'), count(*) filter (where guest and status = 'payment_pending'),
  count(*) filter (where guest and status = 'going'), count(*) filter (where guest and status = 'not_going')
from (select event_id, status, role in ('guest', 'featured_guest') as guest from participations) p group by event_id;

-- A page of the guest list, in either order: everyone, and the guests in one state.
create index participations_listed on participations (event_id, registered_at desc, id desc) where status <> 'invited';
create index participations_in_state on participations (event_id, status, registered_at desc, id desc) where role in ('guest', 'featured_guest');
drop index participations_newest;
