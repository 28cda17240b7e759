-- How long the pictures of a person have kept the server busy: whoever has used least is served first. Kept apart from the
-- files, so that deleting a picture does not take it back.
create table media_work (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  at timestamptz not null,
  ms integer not null
);
create index media_work_owner on media_work (owner_id, at);
create index media_work_at on media_work (at);
-- A process makes something of it since then.
alter table files add column taken_at timestamptz;
-- How often it was tried, and from when on it may be tried again.
alter table files add column tries integer not null default 0;
alter table files add column wait_until timestamptz;
-- What one person stores.
create index files_owner on files (owner_id) include (size) where deleted_at is null;
