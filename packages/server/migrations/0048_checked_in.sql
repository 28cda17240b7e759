-- no transaction
-- Whether anybody was checked in at an event.
drop index concurrently if exists participations_checked_in;
-- next
create index concurrently participations_checked_in on participations (event_id) where checked_in_at is not null;
