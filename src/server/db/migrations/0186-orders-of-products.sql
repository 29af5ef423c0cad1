-- Sales and refunds of products, which are few among all orders, by their time.
create index consume_order_goods on consume_order (org_code, paid_at) where goods > 0;
create index refund_order_goods on refund_order (org_code, ended_at) where goods > 0;
