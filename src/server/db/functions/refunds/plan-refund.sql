-- What refunding an order would do now, or why it is refused, without locks or changes: {refusal, orgCode, memberId, ruleName, state,
-- payWay, paid, refunded, refundable, amount, couponCode, lines, card; of products also those of `plan_charge_refund`}. Null: no such order in the scope.
create or replace function plan_refund(
  p_kind text, p_order uuid, /* Null: all that is left. */ p_amount bigint, p_now timestamptz,
  /* Pieces of products, as for `plan_charge_refund`. */ p_lines jsonb default null
)
returns jsonb language plpgsql stable as $$
declare
  charged consume_order;
  sold recharge_order;
  order_state text;
  member text;
  plan jsonb;
  about jsonb;
begin
  if p_kind = 'consume' then
    select o.* into charged from consume_order o where o.id = p_order;
    order_state := charged.state;
    member := charged.member_id;
    about := jsonb_build_object('orgCode', charged.org_code, 'ruleName', charged.rule_name, 'paid', charged.amount, 'refunded',
      charged.refunded, 'couponCode', charged.coupon_code, 'payWay', case when charged.pay_mode = 'none' and charged.coupon_code <> '' then 'coupon'
        when charged.pay_mode in ('cash', 'scan') then charged.pay_mode else 'balance' end);
  else
    select o.* into sold from recharge_order o where o.id = p_order;
    order_state := sold.state;
    member := sold.member_id;
    about := jsonb_build_object('orgCode', sold.org_code, 'ruleName', sold.rule_name, 'paid', sold.amount, 'refunded',
      sold.refunded, 'couponCode', '', 'payWay', case sold.pay_mode when 'cash' then 'cash' else 'scan' end);
  end if;
  if not found then
    return null;
  end if;
  -- A member merged meanwhile is replaced by the member it was merged into.
  member := coalesce((select m.merged_into from member m where m.id = member and m.org_code = about ->> 'orgCode'), member);
  about := about || jsonb_build_object('memberId', member, 'state', order_state);
  return about || case
    when order_state = 'refunding' then refuse_plan('refunds.pending', '{}', 0)
    when order_state = 'refunded' then refuse_plan('refunds.doneBefore', '{}', 0)
    when order_state <> 'paid' then refuse_plan('refunds.notPaid', '{}', 0)
    when p_kind = 'consume' then plan_charge_refund(charged, p_amount, p_lines)
    when p_lines is not null then refuse_plan('refunds.lineUnknown', '{"field": "lines"}', 0)
    else plan_recharge_refund(sold, member, p_amount, p_now) end;
end
$$;
