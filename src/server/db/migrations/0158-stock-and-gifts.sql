-- Stock of things by store: a figure that equals the sum of its lines. Only `write_stock` writes it.
create domain stock_item_kind as text constraint stock_item_kind_known check (value = any ('{gift}'::text[]));

create table stock_level (
  item_kind stock_item_kind not null,
  item_id uuid not null,
  org_code text collate "C" not null,
  quantity integer not null default 0,
  -- The last line; a count names the line that its counter saw.
  last_line uuid,
  constraint stock_level_pkey primary key (item_id, item_kind, org_code),
  constraint stock_level_not_negative check (quantity >= 0)
) with (fillfactor = 80);
select protect_by_store('stock_level');

create table stock_line (
  seq bigint generated always as identity,
  id uuid not null,
  org_code text collate "C" not null,
  item_kind stock_item_kind not null,
  item_id uuid not null,
  -- The item's name at that time.
  item_name text not null,
  kind text not null constraint stock_line_kind_known
    check (kind in ('in', 'out', 'count', 'moveIn', 'moveOut', 'loss', 'handOut')),
  delta integer not null,
  quantity_after integer not null,
  -- Of a count: what was found, and what should have been there by the line that the counter saw.
  counted integer,
  expected integer,
  -- Of a move: the other store.
  other_org text collate "C",
  -- Of a hand-out: what it was for, the id of its order, and who received it.
  handed_for text not null default '' constraint stock_line_handed_for_known check (handed_for in ('', 'order', 'points', 'free')),
  order_id uuid,
  member_id text collate "C",
  recipient text not null default '',
  reason text not null default '',
  -- The idempotency key of the call.
  cause_id uuid not null,
  operator_id uuid,
  operator_name text not null default '',
  terminal_id uuid,
  created_at timestamptz not null,
  constraint stock_line_pkey primary key (id, org_code),
  constraint stock_line_cause_key unique (cause_id, item_id, item_kind, org_code),
  constraint stock_line_level foreign key (item_id, item_kind, org_code) references stock_level (item_id, item_kind, org_code),
  constraint stock_line_changes check (delta <> 0 or kind = 'count'),
  constraint stock_line_after check (quantity_after >= 0),
  constraint stock_line_direction check (case kind when 'in' then delta > 0 when 'moveIn' then delta > 0 when 'count' then true else delta < 0 end),
  constraint stock_line_count check ((kind = 'count') = (counted is not null) and (kind = 'count') = (expected is not null)),
  constraint stock_line_move check ((kind in ('moveIn', 'moveOut')) = (other_org is not null)),
  constraint stock_line_handed check ((kind = 'handOut') = (handed_for <> ''))
);
create index stock_line_list on stock_line (org_code, created_at, id);
create index stock_line_of_item on stock_line (item_id, org_code, seq);
create index stock_line_handed_out on stock_line (org_code, created_at, id) where kind = 'handOut';
select protect_by_store('stock_line');
revoke insert, update, delete on stock_level, stock_line from pitlane_app;

create table gift_type (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  index_number integer not null default 0,
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint gift_type_pkey primary key (id, org_code),
  constraint gift_type_name_key unique (name, org_code)
);
create index gift_type_list on gift_type (org_code, index_number);
select protect_by_store('gift_type');

create table gift (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  gift_type text not null default '',
  photo text not null default '',
  -- How it may leave: sold for money, for points, or only handed out.
  mode text not null default 'handOut' constraint gift_mode_known check (mode in ('money', 'points', 'handOut')),
  price bigint not null default 0,
  integral bigint not null default 0,
  cost bigint not null default 0,
  -- Stock at or below it is low; 0: never.
  low_stock integer not null default 0,
  active boolean not null default true,
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  known_type text generated always as (nullif(gift_type, '')) stored,
  constraint gift_pkey primary key (id, org_code),
  constraint gift_name_key unique (name, org_code),
  constraint gift_amounts check (price >= 0 and integral >= 0 and cost >= 0 and low_stock >= 0),
  -- Deferrable, so that a type can be renamed together with its gifts.
  constraint gift_type_exists foreign key (known_type, org_code) references gift_type (name, org_code) deferrable
);
create index gift_list on gift (org_code, created_at, id);
create index gift_of_type on gift (known_type, org_code);
select protect_by_store('gift');
