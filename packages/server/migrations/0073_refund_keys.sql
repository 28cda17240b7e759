-- How often Stripe has answered that it will not make a refund for now. Its answer is repeated for as long as the idempotency key
-- is the same, so each try after such an answer has a key of its own.
alter table refunds add column refusals int not null default 0;
