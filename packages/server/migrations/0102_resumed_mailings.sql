-- What had happened to a mailing when somebody last let it go on: it is judged by what came since.
alter table mailings
  add column judged_outcomes int not null default 0,
  add column judged_refused int not null default 0,
  add column judged_sent int not null default 0,
  add column judged_complaints int not null default 0;
