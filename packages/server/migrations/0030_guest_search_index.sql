-- no transaction
create extension if not exists btree_gin;
-- next
-- What a host can find a guest by: `FOUND_BY` in `registrations/list-store.ts`. The event is written as text, so that
-- no other index fits a search: without knowing the word, PostgreSQL would rather read the whole event.
drop index concurrently if exists participations_search;
-- next
create index concurrently participations_search on participations using gin ((event_id::text), (search_text || E'\n'
  || case when typed and not own_act then lower(first_name || ' ' || last_name) else person_name end || E'\n'
  || case when user_id is null then coalesce(email, '') when address_given then person_email else '' end) gin_trgm_ops)
  with (gin_pending_list_limit = 256);
-- next
analyze participations;
