-- Letters that people have called spam: of too many, a mailing pauses itself.
alter table mailings add column complaints int not null default 0;
