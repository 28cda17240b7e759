-- Invitations by email to an event: one for each address. The participation is made when the letter has left; until
-- then nobody else knows of it. What people answer is in the participation alone.
create table invitations (
  event_id uuid not null references events on delete cascade,
  -- Also the id of the participation that it makes.
  id uuid not null,
  -- The mailing that carries it, or carried it last.
  mailing_id uuid references mailings on delete set null,
  -- As it is written to, and as it is compared.
  address text not null,
  address_key text not null,
  -- Whether hosts may see the address: they typed it, or its person has given it to them.
  address_known boolean not null,
  first_name text not null default '',
  last_name text not null default '',
  -- guest, host or featured_guest
  role text not null,
  -- queued, sent, failed or revoked
  state text not null,
  -- What it was before it was queued once more, in case that is taken back.
  was text,
  inviter_id uuid references users on delete set null,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (event_id, id)
);
create unique index invitations_address on invitations (event_id, address_key);
create index invitations_newest on invitations (event_id, created_at desc, id desc);
create index invitations_mailing on invitations (mailing_id);
create index invitations_sent_by on invitations (inviter_id, created_at);

-- Letters that have left count for their sender, also once their event is gone.
alter table event_outreach drop constraint event_outreach_kind_check;
alter table event_outreach add constraint event_outreach_kind_check check (kind in ('invited', 'visitor', 'letter'));
