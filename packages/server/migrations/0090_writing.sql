-- What has been asked of the service that writes with AI on a day (UTC, counted from 1970-01-01), by everybody together and by each person. Neither the prompts
-- nor the texts are kept.
create table writing_days (
  day integer primary key,
  uses integer not null check (uses >= 0)
);
create table writing_uses (
  user_id uuid not null references users (id) on delete cascade,
  day integer not null,
  uses integer not null check (uses >= 0),
  -- Until when a text is being written for this person at most; null when none is.
  busy_until timestamptz,
  primary key (user_id, day)
);
create index writing_uses_day on writing_uses (day);
