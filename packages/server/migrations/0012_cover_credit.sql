-- Whom to name beside a stock photo: `{"text", "url"}`.
alter table events add column cover_credit jsonb;
