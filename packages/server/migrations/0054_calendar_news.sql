-- People who subscribe may get an email about new events, once a day at most.
alter table calendar_subscriptions add column mail boolean not null default false;
-- Up to when they know what is new.
alter table calendar_subscriptions add column told_until timestamptz;
create index calendar_subscriptions_mailed on calendar_subscriptions (told_until) where mail;
create index calendar_entries_new on calendar_entries (calendar_id, (coalesce(decided_at, added_at))) where status = 'accepted';
