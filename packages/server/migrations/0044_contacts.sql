-- Permissions to read people's Google contacts. The contacts themselves are never kept.
create table contact_connections (
  user_id uuid primary key references users on delete cascade,
  id uuid not null,
  -- What Google gave, sealed under the installation's secret.
  tokens text not null,
  -- When Google's copy for searches was last brought up to date.
  warmed_at timestamptz,
  created_at timestamptz not null
);

-- People who were sent to Google and have not come back yet.
create table contact_consents (
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the state that travels through the browser.
  state_hash text not null,
  session_id uuid not null references sessions on delete cascade,
  -- What proves to Google that the code is ours (PKCE), sealed.
  verifier text not null,
  ends_at timestamptz not null,
  primary key (user_id, state_hash)
);
create index contact_consents_session on contact_consents (session_id);
