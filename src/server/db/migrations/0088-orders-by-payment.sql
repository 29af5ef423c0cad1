-- Statistics read the orders that were paid in a part of a day. A range index costs a payment next to nothing.
create index consume_order_paid on consume_order using brin (paid_at) with (pages_per_range = 16, autosummarize = on);
