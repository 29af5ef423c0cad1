-- What refunding a charge returns, or why it is refused: {refundable, amount, lines: [{account, project, delta, reverses}], refusal}. Money
-- returns to paid and gift balance in the proportion in which it was taken. Points, visits and laps paid with it return in proportion to
-- the money, and the whole remainder with the last part.
create or replace function plan_charge_refund(charged consume_order, /* Null: all that is left. */ p_amount bigint) returns jsonb
language plpgsql stable as $$
declare
  -- What was paid in money; an order without money is refunded whole.
  rest bigint := charged.amount - charged.refunded;
  wanted bigint := p_amount;
  of_wallets bigint := 0;
  gifts bigint := 0;
  part bigint;
  one record;
  lines jsonb := '[]';
begin
  if charged.amount = 0 or charged.coupon_code <> '' then
    if wanted is not null and (wanted <> rest or rest = 0) then
      return refuse_plan('refunds.onlyWhole', '{"field": "amount"}', rest);
    end if;
    wanted := rest;
  elsif charged.pay_mode = 'balance' then
    select coalesce(sum(-l.delta - reversed_of(l.seq, l.org_code)), 0)::bigint,
        coalesce(sum(-l.delta - reversed_of(l.seq, l.org_code)) filter (where l.account = 'give'), 0)::bigint
      into of_wallets, gifts from ledger_line l
      where l.cause_id = charged.id and l.cause_kind = 'consume' and l.org_code = charged.org_code and l.account in ('balance', 'give');
    rest := least(rest, of_wallets);
  end if;
  wanted := coalesce(wanted, rest);
  if wanted > rest then
    return refuse_plan('refunds.aboveRest', jsonb_build_object('field', 'amount', 'needed', wanted, 'available', rest), rest);
  end if;
  for one in
    select l.seq, l.account, l.project, l.delta, abs(l.delta) - abs(reversed_of(l.seq, l.org_code)) as left_over
      from ledger_line l
      where l.cause_id = charged.id and l.cause_kind = 'consume' and l.org_code = charged.org_code and l.account <> 'deposit'
      order by l.seq
  loop
    part := case
      when one.account in ('cash', 'scan') then wanted
      -- What rounding takes from the gift balance goes to the paid balance.
      when one.account = 'balance' and rest > 0 then wanted - div(wanted::numeric * gifts, rest)::bigint
      when one.account = 'give' and rest > 0 then div(wanted::numeric * gifts, rest)::bigint
      when wanted = rest then one.left_over
      else div(one.left_over::numeric * wanted, rest)::bigint end;
    continue when part = 0 and (one.account <> 'coupon' or one.delta <> 0);
    lines := lines || jsonb_build_object('account', one.account, 'project', one.project, 'delta',
      case when one.delta < 0 then part else -part end, 'reverses', one.seq);
  end loop;
  if lines = '[]' then
    return refuse_plan('refunds.nothingPaid', '{}', 0);
  end if;
  return jsonb_build_object('refusal', null, 'refundable', rest, 'amount', wanted, 'lines', lines);
end
$$;
