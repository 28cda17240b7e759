-- Whether the channel that newcomers land in says who has joined.
alter table servers add column tells_joins boolean not null default true;
