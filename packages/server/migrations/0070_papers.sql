-- Papers of what is sold: the VAT that a price contains, the details of both sides, and numbers without gaps.
alter table tickets add column vat_rate double precision check (vat_rate between 0 and 50);

alter table orders
  -- In percent, as it was when the order was made; null if no VAT is shown.
  add column vat_rate double precision check (vat_rate between 0 and 50),
  -- The papers stay with the buyer, also when the place is passed on.
  add column buyer_participation_id uuid,
  -- What a buyer adds for their papers.
  add column company_name text not null default '',
  add column company_address text not null default '',
  add column company_tax_number text not null default '';
update orders set buyer_participation_id = participation_id;

-- What the holder of an account has on their papers, and the last number of each series. A number is given in the transaction of what
-- it is for, which locks this row: what is rolled back leaves no gap.
create table sellers (
  account_id uuid primary key references stripe_accounts (id),
  name text not null default '',
  address text not null default '',
  tax_number text not null default '',
  invoices integer not null default 0,
  credit_notes integer not null default 0
);

create table papers (
  account_id uuid not null references sellers (account_id),
  kind text not null check (kind in ('invoice', 'credit_note')),
  number integer not null check (number > 0),
  order_id uuid not null references orders (id),
  -- What a credit note is for.
  refund_id uuid references refunds (id),
  -- Minor units of the order's currency, and the VAT that is in them; null if none is shown.
  amount integer not null check (amount > 0),
  vat integer check (vat >= 0),
  -- The seller's details as they were; null if none were given yet.
  seller jsonb,
  issued_at timestamptz not null,
  -- The refund did not arrive after all.
  void_at timestamptz,
  primary key (account_id, kind, number),
  check ((kind = 'credit_note') = (refund_id is not null))
);
create unique index papers_invoice on papers (order_id) where kind = 'invoice';
create unique index papers_refund on papers (refund_id) where refund_id is not null;
create index papers_order on papers (order_id);

-- What was sold before there were papers gets its numbers in the order in which it was paid and given back.
insert into sellers (account_id) select distinct account_id from orders where paid_at is not null;
insert into papers (account_id, kind, number, order_id, amount, issued_at)
  select account_id, 'invoice', row_number() over (partition by account_id order by paid_at, id), id, total, paid_at
  from orders where paid_at is not null;
insert into papers (account_id, kind, number, order_id, refund_id, amount, issued_at)
  select o.account_id, 'credit_note', row_number() over (partition by o.account_id order by r.settled_at, r.id), o.id, r.id, r.amount, coalesce(r.settled_at, r.created_at)
  from refunds r join orders o on o.id = r.order_id
  where r.state = 'succeeded' and o.paid_at is not null and r.reason not in ('late', 'twice', 'wrong');
update sellers s set invoices = (select count(*) from papers p where p.account_id = s.account_id and p.kind = 'invoice'),
  credit_notes = (select count(*) from papers p where p.account_id = s.account_id and p.kind = 'credit_note');
