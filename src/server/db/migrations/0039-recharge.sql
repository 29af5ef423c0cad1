-- Recharges, and cards that are sold: what was taken and given, as the rule said when the order was made (spec §3).
create table recharge_order (
  -- The idempotency key of the call that made it.
  id uuid not null,
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  -- Registered with it.
  new_member boolean not null default false,
  kind text not null constraint recharge_order_kind_known check (kind in ('recharge', 'card')),
  rule_id uuid not null,
  rule_name text not null,
  state order_state not null,
  pay_mode text not null constraint recharge_order_pay_mode_known check (pay_mode in ('unline', 'wechat')),
  amount bigint not null,
  balance bigint not null default 0,
  give bigint not null default 0,
  integral bigint not null default 0,
  frequency bigint not null default 0,
  project_type text not null default 'currency',
  laps bigint not null default 0,
  -- The last day of what it gives; null: for ever.
  valid_until date,
  -- Of a card: 0 days and -1 plays are no limit.
  card_days integer not null default 0,
  card_plays integer not null default 0,
  -- When the member's card ended with it; known once it is paid.
  card_until timestamptz,
  -- The level that it gives; empty: none.
  member_level text not null default '',
  photo text not null default '',
  remark text not null default '',
  print_id text not null default '',
  -- Of the receipt.
  locale text not null constraint recharge_order_locale_known check (locale in ('zh', 'en')),
  operator_id uuid not null,
  operator_name text not null default '',
  cashier_id uuid,
  cashier_name text not null default '',
  terminal_id uuid,
  terminal_name text not null default '',
  created_at timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz,
  constraint recharge_order_pkey primary key (id, org_code),
  constraint recharge_order_member foreign key (member_id, org_code) references member (id, org_code),
  constraint recharge_order_amounts check (amount >= 0 and balance >= 0 and give >= 0 and integral >= 0
    and frequency >= 0 and laps >= 0),
  -- A card gives nothing else, and only a card gives a card.
  constraint recharge_order_card check (
    case kind when 'card' then card_plays <> 0 and balance + give + integral + frequency + laps = 0
      else card_plays = 0 and card_days = 0 end),
  constraint recharge_order_paid check ((paid_at is not null) = (state in ('payed', 'refunding', 'refunded'))),
  constraint recharge_order_closed check ((closed_at is not null) = (state = 'closed'))
);
create index recharge_order_list on recharge_order (org_code, created_at desc, id desc);
create index recharge_order_by_member on recharge_order (member_id, org_code, created_at desc, id desc);
-- Cards that are being paid for, one of a member and project at a time.
create unique index recharge_order_card_key on recharge_order (member_id, project_type, org_code)
  where kind = 'card' and state = 'nopay';

select protect_by_store('recharge_order');
revoke delete on recharge_order from pitlane_app;
