-- no transaction

-- What a delete of a person, a community, an event or a conversation looks for in other tables: one index for each
-- foreign key. Then what was read without one: an alias by what it names, a shared cover, events with somebody waiting,
-- who waits longest for a ticket, unconfirmed accounts, and people, events and communities by a part of their name.
create extension if not exists pg_trgm;
-- next
drop index concurrently if exists servers_creator;
-- next
create index concurrently servers_creator on servers (creator_id);
-- next
drop index concurrently if exists members_role;
-- next
create index concurrently members_role on members (server_id, role_id);
-- next
drop index concurrently if exists invite_codes_creator;
-- next
create index concurrently invite_codes_creator on invite_codes (created_by) where created_by is not null;
-- next
drop index concurrently if exists audit_log_actor_id;
-- next
create index concurrently audit_log_actor_id on audit_log (actor_id) where actor_id is not null;
-- next
drop index concurrently if exists conversations_creator;
-- next
create index concurrently conversations_creator on conversations (created_by) where created_by is not null;
-- next
drop index concurrently if exists messages_author;
-- next
create index concurrently messages_author on messages (author_id) where author_id is not null;
-- next
drop index concurrently if exists messages_pinner;
-- next
create index concurrently messages_pinner on messages (pinned_by) where pinned_by is not null;
-- next
drop index concurrently if exists reactions_user;
-- next
create index concurrently reactions_user on reactions (user_id);
-- next
drop index concurrently if exists channels_creator;
-- next
create index concurrently channels_creator on channels (created_by) where created_by is not null;
-- next
drop index concurrently if exists files_owner_id;
-- next
create index concurrently files_owner_id on files (owner_id) where owner_id is not null;
-- next
drop index concurrently if exists join_requests_answerer;
-- next
create index concurrently join_requests_answerer on join_requests (answered_by) where answered_by is not null;
-- next
drop index concurrently if exists bans_banner;
-- next
create index concurrently bans_banner on bans (banned_by) where banned_by is not null;
-- next
drop index concurrently if exists reports_answerer;
-- next
create index concurrently reports_answerer on reports (answered_by) where answered_by is not null;
-- next
drop index concurrently if exists reports_author;
-- next
create index concurrently reports_author on reports (author_id) where author_id is not null;
-- next
drop index concurrently if exists reports_conversation;
-- next
create index concurrently reports_conversation on reports (conversation_id);
-- next
drop index concurrently if exists reports_reporter;
-- next
create index concurrently reports_reporter on reports (reporter_id) where reporter_id is not null;
-- next
drop index concurrently if exists participation_history_actor;
-- next
create index concurrently participation_history_actor on participation_history (actor_id) where actor_id is not null;
-- next
drop index concurrently if exists event_access_answerer;
-- next
create index concurrently event_access_answerer on event_access (answered_by) where answered_by is not null;
-- next
drop index concurrently if exists event_access_user;
-- next
create index concurrently event_access_user on event_access (user_id);
-- next
drop index concurrently if exists event_mails_event;
-- next
create index concurrently event_mails_event on event_mails (event_id);
-- next
drop index concurrently if exists event_reports_answerer;
-- next
create index concurrently event_reports_answerer on event_reports (answered_by) where answered_by is not null;
-- next
drop index concurrently if exists event_reports_event;
-- next
create index concurrently event_reports_event on event_reports (event_id);
-- next
drop index concurrently if exists event_reports_reporter;
-- next
create index concurrently event_reports_reporter on event_reports (reporter_id) where reporter_id is not null;
-- next
drop index concurrently if exists event_reports_server;
-- next
create index concurrently event_reports_server on event_reports (server_id) where server_id is not null;
-- next
drop index concurrently if exists question_versions_question;
-- next
create index concurrently question_versions_question on question_versions (event_id, question_id);
-- next
drop index concurrently if exists event_sign_in_mails_user;
-- next
create index concurrently event_sign_in_mails_user on event_sign_in_mails (user_id);
-- next
drop index concurrently if exists aliases_resource;
-- next
create index concurrently aliases_resource on aliases (resource_id);
-- next
drop index concurrently if exists events_cover;
-- next
create index concurrently events_cover on events (cover) where cover is not null;
-- next
drop index concurrently if exists events_waiting;
-- next
create index concurrently events_waiting on events (updated_at desc) where status = 'published' and waiting_count > 0;
-- next
drop index concurrently if exists users_unconfirmed;
-- next
create index concurrently users_unconfirmed on users (created_at) where not email_verified;
-- next
drop index concurrently if exists users_ticket;
-- next
create index concurrently users_ticket on users (sign_up_ticket) where not email_verified and sign_up_ticket is not null;
-- next
drop index concurrently if exists users_search;
-- next
create index concurrently users_search on users using gin (search_text gin_trgm_ops);
-- next
drop index concurrently if exists events_search;
-- next
create index concurrently events_search on events using gin (search_text gin_trgm_ops) where status = 'published';
-- next
drop index concurrently if exists servers_search;
-- next
create index concurrently servers_search on servers using gin (search_text gin_trgm_ops) where visibility = 'public';
-- next
drop index concurrently if exists participations_queue_of_ticket;
-- next
create index concurrently participations_queue_of_ticket on participations (event_id, ticket_id, waitlisted_at, id) where status = 'waitlisted';
