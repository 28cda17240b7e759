-- Hosts find guests by name and address within one event, from one index (0030). So a participation carries its person's
-- name and address as they are on the account. Both are copied here alone: when the participation gets its person, and
-- when the person changes them. Reading the person locks it, so that a change that is under way is waited for, and a later
-- one finds the participation.
alter table participations
  add column person_name text not null default '',
  add column person_email text not null default '';

-- A change that is under way is waited for, and a later one finds the trigger.
lock table users in share row exclusive mode;
update participations p set person_name = u.search_text, person_email = u.email from users u where u.id = p.user_id;

create or replace function copy_person() returns trigger language plpgsql as $$
begin
  select search_text, email into new.person_name, new.person_email from users where id = new.user_id for share;
  return new;
end $$;

create or replace function copy_person_again() returns trigger language plpgsql as $$
begin
  update participations set person_name = new.search_text, person_email = new.email where user_id = new.id;
  return null;
end $$;

create trigger participations_of_person before insert on participations
  for each row when (new.user_id is not null) execute function copy_person();
create trigger participations_claimed before update of user_id on participations
  for each row when (new.user_id is distinct from old.user_id and new.user_id is not null) execute function copy_person();
create trigger users_in_participations after update of search_text, email on users
  for each row when (new.search_text <> old.search_text or new.email <> old.email) execute function copy_person_again();
