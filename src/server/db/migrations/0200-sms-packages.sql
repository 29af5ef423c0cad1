-- Packages of SMS that the platform sells to stores, their purchases, and the warning before a store has none left.

-- Offered to every store of this system; only the platform writes them.
create table sms_package (
  id uuid not null,
  name text not null,
  texts integer not null constraint sms_package_texts_range check (texts between 1 and 1000000),
  price bigint not null constraint sms_package_price_range check (price between 1 and 100000000),
  -- The store whose payment provider receives the money.
  seller_code text collate "C" not null,
  active boolean not null default true,
  remark text not null default '',
  created_by text not null,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz,
  constraint sms_package_pkey primary key (id),
  constraint sms_package_name_key unique (name),
  constraint sms_package_seller foreign key (seller_code) references store (org_code)
);

create table sms_purchase (
  -- The idempotency key of its call, and the id of its payment, which belongs to the seller.
  id uuid not null,
  -- The store that buys.
  org_code text collate "C" not null,
  -- As it was bought: packages change.
  package_name text not null,
  texts integer not null constraint sms_purchase_texts_range check (texts > 0),
  amount bigint not null constraint sms_purchase_amount_range check (amount > 0),
  seller_code text collate "C" not null,
  state text not null default 'unpaid' constraint sms_purchase_state_known check (state in ('unpaid', 'paid', 'closed')),
  -- What the store could send right after it.
  texts_after integer,
  operator_id uuid not null,
  operator_name text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint sms_purchase_pkey primary key (id, org_code),
  constraint sms_purchase_ended check ((state = 'unpaid') = (ended_at is null)),
  constraint sms_purchase_counted check ((state = 'paid') = (texts_after is not null))
);
create index sms_purchase_list on sms_purchase (org_code, created_at desc, id desc);
select protect_by_store('sms_purchase');

alter table store
  -- Managers are warned once when fewer texts are left; 0: never.
  add column sms_warn_at integer not null default 100 constraint store_sms_warn_at_range check (sms_warn_at between 0 and 1000000),
  add column sms_warned boolean not null default false;
