-- An invitation can be accepted with another account than the one of the address that was invited: the account, and when.
-- The mark stays when that account is deleted.
alter table invitations add column accepted_by uuid references users on delete set null;
alter table invitations add column accepted_at timestamptz;
