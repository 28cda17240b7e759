-- no transaction
drop index concurrently if exists invitations_accepted_by;
-- next
create index concurrently invitations_accepted_by on invitations (accepted_by) where accepted_by is not null;
