-- Somebody who has typed a wrong address corrects it until it is proved. Which of their addresses the links of an email went to: those of
-- an earlier one end with it.
alter table participations add column address_no integer not null default 0;
