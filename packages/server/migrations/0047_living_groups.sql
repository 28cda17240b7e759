-- Groups whose people follow from a rule: came, never_came, waiting or members. For `came`, to how many of how many of
-- the latest events.
alter table guest_groups
  add column rule text check (rule in ('came', 'never_came', 'waiting', 'members')),
  add column rule_times int,
  add column rule_last int,
  add check ((rule is not distinct from 'came') = (rule_times is not null)),
  add check ((rule_times is null) = (rule_last is null));
