-- Groups have a picture, which their owner alone sees; and lists of people are uploaded, for their owner alone.
alter table files drop constraint files_type_check,
  add constraint files_type_check check (type in ('message', 'cover', 'logo', 'avatar', 'group', 'list'));
alter table guest_groups add column image text;
