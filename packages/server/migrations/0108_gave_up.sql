-- They have declined or cancelled themselves: an event that is not public still opens for them, so that they can come back.
alter table participations add column gave_up boolean not null default false;
