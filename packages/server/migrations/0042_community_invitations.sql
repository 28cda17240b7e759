-- Invitations by email to a community: one for each address. The person who has its link can join with it, once.
create table community_invitations (
  server_id uuid not null references servers on delete cascade,
  id uuid not null,
  -- Part of its link: a link of an earlier issue opens nothing.
  issue int not null default 1,
  -- The mailing that carries it, or carried it last.
  mailing_id uuid references mailings on delete set null,
  -- As it is written to, and as it is compared.
  address text not null,
  address_key text not null,
  -- queued, sent, failed, joined or revoked
  state text not null,
  -- What it was before it was queued once more, in case that is taken back.
  was text,
  -- Joined besides the default ones, as far as its sender could still add people to them.
  channel_ids uuid[] not null default '{}',
  inviter_id uuid references users on delete set null,
  joined_by uuid references users on delete set null,
  created_at timestamptz not null,
  sent_at timestamptz,
  joined_at timestamptz,
  primary key (server_id, id)
);
create unique index community_invitations_address on community_invitations (server_id, address_key);
create index community_invitations_newest on community_invitations (server_id, created_at desc, id desc);
create index community_invitations_mailing on community_invitations (mailing_id);
create index community_invitations_inviter on community_invitations (inviter_id, created_at);
create index community_invitations_joined_by on community_invitations (joined_by);
