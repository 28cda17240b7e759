-- What a person is notified of about events and communities. Unread ones of one kind about the same thing are one row that
-- counts. Subjects are named by id alone: a row whose subject is gone is not shown, and is deleted with its age.
create table notifications (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  kind text not null,
  -- The event or the community.
  subject_id uuid not null,
  -- Who caused the newest.
  person_id uuid,
  count int not null default 1,
  -- Of the newest.
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (user_id, id)
);
create unique index notifications_unread on notifications (user_id, kind, subject_id) where read_at is null;
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_old on notifications (created_at);

-- Pushes and emails that are due. One per person, way, kind and subject: what comes in the meantime is in the same one.
create table notification_deliveries (
  user_id uuid not null references users on delete cascade,
  -- push or mail
  way text not null,
  kind text not null,
  -- The event, the community, or the conversation.
  subject_id uuid not null,
  -- Of a conversation: the newest message.
  seq int,
  person_id uuid,
  count int not null default 1,
  due_at timestamptz not null,
  tries int not null default 0,
  primary key (user_id, way, kind, subject_id)
);
create index notification_deliveries_due on notification_deliveries (way, due_at);

-- People for whom something came that they get once a day.
create table notification_digests (
  user_id uuid primary key references users on delete cascade,
  due_at timestamptz not null
);
create index notification_digests_due on notification_digests (due_at);

create table notification_preferences (
  user_id uuid primary key references users on delete cascade,
  previews boolean not null default true,
  -- By kind, only what was changed: {"mention": {"push": false, "mail": "never"}}
  choices jsonb not null default '{}'
);

-- Browsers that get a person's pushes, until the session ends.
create table push_devices (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  session_id uuid not null references sessions on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  reached_at timestamptz,
  -- Pushes that failed since one last arrived.
  failures int not null default 0,
  primary key (user_id, id),
  unique (endpoint)
);
create index push_devices_session on push_devices (session_id);

-- Messages about which somebody may have to be notified; written with the message.
create table message_notices (
  home_id uuid not null,
  conversation_id uuid not null,
  seq int not null,
  created_at timestamptz not null,
  primary key (conversation_id, seq, home_id)
);
create index message_notices_oldest on message_notices (created_at);
