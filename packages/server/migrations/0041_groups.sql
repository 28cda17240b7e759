-- A person's own lists of people whom they invite. Nobody else sees them.
create table guest_groups (
  owner_id uuid not null references users on delete cascade,
  id uuid not null,
  name text not null,
  description text not null,
  -- How many people are in it: their list may be long.
  guest_count int not null default 0,
  created_at timestamptz not null,
  primary key (owner_id, id)
);
create index guest_groups_name on guest_groups (owner_id, lower(name), id);

-- People in a group: somebody with an account who was added by name, or an address as it was given.
create table group_guests (
  owner_id uuid not null,
  group_id uuid not null,
  id uuid not null,
  user_id uuid references users on delete cascade,
  -- As mail is sent to it, and as it is compared; null for people who were added by name.
  address text,
  address_key text,
  first_name text not null default '',
  last_name text not null default '',
  primary key (owner_id, group_id, id),
  foreign key (owner_id, group_id) references guest_groups on delete cascade,
  check ((user_id is null) <> (address_key is null))
);
create unique index group_guests_address on group_guests (owner_id, group_id, address_key) where address_key is not null;
create unique index group_guests_user on group_guests (owner_id, group_id, user_id) where user_id is not null;
create index group_guests_of_user on group_guests (user_id) where user_id is not null;
