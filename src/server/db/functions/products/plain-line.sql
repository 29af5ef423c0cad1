-- A line of an order that is no product: its ride, or its deposit.
create or replace function plain_line(sold consume_order, p_place integer, p_kind text, p_name text, p_amount bigint)
returns order_line language sql volatile as $$
  select row(time_ordered_id(sold.created_at), sold.org_code, sold.id, p_place, p_kind, null, p_name, '', 1, p_amount, p_amount, false,
    0, null, null)::order_line
$$;
