-- Lists of people are in the order of their names, a page at a time. A membership therefore carries its person's name as
-- it is on the account, so that an index of a community, of a role or of a conversation has the order. Threads have no
-- lists of their own; there it stays empty.
alter table members add column search_text text not null default '';
update members m set search_text = u.search_text from users u where u.id = m.user_id;
create index members_name on members (server_id, search_text, user_id);
create index members_role_name on members (server_id, role_id, search_text, user_id);
drop index members_role;
-- The first members of a community, for the faces on its card.
create index members_first on members (server_id, joined_at, user_id);

alter table conversation_members add column search_text text not null default '';
update conversation_members p set search_text = u.search_text from users u where u.id = p.user_id and p.home_id = p.conversation_id;
create index conversation_members_name on conversation_members (conversation_id, search_text, user_id) where search_text <> '';
-- The first people of a group, for the faces beside its name.
create index conversation_members_first on conversation_members (conversation_id, joined_at, user_id) where server_id is null;
-- A community's channels without the threads in them.
create index conversations_homes on conversations (server_id, id) where parent_id is null;
-- The order of the list, which the earlier index had only in part.
create index servers_largest on servers (member_count desc, id desc) where visibility = 'public';
drop index servers_discover;
