-- no transaction

-- Who is going is shown by face and name: people with an account who registered themselves. On a large list most may have
-- been added by the hosts, so the index holds nobody else.
drop index concurrently if exists participations_shown_going;
-- next
create index concurrently participations_shown_going on participations (event_id, registered_at, id)
  where status = 'going' and user_id is not null and own_act and role in ('guest', 'featured_guest');
-- next
drop index concurrently if exists participations_people_going;
