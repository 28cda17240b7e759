-- Tries count submissions. What an admin adds, and what comes onto a main calendar by being published, is none.
alter table calendar_entries alter column tries set default 0;
update calendar_entries set tries = tries - 1 where by_admin and tries > 0;
