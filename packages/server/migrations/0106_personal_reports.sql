-- Messages of direct conversations and groups that somebody inside reported to the owner of the installation, who decides
-- about each. What was answered is deleted: the copy of the text is there for that decision alone.
create table personal_reports (
  id uuid primary key,
  conversation_id uuid not null,
  message_id uuid not null,
  author_id uuid references users (id) on delete set null,
  reporter_id uuid references users (id) on delete set null,
  reason text not null,
  note text not null,
  -- The text as it stood then, whatever becomes of the message.
  text text not null,
  files int not null,
  created_at timestamptz not null
);
create unique index personal_reports_once on personal_reports (message_id, reporter_id);
create index personal_reports_queue on personal_reports (created_at, id);
create index personal_reports_author on personal_reports (author_id) where author_id is not null;
create index personal_reports_reporter on personal_reports (reporter_id) where reporter_id is not null;
