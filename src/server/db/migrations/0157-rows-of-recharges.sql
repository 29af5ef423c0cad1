-- A recharge with the call that paid it; see `store_recharges`. Functions pass such rows to each other, and no table stores them.
create type recharge_sale as (
  -- An element of the argument of `recharge_members`.
  call jsonb,
  sold recharge_order,
  posted ledger_posted[],
  -- Of the store.
  store_name text, time_zone text, receipt_foot text,
  -- Of the member.
  nickname text, realname text, phone text
);
