-- Communities that the owner of the installation shows first. At most as many as the contract says, so that all of them are one small list.
create table featured_communities (
  id uuid primary key,
  server_id uuid not null unique references servers (id) on delete cascade,
  -- What it was called when it was featured: all that the owner of the installation is told once it is secret.
  name text not null,
  position integer not null check (position >= 0),
  created_at timestamptz not null
);
