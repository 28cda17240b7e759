-- no transaction
drop index concurrently if exists files_unshown;
-- next
create index concurrently files_unshown on files (unshown_at) where unshown_at is not null and deleted_at is null;
