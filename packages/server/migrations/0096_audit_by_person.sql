-- no transaction
-- What the audit log says of somebody is found without reading all of it, once they delete their account.
drop index concurrently if exists audit_log_subject;
-- next
create index concurrently audit_log_subject on audit_log (subject_id) where subject_id is not null;
-- next
drop index concurrently if exists audit_log_before;
-- next
create index concurrently audit_log_before on audit_log using gin (before) where before is not null;
-- next
drop index concurrently if exists audit_log_after;
-- next
create index concurrently audit_log_after on audit_log using gin (after) where after is not null;
