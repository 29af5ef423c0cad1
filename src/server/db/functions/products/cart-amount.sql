-- What the lines of a cart cost, in fen.
create or replace function cart_amount(lines order_line[]) returns bigint language sql immutable as $$
  select coalesce(sum(l.amount), 0)::bigint from unnest(lines) l
$$;
