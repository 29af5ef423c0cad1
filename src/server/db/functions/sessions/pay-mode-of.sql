-- How an order is paid: from the member's wallets, in cash, by scan, or not at all. Same as payModeOf in
-- src/shared/features/sessions/charge-lines.calc.ts; a property test compares them.
create or replace function pay_mode_of(
  p_consume_type text, p_price_mode text, p_price bigint, p_deposit bigint, p_people integer,
  /* What was chosen: `cash`, `wechat` or, for products beside a ride by coupon, `balance`. */
  p_guest_pay_mode text,
  /* What the products beside the ride cost. */
  p_goods bigint default 0,
  /* What a discount coupon takes off the price. */
  p_off bigint default 0
) returns text language sql immutable parallel safe as $$
  select case when is_paid_by_member(p_consume_type) then 'balance'
    when p_consume_type = 'GROUPCOUPON' and p_goods > 0 then case p_guest_pay_mode when 'wechat' then 'scan' else p_guest_pay_mode end
    when p_consume_type <> 'NOCARDCONSUME' then 'none'
    when price_of(p_consume_type, p_price_mode, p_price, p_people, null, p_off) + deposit_of(p_consume_type, p_deposit) + p_goods = 0 then 'none'
    when price_of(p_consume_type, p_price_mode, p_price, p_people, null, p_off) + p_goods = 0 or p_guest_pay_mode = 'cash' then 'cash' else 'scan' end
$$;
