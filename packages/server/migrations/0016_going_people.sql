-- Who is going is shown by face and name, so the index leads past those without an account: most of a large list.
create index participations_people_going on participations (event_id, registered_at, id) where status = 'going' and user_id is not null;
drop index participations_going;
