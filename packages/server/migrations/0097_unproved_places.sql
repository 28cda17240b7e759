-- Somebody without an account takes a place at once; that the address is theirs is proved afterwards, by the link in their email. Until
-- then the place is not the address's own: a stranger may have typed it. `client_id` is what the browser calls it, so that a
-- registration that is sent twice is one.
alter table participations add column client_id uuid;
create unique index participations_own_address on participations (event_id, email) where user_id is null and client_id is null;
drop index participations_address;
create unique index participations_client on participations (event_id, client_id) where client_id is not null;
