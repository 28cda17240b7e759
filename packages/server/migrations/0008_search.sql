-- What can be found of a message: its words as the application cuts them, and what it has. Filled by the indexer after
-- the message is sent (docs/decisions/016), so nothing of it is data: it can be emptied with search_marks and comes back.
create table message_words (
  -- The message's own.
  id uuid primary key,
  conversation_id uuid not null,
  seq bigint not null,
  -- The conversation around it: of a thread's message the one the thread hangs in, else its own.
  home_id uuid not null references conversations (id) on delete cascade,
  author_id uuid,
  created_at timestamptz not null,
  -- Words with their places; '@' and the author's id; '=' and what it has: '=link', '=image' …
  words tsvector not null
);
create index message_words_newest on message_words (created_at desc, id desc);
create index message_words_home on message_words (home_id, created_at desc, id desc);
-- Every search reads the list of what is not sorted in yet, so it is kept short (kB).
create index message_words_words on message_words using gin (words) with (gin_pending_list_limit = 256);

-- Up to which version each conversation can be searched.
create table search_marks (
  conversation_id uuid primary key references conversations (id) on delete cascade,
  version bigint not null
);

-- What a community's members may read without being inside.
create index conversations_open on conversations (server_id) where parent_id is null and open_to = 'community';
