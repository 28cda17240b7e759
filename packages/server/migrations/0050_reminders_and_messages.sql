-- When people who have not answered were reminded: once.
alter table invitations add column reminded_at timestamptz;

-- Whom a scheduled message reaches is decided when it leaves.
alter table mailings add column unselected boolean not null default false;
