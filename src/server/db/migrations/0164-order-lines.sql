-- Orders of products: their lines, and the pieces that are refunded of them.
alter table consume_order
  -- Products have no rule.
  alter column rule_id drop not null,
  add constraint consume_order_rule check (rule_id is not null or consume_type = 'PRODUCT') not valid,
  -- The part of the amount that is for products, and how much of it the gift balance paid.
  add column goods bigint not null default 0,
  add column goods_give bigint not null default 0,
  add constraint consume_order_goods check (goods >= 0 and goods <= amount and goods_give >= 0 and goods_give <= least(goods, paid_give)) not valid;

create table order_line (
  id uuid not null,
  org_code text collate "C" not null,
  order_id uuid not null,
  -- Its position on receipts.
  place integer not null,
  kind text not null constraint order_line_kind_known check (kind in ('ride', 'deposit', 'product')),
  product_id uuid,
  -- As at the sale.
  name text not null,
  tax_mark text not null default '',
  pieces integer not null default 1 constraint order_line_pieces check (pieces between 1 and 999),
  -- Of a piece.
  price bigint not null,
  amount bigint not null,
  -- Whether the pieces were taken from stock.
  takes_stock boolean not null default false,
  -- Pieces that are refunded or being refunded.
  refunded integer not null default 0,
  constraint order_line_pkey primary key (id, org_code),
  constraint order_line_place_key unique (order_id, place, org_code),
  constraint order_line_order foreign key (order_id, org_code) references consume_order (id, org_code),
  constraint order_line_product foreign key (product_id, org_code) references product (id, org_code),
  constraint order_line_of_product check ((kind = 'product') = (product_id is not null) and (kind = 'product' or not takes_stock)),
  constraint order_line_amount check (price >= 0 and amount = price * pieces),
  constraint order_line_refunded check (refunded >= 0 and refunded <= pieces and (kind = 'product' or refunded = 0))
);
create index order_line_of_product on order_line (product_id, org_code) where product_id is not null;
select protect_by_store('order_line');
revoke delete on order_line from pitlane_app;

alter table refund_order
  -- The part of the amount that is for products, and how much of it returned to the gift balance.
  add column goods bigint not null default 0,
  add column goods_give bigint not null default 0,
  add constraint refund_order_goods check (goods >= 0 and goods <= amount and goods_give >= 0 and goods_give <= goods) not valid,
  -- Whether the rides of the order stay as they are: only products were refunded.
  add column keeps_rides boolean not null default false;

create table refund_line (
  refund_id uuid not null,
  org_code text collate "C" not null,
  line_id uuid not null,
  pieces integer not null constraint refund_line_pieces check (pieces > 0),
  -- Of these, the pieces that are written off.
  damaged integer not null default 0,
  amount bigint not null,
  constraint refund_line_pkey primary key (refund_id, line_id, org_code),
  constraint refund_line_refund foreign key (refund_id, org_code) references refund_order (id, org_code),
  constraint refund_line_line foreign key (line_id, org_code) references order_line (id, org_code),
  constraint refund_line_damaged check (damaged between 0 and pieces)
);
create index refund_line_of_line on refund_line (line_id, org_code);
select protect_by_store('refund_line');
revoke update, delete on refund_line from pitlane_app;

-- Pieces that were sold, and those that came back. One cause may bring pieces back and write some of them off.
alter table stock_line
  drop constraint stock_line_kind_known,
  add constraint stock_line_kind_known
    check (kind in ('in', 'out', 'count', 'moveIn', 'moveOut', 'loss', 'handOut', 'sale', 'back')),
  drop constraint stock_line_direction,
  add constraint stock_line_direction check (case when kind in ('in', 'moveIn', 'back') then delta > 0 when kind = 'count' then true else delta < 0 end),
  drop constraint stock_line_cause_key,
  add constraint stock_line_cause_key unique (cause_id, item_id, item_kind, kind, org_code);
