-- Pictures that a person, a place or an event shows: which of them, and the tint that a cover lends to its page.
alter table files
  -- The person, community, conversation or event; what it shows there is the file's type. No foreign key, as before.
  add column used_by uuid,
  add column tint text check (tint in ('lincoln', 'weld', 'madder', 'woad', 'russet', 'verdigris', 'heather', 'foxglove', 'slate'));
create index files_used_by on files (used_by) where used_by is not null;
