-- When somebody was last told by mail what may be told more than once: a free place, that they are on the list already.
alter table participations add column told_again_at timestamptz;
