-- The counts of 0027, kept by one statement instead of two, written once for the three ways in which participations
-- change. It groups what a statement changed by event, takes the events in the order of their ids, so that no two
-- statements wait for each other, and adds the differences. A statement that changes no state and no role adds nothing and
-- locks nothing. A deleted event takes its counts along.
do $outer$
declare
  way record;
begin
  for way in select * from (values
    ('insert', 'new table as after_rows', $$select event_id, status, role, 1 as n from after_rows$$),
    ('delete', 'old table as before_rows', $$select event_id, status, role, -1 as n from before_rows b where exists (select 1 from events e where e.id = b.event_id)$$),
    ('update', 'old table as before_rows new table as after_rows',
      $$select event_id, status, role, sum(n) as n
        from (select event_id, status, role, 1 as n from after_rows union all select event_id, status, role, -1 from before_rows) both_rows
        group by 1, 2, 3 having sum(n) <> 0$$)) w (command, tables, changed)
  loop
    execute format($text$
      create or replace function count_participations_%1$s() returns trigger language plpgsql as $body$
      begin
        insert into event_counts as k (event_id, everyone, invited, requested, waitlisted, offered, payment_pending, going, not_going)
        select event_id, coalesce(sum(n) filter (where status <> 'invited'), 0),
          coalesce(sum(n) filter (where guest and status = 'invited'), 0), coalesce(sum(n) filter (where guest and status = 'requested'), 0),
          coalesce(sum(n) filter (where guest and status = 'waitlisted'), 0), coalesce(sum(n) filter (where guest and status = 'offered'), 0),
          coalesce(sum(n) filter (where guest and status = 'payment_pending'), 0), coalesce(sum(n) filter (where guest and status = 'going'), 0),
          coalesce(sum(n) filter (where guest and status = 'not_going'), 0)
        from (select event_id, status, role in ('guest', 'featured_guest') as guest, n from (%3$s) changed) counted
        group by event_id order by event_id
        on conflict (event_id) do update set everyone = k.everyone + excluded.everyone, invited = k.invited + excluded.invited,
          requested = k.requested + excluded.requested, waitlisted = k.waitlisted + excluded.waitlisted, offered = k.offered + excluded.offered,
          payment_pending = k.payment_pending + excluded.payment_pending, going = k.going + excluded.going, not_going = k.not_going + excluded.not_going;
        return null;
      end $body$;
      drop trigger participations_%1$s%4$s on participations;
      create trigger participations_%1$s%4$s after %1$s on participations referencing %2$s
        for each statement execute function count_participations_%1$s();
      $text$, way.command, way.tables, way.changed, case way.command when 'insert' then 'ed' else 'd' end);
  end loop;
end $outer$;
drop function count_participations, subtract_from_event_counts;

-- Room on each page for the next version of a row, so that counting touches no index.
alter table event_counts set (fillfactor = 50);
