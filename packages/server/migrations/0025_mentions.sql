-- A person's mentions, newest first, are read from an index, so that a page costs the same however many there are.
alter table mentions add column message_id uuid, add column created_at timestamptz;
update mentions n set message_id = x.id, created_at = x.created_at
from messages x where x.conversation_id = n.conversation_id and x.seq = n.seq;
delete from mentions where message_id is null;
alter table mentions alter column message_id set not null, alter column created_at set not null;
create index mentions_newest on mentions (user_id, created_at desc, message_id desc);
-- The same for messages that mention everyone in a conversation, or in one of its threads.
create index messages_for_all_newest on messages (home_id, created_at desc, id desc) where mentions_all;
-- The threads that a person began to follow last, for the counts.
create index conversation_members_threads on conversation_members (user_id, joined_at desc, conversation_id desc) where home_id <> conversation_id;
