-- What a calendar shows of an event has a version: it rises with every change that a subscriber can see, and with nothing else.
alter table events add column content_changed_at timestamptz;
update events set content_changed_at = updated_at;
alter table events alter column content_changed_at set not null;

create or replace function raise_event_sequence() returns trigger language plpgsql as $$
begin
  new.sequence := old.sequence + 1;
  new.content_changed_at := new.updated_at;
  return new;
end $$;

-- Named columns, so that a registration, which changes the counts, does not even compare them.
create trigger events_sequence before update of name, summary, description, alias, status, start_at, end_at, time_zone, is_all_day,
    tbd_date, tbd_location, attend_type, virtual_address, in_person_address, location on events
  for each row when (
    (old.name, old.summary, old.description, old.alias, old.status, old.start_at, old.end_at, old.time_zone, old.is_all_day,
      old.tbd_date, old.tbd_location, old.attend_type, old.virtual_address, old.in_person_address, old.location)
    is distinct from
    (new.name, new.summary, new.description, new.alias, new.status, new.start_at, new.end_at, new.time_zone, new.is_all_day,
      new.tbd_date, new.tbd_location, new.attend_type, new.virtual_address, new.in_person_address, new.location))
  execute function raise_event_sequence();
