create table categories (
  server_id uuid not null references servers (id) on delete cascade,
  id uuid not null,
  name text not null,
  search_text text not null,
  created_at timestamptz not null,
  primary key (server_id, id)
);
create unique index categories_name on categories (server_id, lower(name));

create table channels (
  server_id uuid not null references servers (id) on delete cascade,
  id uuid not null,
  conversation_id uuid not null references conversations (id),
  category_id uuid,
  name text not null,
  description text not null default '',
  avatar text,
  mode text not null check (mode in ('public', 'private')),
  type text not null check (type in ('text', 'announcement')),
  is_default boolean not null default false,
  search_text text not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  archived_at timestamptz,
  primary key (server_id, id),
  foreign key (server_id, category_id) references categories (server_id, id),
  constraint channels_default_is_public check (not is_default or mode = 'public')
);
create index channels_id on channels (id);
create unique index channels_conversation on channels (conversation_id);
create unique index channels_name on channels (server_id, lower(name)) where archived_at is null;
create index channels_category on channels (server_id, category_id);
