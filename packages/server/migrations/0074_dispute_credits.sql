-- A payment that a bank has given back for good is credited as a refund is.
alter table papers
  add column dispute_id uuid references disputes (id),
  drop constraint papers_check,
  -- A credit note is for one thing, an invoice for none.
  add constraint papers_credits check (num_nonnulls(refund_id, dispute_id) = case kind when 'credit_note' then 1 else 0 end);
create unique index papers_dispute on papers (dispute_id) where dispute_id is not null;
