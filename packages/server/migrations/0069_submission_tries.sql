-- Tries count submissions. What an admin adds, and what comes onto a main calendar by being published, is none.
alter table calendar_entries alter column tries set default 0;
update calendar_entries set tries = tries - 1 where by_admin and tries > 0;

-- What was waiting, or had been refused, and comes onto a main calendar by being published, is accepted by nobody, and is news from then on.
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
    on conflict (calendar_id, event_id) do update set status = 'accepted', decided_by = null, decided_at = new.updated_at,
      selected_reason = '', reason = '' where calendar_entries.status in ('pending', 'refused');
  return null;
end $$;
