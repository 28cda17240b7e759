-- The homes of communities. One without a row has the page that every community begins with, which the code knows.
create table homes (
  server_id uuid primary key references servers (id) on delete cascade,
  -- The draft: a list of sections as the contract has them, cleaned.
  sections jsonb not null,
  -- Counts up with every change of the draft.
  version integer not null check (version >= 0),
  changed_at timestamptz not null,
  changed_by uuid references users (id) on delete set null,
  -- The page that everybody sees: one of `home_pages`.
  published_version integer not null,
  faqs jsonb not null default '[]',
  faqs_version integer not null default 0
);
create index homes_changed_by on homes (changed_by) where changed_by is not null;

-- Pages that are or were published: the last twenty. Their version is that of the draft they were.
create table home_pages (
  server_id uuid not null references homes (server_id) on delete cascade,
  version integer not null,
  sections jsonb not null,
  published_at timestamptz not null,
  -- Null of the first page, which nobody published.
  published_by uuid references users (id) on delete set null,
  primary key (server_id, version)
);
create index home_pages_published_by on home_pages (published_by) where published_by is not null;

-- Which pictures the draft and the kept pages show, and to whom: asked each time that somebody wants one.
create table home_pictures (
  server_id uuid not null references homes (server_id) on delete cascade,
  file_id uuid not null,
  -- The version of the page; -1 is the draft.
  page integer not null,
  audience text not null check (audience in ('everyone', 'members', 'nobody')),
  primary key (server_id, file_id, page)
);

create table home_reports (
  id uuid primary key,
  server_id uuid not null references servers (id) on delete cascade,
  reporter_id uuid references users (id) on delete set null,
  reason text not null,
  note text not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  answered_by uuid references users (id) on delete set null
);
create unique index home_reports_open on home_reports (server_id, reporter_id) where answered_at is null;
create index home_reports_queue on home_reports (created_at, id) where answered_at is null;
create index home_reports_server on home_reports (server_id);
create index home_reports_reporter on home_reports (reporter_id) where reporter_id is not null;
create index home_reports_answerer on home_reports (answered_by) where answered_by is not null;

alter table files drop constraint files_type_check,
  add constraint files_type_check check (type in ('message', 'cover', 'logo', 'avatar', 'group', 'list', 'section')),
  -- Since when nothing shows this picture of a home. It is kept for a day, so that its removal can be undone.
  add column unshown_at timestamptz;
