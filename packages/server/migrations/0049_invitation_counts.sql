-- How many invitations by email a community has in each state, kept by the statements that change them.
create table community_invitation_counts (
  server_id uuid not null references servers on delete cascade,
  state text not null,
  count int not null,
  primary key (server_id, state)
);

-- What one statement changed. Rows are taken in one order, so that no two statements wait for each other. What is deleted
-- may have lost its community, and its counts, already.
create or replace function count_community_invitations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into community_invitation_counts as k (server_id, state, count)
      select server_id, state, count(*) from after_rows group by 1, 2 order by 1, 2
      on conflict (server_id, state) do update set count = k.count + excluded.count;
  elsif tg_op = 'UPDATE' then
    insert into community_invitation_counts as k (server_id, state, count)
      select server_id, state, sum(n) from (select server_id, state, 1 as n from after_rows union all select server_id, state, -1 from before_rows) r
      group by 1, 2 having sum(n) <> 0 order by 1, 2
      on conflict (server_id, state) do update set count = k.count + excluded.count;
  else
    perform 1 from community_invitation_counts k where (k.server_id, k.state) in (select server_id, state from before_rows)
      order by k.server_id, k.state for update;
    update community_invitation_counts k set count = k.count - d.n
      from (select server_id, state, count(*) as n from before_rows group by 1, 2) d where k.server_id = d.server_id and k.state = d.state;
  end if;
  return null;
end $$;

create trigger community_invitations_inserted after insert on community_invitations referencing new table as after_rows
  for each statement execute function count_community_invitations();
create trigger community_invitations_updated after update on community_invitations referencing old table as before_rows new table as after_rows
  for each statement execute function count_community_invitations();
create trigger community_invitations_deleted after delete on community_invitations referencing old table as before_rows
  for each statement execute function count_community_invitations();

insert into community_invitation_counts (server_id, state, count)
select server_id, state, count(*) from community_invitations group by 1, 2;
