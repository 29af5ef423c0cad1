-- Payments by a code that the customer shows, through providers such as WeChat Pay and Alipay: each ends as paid or closed, and
-- what a provider took too late goes back by itself.

-- How a store reaches a provider.
create table payment_provider (
  org_code text collate "C" not null,
  provider text not null,
  enabled boolean not null default false,
  -- What may be read again, such as the number of the merchant.
  settings jsonb not null default '{}',
  -- The keys, sealed by the server; no call answers them.
  keys_sealed text not null default '',
  updated_by text not null default '',
  updated_at timestamptz not null,
  constraint payment_provider_pkey primary key (provider, org_code)
);

create table payment (
  -- The order's own, by which the provider knows it too: an order has one payment.
  id uuid not null,
  org_code text collate "C" not null,
  order_kind text not null,
  provider text not null,
  amount bigint not null constraint payment_amount_range check (amount > 0),
  -- What the customer reads.
  subject text not null,
  -- The code that the customer showed, sealed; forgotten when the payment ends.
  code_sealed text not null,
  -- waiting: nobody was asked yet. asked: the provider may know of it. reversing: it must not succeed any more.
  state text not null default 'waiting'
    constraint payment_state_known check (state in ('waiting', 'asked', 'reversing', 'paid', 'closed')),
  -- Whether the provider has said that nothing was taken, or that it was given back; of payments that were closed.
  reversal text not null default 'none' constraint payment_reversal_known check (reversal in ('none', 'owed', 'done')),
  transaction_id text not null default '',
  -- Why it was closed.
  reason text not null default '',
  -- What the provider, or the way to it, said last that was no answer.
  trouble text not null default '',
  operator_id uuid not null,
  operator_name text not null,
  cashier_id uuid,
  terminal_id uuid,
  created_at timestamptz not null,
  asked_at timestamptz,
  -- By the provider's clock.
  paid_at timestamptz,
  ended_at timestamptz,
  -- When something is to be done next; null: never.
  next_at timestamptz,
  -- Until then one copy of the server works on it.
  claim_until timestamptz,
  tries integer not null default 0,
  constraint payment_pkey primary key (id, org_code),
  constraint payment_ended check ((state in ('paid', 'closed')) = (ended_at is not null)),
  constraint payment_code_forgotten check (ended_at is null or code_sealed = ''),
  constraint payment_goes_on check ((ended_at is not null and reversal <> 'owed') or next_at is not null),
  constraint payment_reversal_of_closed check (reversal = 'none' or state in ('reversing', 'closed'))
);
create index payment_due on payment (next_at) where next_at is not null;
create index payment_list on payment (org_code, created_at desc, id desc);
create index payment_unresolved on payment (org_code, created_at) where ended_at is null or reversal = 'owed';

-- What goes back to a customer through the provider.
create table payment_refund (
  -- By which the provider knows it: asked for again it is the same refund.
  id uuid not null,
  org_code text collate "C" not null,
  payment_id uuid not null,
  amount bigint not null constraint payment_refund_amount_range check (amount > 0),
  -- late: the provider took it after the order was closed. order: somebody refunded the order.
  kind text not null constraint payment_refund_kind_known check (kind in ('late', 'order')),
  reason text not null default '',
  state text not null default 'owed' constraint payment_refund_state_known check (state in ('owed', 'done', 'refused')),
  provider_refund_id text not null default '',
  trouble text not null default '',
  created_at timestamptz not null,
  ended_at timestamptz,
  next_at timestamptz,
  claim_until timestamptz,
  tries integer not null default 0,
  constraint payment_refund_pkey primary key (id, org_code),
  constraint payment_refund_of foreign key (payment_id, org_code) references payment (id, org_code),
  constraint payment_refund_ended check ((state = 'owed') = (ended_at is null)),
  constraint payment_refund_goes_on check (state <> 'owed' or next_at is not null)
);
create index payment_refund_of_payment on payment_refund (payment_id, org_code);
create unique index payment_refund_late_key on payment_refund (payment_id, org_code) where kind = 'late';
create index payment_refund_due on payment_refund (next_at) where next_at is not null;
create index payment_refund_unresolved on payment_refund (org_code, created_at) where state <> 'done';

-- The provider's list of a day, as far as it was compared with ours.
create table payment_bill (
  org_code text collate "C" not null,
  provider text not null,
  day date not null,
  records integer not null,
  paid bigint not null,
  refunded bigint not null,
  differences integer not null,
  compared_at timestamptz not null,
  constraint payment_bill_pkey primary key (provider, day, org_code)
);

create table payment_difference (
  id uuid not null,
  org_code text collate "C" not null,
  provider text not null,
  day date not null,
  -- What the provider's list calls the payment.
  reference text not null,
  payment_id uuid,
  kind text not null
    constraint payment_difference_kind_known check (kind in ('missingHere', 'missingThere', 'amount')),
  -- What came in less what went back, that day.
  ours bigint not null,
  theirs bigint not null,
  state text not null default 'open' constraint payment_difference_state_known check (state in ('open', 'settled')),
  remark text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by text not null default '',
  constraint payment_difference_pkey primary key (id, org_code),
  constraint payment_difference_once unique (provider, day, reference, kind, org_code),
  constraint payment_difference_settled check ((state = 'settled') = (settled_at is not null))
);
create index payment_difference_list on payment_difference (org_code, created_at desc, id desc);

-- What the sandbox, a provider without money, knows of the payments that it was asked for: it stands for somebody else's system.
create table sandbox_trade (
  id uuid not null,
  org_code text collate "C" not null,
  amount bigint not null,
  -- The last digit of the code, which decides what happens.
  behaviour text not null,
  made_at timestamptz not null,
  -- When the customer has paid; null: never.
  pays_at timestamptz,
  reversed_at timestamptz,
  -- Notifications that are still to be sent.
  notices integer not null default 0,
  constraint sandbox_trade_pkey primary key (id, org_code)
);
create index sandbox_trade_notices on sandbox_trade (pays_at) where notices > 0;

create table sandbox_refund (
  id uuid not null,
  org_code text collate "C" not null,
  trade_id uuid not null,
  amount bigint not null,
  made_at timestamptz not null,
  constraint sandbox_refund_pkey primary key (id, org_code),
  constraint sandbox_refund_of foreign key (trade_id, org_code) references sandbox_trade (id, org_code)
);

select protect_by_store('payment_provider');
select protect_by_store('payment');
select protect_by_store('payment_refund');
select protect_by_store('payment_bill');
select protect_by_store('payment_difference');
select protect_by_store('sandbox_trade');
select protect_by_store('sandbox_refund');
revoke delete on payment_provider, payment, payment_refund, payment_bill, payment_difference, sandbox_trade, sandbox_refund
  from pitlane_app;

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000135', 'payments.compare', '0 30 9 * * ?', '', '每天与支付渠道的对账单核对');
