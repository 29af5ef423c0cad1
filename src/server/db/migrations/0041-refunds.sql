-- Refunds of charges and recharges: what went back to whom, why, and on whose word.

alter table consume_order
  -- How much of the amount has been given back, with what is on its way.
  add column refunded bigint not null default 0,
  add constraint consume_order_refunded check (refunded >= 0 and refunded <= amount);
alter table recharge_order
  add column refunded bigint not null default 0,
  add constraint recharge_order_refunded check (refunded >= 0 and refunded <= amount);

create table refund_order (
  -- The idempotency key of the call that made it, and the id by which a payment provider knows it.
  id uuid not null,
  org_code text collate "C" not null,
  order_kind text not null constraint refund_order_kind_known check (order_kind in ('consume', 'recharge')),
  order_id uuid not null,
  -- Null: a guest's.
  member_id text collate "C",
  rule_name text not null default '',
  -- refunding: the provider has not said so yet. refused: it has said no, and everything is as it was before.
  state text not null constraint refund_order_state_known check (state in ('refunding', 'refunded', 'refused')),
  pay_way text not null constraint refund_order_way_known check (pay_way in ('balance', 'cash', 'scan', 'coupon')),
  -- Of the order's amount; 0 where that was paid with something else than money.
  amount bigint not null,
  -- What the member's wallets got back (positive), or what was taken from them (negative).
  balance bigint not null default 0,
  give bigint not null default 0,
  integral bigint not null default 0,
  laps bigint not null default 0,
  frequency bigint not null default 0,
  -- Uses of an unlimited card; and the card as it was before, where the refund ended it or made it shorter.
  unlimited bigint not null default 0,
  card jsonb,
  reason text not null,
  -- Why the provider refused.
  trouble text not null default '',
  operator_id uuid not null,
  operator_name text not null default '',
  cashier_id uuid,
  cashier_name text not null default '',
  terminal_id uuid,
  terminal_name text not null default '',
  locale text not null constraint refund_order_locale_known check (locale in ('zh', 'en')),
  business_day date not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint refund_order_pkey primary key (id, org_code),
  constraint refund_order_member foreign key (member_id, org_code) references member (id, org_code),
  constraint refund_order_amount_range check (amount >= 0),
  constraint refund_order_reason_given check (reason <> ''),
  constraint refund_order_ended check ((state = 'refunding') = (ended_at is null))
);
create index refund_order_list on refund_order (org_code, created_at desc, id desc);
create index refund_order_of_order on refund_order (order_id, org_code);
create index refund_order_by_member on refund_order (member_id, org_code, created_at desc) where member_id is not null;
-- One at a time: what comes second waits until the provider has said what became of the first.
create unique index refund_order_pending_key on refund_order (order_id, org_code) where state = 'refunding';
-- What somebody has given back on a day, for the store's limit.
create index refund_order_of_person on refund_order (operator_id, org_code, business_day);
select protect_by_store('refund_order');
revoke delete on refund_order from pitlane_app;

-- How much people who are not managers may give back at once, and in a business day; 0: as much as there is.
alter table store
  add column refund_limit bigint not null default 0 constraint store_refund_limit_range check (refund_limit >= 0),
  add column refund_day_limit bigint not null default 0 constraint store_refund_day_limit_range check (refund_day_limit >= 0);
