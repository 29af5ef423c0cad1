-- Products that a store sells, and their types. Their stock is written by `write_stock`, as that of gifts.
alter domain stock_item_kind drop constraint stock_item_kind_known;
alter domain stock_item_kind add constraint stock_item_kind_known check (value = any ('{gift,product}'::text[]));

create table product_type (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  index_number integer not null default 0,
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint product_type_pkey primary key (id, org_code),
  constraint product_type_name_key unique (name, org_code)
);
create index product_type_list on product_type (org_code, index_number);
select protect_by_store('product_type');

create table product (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  product_type text not null default '',
  -- Empty: none.
  barcode text not null default '',
  photo text not null default '',
  -- A custom price is entered at each sale, between `min_price` and `max_price` (0: no limit).
  price_kind text not null default 'fixed' constraint product_price_kind_known check (price_kind in ('fixed', 'custom')),
  price bigint not null default 0,
  min_price bigint not null default 0,
  max_price bigint not null default 0,
  -- Printed beside the line on receipts.
  tax_mark text not null default '',
  tracks_stock boolean not null default true,
  -- Stock at or below it is low; 0: never.
  low_stock integer not null default 0,
  self_service boolean not null default false,
  active boolean not null default true,
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  known_type text generated always as (nullif(product_type, '')) stored,
  constraint product_pkey primary key (id, org_code),
  constraint product_name_key unique (name, org_code),
  constraint product_custom_not_listed check (price_kind = 'fixed' or not self_service),
  constraint product_prices check (case price_kind when 'fixed' then price > 0 and min_price = 0 and max_price = 0
    else price = 0 and min_price >= 0 and (max_price = 0 or max_price >= greatest(min_price, 1)) end),
  constraint product_low_stock check (low_stock >= 0),
  -- Deferrable, so that a type can be renamed together with its products.
  constraint product_type_exists foreign key (known_type, org_code) references product_type (name, org_code) deferrable
);
create unique index product_barcode_key on product (barcode, org_code) where barcode <> '';
create index product_list on product (org_code, created_at, id);
create index product_of_type on product (known_type, org_code);
select protect_by_store('product');
