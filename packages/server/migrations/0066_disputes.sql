-- Payments that a buyer's bank takes back until it is decided whose they are. Like all rows of money, never deleted with an event or a person.
create table disputes (
  id uuid primary key,
  order_id uuid not null references orders (id),
  payment_id uuid not null references payments (id),
  stripe_id text not null unique,
  -- Minor units of the payment's currency.
  amount integer not null check (amount > 0),
  -- In Stripe's word.
  reason text not null,
  -- An inquiry has taken nothing yet, and is answered by a refund too; a closed one was withdrawn.
  state text not null check (state in ('inquiry', 'open', 'won', 'lost', 'closed')),
  -- Until when the host can answer the bank, at Stripe.
  answer_by timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When Stripe is asked about it next, unless it tells us before.
  look_at timestamptz not null
);
create index disputes_order on disputes (order_id);
create index disputes_payment on disputes (payment_id);
create index disputes_due on disputes (look_at) where state in ('inquiry', 'open');

-- Whichever way a place ends, its order hears of it: also when somebody who pays is let in without paying, is asked again or waits again,
-- and when the row of the place is deleted with its person or its event.
create or replace function place_ended() returns trigger language plpgsql as $$
declare
  at timestamptz := case when tg_op = 'DELETE' then old.changed_at else new.changed_at end;
begin
  update orders set state = case when state = 'open' then 'ended' else state end,
    ended_at = case when state = 'open' then at end,
    place_ended_at = case when state = 'paid' then coalesce(place_ended_at, at) end
  where event_id = old.event_id and participation_id = old.id and state in ('open', 'paid')
    and (state = 'open' or tg_op = 'DELETE' or old.status = 'going');
  return null;
end $$;
drop trigger participations_place_ended on participations;
create trigger participations_place_ended after update of status, hold_expires_at on participations for each row
  when ((old.status = 'going' and new.status <> 'going' and old.payment_intent_id is not null)
    or (old.status = 'payment_pending' and new.status <> 'payment_pending')
    or (old.hold_expires_at is not null and new.hold_expires_at is null and new.status = 'payment_pending'))
  execute function place_ended();
create trigger participations_place_deleted after delete on participations for each row
  when (old.status in ('payment_pending', 'going')) execute function place_ended();

-- What is said of one object is dealt with at once.
create index stripe_events_object on stripe_events (object_id) where handled_at is null;
