-- Members of a chain ride in each of its stores: value moves at the member's store, and clearing entries at the store of the ride.
alter table store
  -- Of a chain: whether the members of its stores may ride in the others.
  add column shared_cards text not null default 'NO',
  add constraint store_shared_cards_known check (shared_cards in ('YES', 'NO')),
  add constraint store_shared_cards_of_chain check (shared_cards = 'NO' or kind = 'chain');

-- The list of accounts is extended as it is, because other slices extend it as well. What is stored fits the longer list already.
do $$
declare
  accounts constant text := (select substring(pg_get_constraintdef(c.oid) from '\{([^}]*)\}')
    from pg_constraint c where c.conname = 'ledger_line_account_known');
begin
  alter domain ledger_account drop constraint ledger_line_account_known;
  execute format('alter domain ledger_account add constraint ledger_line_account_known check (value = any (%L::text[])) not valid',
    '{' || accounts || ',clearing}');
end
$$;

alter table ledger_line
  -- The other store of a ride with a card of the chain: of a wallet's entry the store of the ride, of a clearing entry the member's store.
  add column other_org_code text collate "C",
  drop constraint ledger_line_of_member,
  add constraint ledger_line_of_member check (member_id is not null or account = any ('{cash,scan,coupon,deposit,clearing}'::text[])) not valid,
  drop constraint ledger_line_value,
  add constraint ledger_line_value check ((value_after is null) = (account = any ('{cash,scan,coupon,deposit,clearing}'::text[]))) not valid,
  -- The project of a clearing entry is the kind of wallet that it stands for.
  add constraint ledger_line_clearing check (account <> 'clearing' or other_org_code is not null and member_id is null
    and project = any ('{balance,give,integral,laps,coins,frequency,unlimited}'::text[])) not valid,
  add constraint ledger_line_other_store check (other_org_code <> org_code) not valid;
create index ledger_line_clearing_day on ledger_line (org_code, business_day, other_org_code) where account = 'clearing';
create index ledger_line_other_store on ledger_line (other_org_code, cause_id) where other_org_code is not null;

alter type ledger_cause add attribute other_org_code text;

alter table consume_order
  -- The member of another store of the chain who pays; `member_id` is a member of the order's own store.
  add column home_org_code text collate "C",
  add column home_member_id text collate "C",
  add constraint consume_order_visitor check ((home_org_code is null) = (home_member_id is null)
    and (home_org_code is null or member_id is null and pay_mode = 'balance' and home_org_code <> org_code)) not valid;
