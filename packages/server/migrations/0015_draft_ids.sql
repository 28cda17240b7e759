-- What a client called a draft when it began it, so that a retry begins no second one. Its own name for it, never the id.
alter table events add column draft_id uuid;
create unique index events_draft on events (creator_id, draft_id);
