-- Emails to people who have not confirmed that they registered are counted too.
alter table event_outreach drop constraint event_outreach_kind_check;
alter table event_outreach add constraint event_outreach_kind_check check (kind in ('invited', 'visitor', 'letter', 'unconfirmed'));

-- People who were invited registered when they answered, not when they were asked.
update participations p set registered_at = h.at from (
  select event_id, participation_id, max(at) as at from participation_history
  where from_status = 'invited' and to_status not in ('invited', 'not_going') group by event_id, participation_id) h
where h.event_id = p.event_id and h.participation_id = p.id and p.status not in ('invited', 'not_going') and h.at > p.registered_at;
