-- Messages that people sent to the hosts of events, for the limit that counts their sender. The words are in the email alone.
create table host_messages (
  id uuid primary key,
  event_id uuid not null references events (id) on delete cascade,
  sender_id uuid not null references users (id) on delete cascade,
  sent_at timestamptz not null
);
create index host_messages_sender on host_messages (sender_id, sent_at);
create index host_messages_event on host_messages (event_id);
create index host_messages_sent on host_messages (sent_at);
