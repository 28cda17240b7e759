-- no transaction
-- An account at Google or another sign-in service belongs to one person here. Passwords, which are rows of the same table, are
-- left out: their key is the person's own id.
drop index concurrently if exists accounts_provider;
-- next
create unique index concurrently accounts_provider on accounts (provider_id, account_id) where provider_id <> 'credential';
