-- When a letter was opened for the first time, if the installation counts that (MAIL_TRACK_OPENS).
alter table invitations add column opened_at timestamptz;

-- What has become of an invitation, its person's answer included: the status of the participation that it made.
create or replace function invitation_state(state text, accepted_at timestamptz, opened_at timestamptz, answer text) returns text
language sql immutable parallel safe as $$
  select case when accepted_at is not null then 'accepted'
    when state <> 'sent' then state
    when answer is null or answer = 'invited' then case when opened_at is null then 'sent' else 'opened' end
    when answer = 'not_going' then 'declined'
    else 'accepted' end
$$;

-- How many invitations an event has in each state, kept by the statements that change them or their answers.
create table invitation_counts (
  event_id uuid not null references events on delete cascade,
  state text not null,
  count int not null,
  primary key (event_id, state)
) with (fillfactor = 50);

-- What one statement changed, in one order, so that no two statements wait for each other. A deleted event takes its counts
-- along. The triggers on participations come before those of event_counts, by their names: a command that changes both kinds of counts
-- takes these first. An answer locks its invitation, so that a letter that leaves at the same moment is counted after it or before.
do $outer$
declare
  way record;
begin
  for way in select * from (values
    ('invitations', 'insert', 'invitations_inserted', 'new table as after_rows',
      $$select event_id, id, state, accepted_at, opened_at, 1 as n from after_rows$$),
    ('invitations', 'update', 'invitations_updated', 'old table as before_rows new table as after_rows',
      $$select event_id, id, state, accepted_at, opened_at, sum(n) as n
        from (select event_id, id, state, accepted_at, opened_at, 1 as n from after_rows
          union all select event_id, id, state, accepted_at, opened_at, -1 from before_rows) both_rows
        group by 1, 2, 3, 4, 5 having sum(n) <> 0$$),
    ('invitations', 'delete', 'invitations_deleted', 'old table as before_rows',
      $$select event_id, id, state, accepted_at, opened_at, -1 as n from before_rows$$)) w (of_table, command, name, tables, changed)
  loop
    execute format($text$
      create or replace function count_%2$s() returns trigger language plpgsql as $body$
      begin
        insert into invitation_counts as k (event_id, state, count)
        select event_id, kept, sum(n) from (
          select c.event_id, invitation_state(c.state, c.accepted_at, c.opened_at, p.status) as kept, c.n
          from (%5$s) c join events e on e.id = c.event_id left join participations p on p.event_id = c.event_id and p.id = c.id) counted
        group by 1, 2 having sum(n) <> 0 order by 1, 2
        on conflict (event_id, state) do update set count = k.count + excluded.count;
        return null;
      end $body$;
      create trigger %2$s after %3$s on %1$s referencing %4$s for each statement execute function count_%2$s();
    $text$, way.of_table, way.name, way.command, way.tables, way.changed);
  end loop;

  for way in select * from (values
    ('insert', 'new table as after_rows', $$select event_id, id, null as before, status as after from after_rows$$),
    ('update', 'old table as before_rows new table as after_rows',
      $$select a.event_id, a.id, b.status as before, a.status as after from after_rows a
        join before_rows b on b.event_id = a.event_id and b.id = a.id where b.status <> a.status$$),
    ('delete', 'old table as before_rows', $$select event_id, id, status as before, null as after from before_rows$$)) w (command, tables, changed)
  loop
    execute format($text$
      create or replace function count_answers_%1$s() returns trigger language plpgsql as $body$
      begin
        with touched as materialized (
          select c.event_id, c.before, c.after, i.state, i.accepted_at, i.opened_at
          from (%3$s) c join invitations i on i.event_id = c.event_id and i.id = c.id join events e on e.id = c.event_id
          order by i.event_id, i.id for no key update of i)
        insert into invitation_counts as k (event_id, state, count)
        select event_id, kept, sum(n) from (
          select t.event_id, s.n, invitation_state(t.state, t.accepted_at, t.opened_at, case s.n when 1 then t.after else t.before end) as kept
          from touched t cross join (values (1), (-1)) s (n)) counted
        group by 1, 2 having sum(n) <> 0 order by 1, 2
        on conflict (event_id, state) do update set count = k.count + excluded.count;
        return null;
      end $body$;
      create trigger participations_answer_%1$s after %1$s on participations referencing %2$s
        for each statement execute function count_answers_%1$s();
    $text$, way.command, way.tables, way.changed);
  end loop;
end $outer$;

insert into invitation_counts (event_id, state, count)
select i.event_id, invitation_state(i.state, i.accepted_at, i.opened_at, p.status), count(*)
from invitations i left join participations p on p.event_id = i.event_id and p.id = i.id group by 1, 2;
