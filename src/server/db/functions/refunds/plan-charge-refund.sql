-- What refunding a charge returns, or why it is refused: {refundable, amount, lines: [{account, project, delta, reverses}], refusal}; of an
-- order with products also {pieces: as in `refunded_pieces`, goods: their part of the amount, goodsGive: what of that returns to the gift
-- balance, keepsRides}; with a coupon also {coupon: what it paid of the amount, payWay: coupon where no money is returned}.
--
-- A coupon is refunded whole, with everything else that is left. Money returns to paid and gift balance in the proportion in which it was taken, of rides and products apart. Points, visits and laps are
-- paid for rides: they return in proportion to the money of these, and the whole remainder with the last part.
create or replace function plan_charge_refund(
  charged consume_order,
  /* Null: all that is left, or the given lines. Products are refunded by lines or with the whole rest, so a smaller part is of rides. */
  p_amount bigint,
  /* [{lineId, count, damaged}] of products; null: none are chosen. */
  p_lines jsonb default null
) returns jsonb language plpgsql stable as $$
declare
  -- What was paid in money; an order without money is refunded whole.
  rest bigint := charged.amount - charged.refunded;
  wanted bigint := p_amount;
  by_coupon constant boolean := charged.consume_type = 'GROUPCOUPON';
  of_wallets bigint := 0;
  gifts bigint := 0;
  -- Of products: what is left, what of that the gift balance paid, and what is refunded.
  goods_rest bigint := 0;
  goods_gifts bigint := 0;
  goods_wanted bigint := 0;
  goods_give bigint := 0;
  ride_give bigint := 0;
  -- What of the rides is returned in money.
  ride_money bigint;
  picked jsonb := '{"pieces": []}';
  keeps_rides constant boolean := p_lines is not null;
  part bigint;
  one record;
  lines jsonb := '[]';
begin
  if charged.goods > 0 then
    select charged.goods - coalesce(sum(r.goods), 0), charged.goods_give - coalesce(sum(r.goods_give), 0) into goods_rest, goods_gifts
      from refund_order r
      where r.order_id = charged.id and r.org_code = charged.org_code and r.order_kind = 'consume' and r.state <> 'refused';
  end if;
  if p_amount is not null and (p_amount <> rest or rest = 0) and (by_coupon or charged.amount = 0) then
    return refuse_plan('refunds.onlyWhole', '{"field": "amount"}', rest);
  elsif keeps_rides or goods_rest > 0 and (wanted is null or wanted = rest) then
    picked := refunded_pieces(charged, p_lines);
    if picked -> 'refusal' <> 'null' then
      return picked || jsonb_build_object('refundable', rest);
    end if;
    goods_wanted := picked -> 'amount';
  elsif goods_rest > 0 and wanted > rest - goods_rest and wanted < rest then
    return refuse_plan('refunds.byLine', jsonb_build_object('field', 'amount', 'needed', wanted, 'available', rest - goods_rest), rest);
  end if;
  -- From here `rest` and `wanted` are of the rides.
  rest := rest - goods_rest;
  wanted := case when keeps_rides then 0 else wanted - goods_wanted end;

  if charged.pay_mode = 'balance' and not by_coupon then
    select coalesce(sum(abs(l.delta) - abs(reversed_of(l.seq, charged.org_code))), 0)::bigint - goods_rest,
        coalesce(sum(abs(l.delta) - abs(reversed_of(l.seq, charged.org_code))) filter (where l.account = 'give'), 0)::bigint - goods_gifts
      into of_wallets, gifts from wallet_entries(charged.id, 'consume', charged.org_code) l where l.account in ('balance', 'give');
    rest := least(rest, of_wallets);
  end if;
  wanted := coalesce(wanted, rest);
  if wanted > rest then
    return refuse_plan('refunds.aboveRest', jsonb_build_object('field', 'amount', 'needed', wanted + goods_wanted,
      'available', rest + goods_rest), rest + goods_rest);
  end if;
  ride_money := case when by_coupon then 0 else wanted end;
  -- What rounding takes from the gift balance goes to the paid balance.
  if rest > 0 then
    ride_give := div(wanted::numeric * gifts, rest);
  end if;
  if goods_rest > 0 then
    goods_give := div(goods_wanted::numeric * goods_gifts, goods_rest);
  end if;
  for one in
    select l.seq, l.account, l.project, l.delta, abs(l.delta) - abs(reversed_of(l.seq, charged.org_code)) as left_over
      from wallet_entries(charged.id, 'consume', charged.org_code) l
      where l.account <> 'deposit'
      order by l.seq
  loop
    part := case
      when one.account in ('cash', 'scan') then ride_money + goods_wanted
      when one.account = 'balance' and rest + goods_rest > 0 then ride_money - ride_give + goods_wanted - goods_give
      when one.account = 'give' and rest + goods_rest > 0 then ride_give + goods_give
      when keeps_rides then 0
      when wanted = rest then one.left_over
      else div(one.left_over::numeric * wanted, rest)::bigint end;
    continue when part = 0 and (one.account <> 'coupon' or one.delta <> 0 or keeps_rides);
    lines := lines || jsonb_build_object('account', one.account, 'project', one.project, 'delta',
      case when one.delta < 0 then part else -part end, 'reverses', one.seq);
  end loop;
  -- An order that cost nothing because of a coupon is refunded for the code.
  if lines = '[]' and charged.coupon_code = '' then
    return refuse_plan('refunds.nothingPaid', '{}', 0);
  end if;
  return jsonb_build_object('refusal', null, 'refundable', rest + goods_rest, 'amount', wanted + goods_wanted, 'lines', lines)
    || case when charged.goods > 0 then jsonb_build_object('pieces', picked -> 'pieces', 'goods', goods_wanted, 'goodsGive', goods_give,
      'keepsRides', keeps_rides) else '{}' end
    || case when by_coupon then jsonb_build_object('coupon', wanted) else '{}' end
    || case when charged.coupon_code <> '' and ride_money + goods_wanted = 0 then '{"payWay": "coupon"}'::jsonb else '{}' end;
end
$$;
