-- no transaction
-- Who joined a community last.
drop index concurrently if exists members_joined;
-- next
create index concurrently members_joined on members (server_id, joined_at desc);
