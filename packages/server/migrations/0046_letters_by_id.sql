-- no transaction
-- A report that comes back names the letter alone.
drop index concurrently if exists letters_id;
-- next
create index concurrently letters_id on letters (id);
