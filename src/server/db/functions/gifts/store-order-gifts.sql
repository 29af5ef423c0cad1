-- Writes the gifts that paid recharges include, to be handed out. Called in the transaction in which the orders are paid.
create or replace function store_order_gifts(orders recharge_order[]) returns void language sql as $$
  insert into order_gift (id, org_code, member_id, gift_id, gift_name, pieces, created_at)
    select o.id, o.org_code, o.member_id, o.gift_id, g.name, o.gift_count, o.paid_at
      from unnest(orders) o join gift g on g.id = o.gift_id and g.org_code = o.org_code
$$;
