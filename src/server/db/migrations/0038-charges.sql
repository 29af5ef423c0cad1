-- Charges of every type: orders of several rides, guests who pay at the counter, deposits, and vehicles that wait for a payment.

-- Rows of every store, in this transaction alone.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);

-- A ride that is ordered and not paid for yet: its place among the uses of its rule is taken.
alter domain play_state drop constraint play_before_pay_state;
alter domain play_state add constraint play_before_pay_state
  check (value = any ('{GUADAN,RECHARGED,CONSUMED,ESCAPED,CANCELLED,NOPAY}'::text[])) not valid;

-- Who waits in line may wait for any vehicle.
alter table play_before_pay alter column vehicle_id drop not null;
-- A vehicle that is kept for an order whose payment is under way, and who takes that payment.
alter table vehicle
  add column kept_for uuid,
  add column kept_by text not null default '';

alter table consume_order
  add column deposit bigint not null default 0 constraint consume_order_deposit check (deposit >= 0),
  -- The state that a hung record had which it settles; empty: it began its rides itself.
  add column settles text not null default '',
  -- Given back, by whom and with which cause in the ledger; null while the guest has it not.
  add column deposit_returned_at timestamptz,
  add column deposit_return_id uuid,
  -- The records that it pays for; `play_id` is the first of them.
  add column play_ids uuid[] not null default '{}',
  -- What was paid besides money, for the foot of the list.
  add column paid_integral bigint not null default 0,
  add column paid_laps bigint not null default 0,
  add column paid_visits bigint not null default 0,
  add column coupon_code text not null default '',
  add column rule_name text not null default '',
  add column operator_name text not null default '',
  add column cashier_name text not null default '',
  add column terminal_name text not null default '',
  -- Of the tickets.
  add column locale text not null default 'zh';
-- By which words orders say how they were paid.
update consume_order set pay_mode = case when member_id is not null then 'balance' when pay_mode = 'wechat' then 'scan' else 'cash' end
  where pay_mode <> 'balance';
update consume_order o set
    play_ids = array[p.id], rule_name = p.rule_name, terminal_name = p.terminal_name,
    operator_name = coalesce((select u.realname from user_account u where u.id = o.operator_id), ''),
    cashier_name = coalesce((select u.realname from user_account u where u.id = o.cashier_id), '')
  from play_before_pay p where p.id = o.play_id and p.org_code = o.org_code;
-- The orders that a customer still has a deposit of.
create index consume_order_deposits on consume_order (org_code, created_at desc, id desc)
  where deposit > 0 and deposit_returned_at is null;
