-- Tickets of people who are going. A row is made when its ticket is first shown or sent, so registering costs nothing more.
create table admissions (
  event_id uuid not null,
  participation_id uuid not null,
  -- Which ticket of this place counts: one that says an earlier number is void.
  issue integer not null check (issue > 0),
  -- What people read out at the door; null until there is a ticket of this issue.
  code text,
  issued_at timestamptz not null,
  primary key (event_id, participation_id),
  foreign key (event_id, participation_id) references participations (event_id, id) on delete cascade
);
create unique index admissions_code on admissions (event_id, code);

-- A person who gives up a place, or loses it, has no ticket any more, whatever the reason and whichever code wrote it.
create or replace function void_admission() returns trigger language plpgsql as $$
begin
  update admissions set issue = issue + 1, code = null where event_id = new.event_id and participation_id = new.id;
  return null;
end $$;
create trigger participations_void_admission after update of status on participations
  for each row when (old.status = 'going' and new.status <> 'going') execute function void_admission();

-- The keys that tickets are signed with. The newest one signs; all of them prove, until they are retired.
create table admission_keys (
  kid text primary key,
  -- The public key: `x` of RFC 8037.
  public_key text not null,
  -- The private key, sealed with the secret of the installation.
  sealed text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
