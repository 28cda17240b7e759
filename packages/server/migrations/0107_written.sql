-- no transaction

-- What somebody has written since a moment and has not been deleted: what a ban counts and deletes. Of an author of many
-- years it reads the last days alone.
drop index concurrently if exists messages_written;
-- next
create index concurrently messages_written on messages (author_id, created_at)
  where author_id is not null and deleted_at is null and copy_of is null;
