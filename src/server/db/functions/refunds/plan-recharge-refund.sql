-- What refunding a recharge or a sold card pays back and takes, or why it is refused; as `plan_charge_refund`, with `card` of a card that
-- the refund ends or shortens: {name, uses, until, days} before the refund.
--
-- Bought value is the paid balance; where the price exceeds it, also the package's points, visits and laps, and a card's uses. The refund
-- is limited to the part of it that is left, which it takes. Everything else was a gift: its remainder is taken and is worth no money.
-- Ended value and value held by an open order do not count as left.
create or replace function plan_recharge_refund(sold recharge_order, p_member text, p_amount bigint, p_now timestamptz) returns jsonb
language plpgsql stable as $$
declare
  paid constant bigint := sold.amount;
  most bigint := sold.amount - sold.refunded;
  wanted bigint;
  wholly boolean := false;
  one record;
  parts jsonb := '[]';
  part jsonb;
  issued bigint;
  remains bigint;
  taken bigint;
  card jsonb;
  ends timestamptz;
  used bigint;
  lines jsonb := '[]';
begin
  if paid = 0 then
    return refuse_plan('refunds.nothingPaid', '{}', 0);
  end if;
  for one in
    select l.* from ledger_line l
      where l.cause_id = sold.id and l.cause_kind = 'recharge' and l.org_code = sold.org_code order by l.seq
  loop
    if one.account in ('cash', 'scan') then
      parts := parts || jsonb_build_object('account', one.account, 'project', '', 'seq', one.seq);
      continue;
    end if;
    if one.account = 'unlimited' then
      issued := greatest(sold.card_plays, 1);
      card := card_left(sold, p_member, one.seq, p_now);
      remains := least((card ->> 'remains')::bigint,
        issued + case sold.card_plays when -1 then 0 else reversed_of(one.seq, one.org_code) end);
      wholly := sold.card_plays = -1;
    else
      issued := one.delta;
      remains := least(issued + reversed_of(one.seq, one.org_code),
        (select coalesce(sum(l.value_left), 0)::bigint from wallet_lot l
          where l.id = any (one.lot_ids) and l.org_code = one.org_code and (l.valid_until > p_now) is not false),
        (select coalesce(max(free_value(w, p_now)), 0) from wallet w
          where w.member_id = p_member and w.org_code = one.org_code and w.kind = one.account and w.project = one.project));
    end if;
    parts := parts || jsonb_build_object('account', one.account, 'project', one.project, 'seq', one.seq, 'issued', issued,
      'remains', remains, 'bought', one.account = 'balance' or one.account = 'unlimited'
        or one.account <> 'give' and sold.balance < paid);
  end loop;
  select least(most, coalesce(min(div(paid::numeric * (p ->> 'remains')::bigint, (p ->> 'issued')::bigint)), 0))::bigint into most
    from jsonb_array_elements(parts) p where (p ->> 'bought')::boolean;
  wanted := coalesce(p_amount, paid - sold.refunded);
  if wholly and p_amount is not null and wanted <> paid then
    return refuse_plan('refunds.onlyWhole', '{"field": "amount"}', most);
  elsif wanted > paid - sold.refunded then
    return refuse_plan('refunds.aboveRest', jsonb_build_object('field', 'amount', 'needed', wanted, 'available', paid - sold.refunded), most);
  elsif wanted > most then
    return refuse_plan('refunds.spent', jsonb_build_object('field', 'amount', 'needed', wanted, 'available', most), most);
  end if;

  for part in select p from jsonb_array_elements(parts) p loop
    issued := part ->> 'issued';
    remains := part ->> 'remains';
    taken := case when part ->> 'account' in ('cash', 'scan') then wanted
      when (part ->> 'bought')::boolean then least(remains, ceil(issued::numeric * wanted / paid)::bigint)
      else remains end;
    ends := null;
    if part ->> 'account' = 'unlimited' then
      -- A card's days go with the last of its uses; other uses of the member stay.
      if wholly then
        taken := 0;
      end if;
      if wholly or taken = remains and (card ->> 'shared')::boolean and sold.card_days > 0 then
        ends := case when (card ->> 'shared')::boolean and card ->> 'until' is not null
          then day_ends(sold.org_code, last_day(sold.org_code, (card ->> 'until')::timestamptz) - sold.card_days) else p_now end;
        card := card || jsonb_build_object('days', sold.card_days);
      else
        card := null;
      end if;
    end if;
    continue when taken = 0 and part ->> 'account' <> 'unlimited';
    lines := lines || jsonb_strip_nulls(jsonb_build_object('account', part ->> 'account', 'project', part ->> 'project',
      'delta', -taken, 'reverses', part -> 'seq', 'validUntil', ends));
  end loop;
  return jsonb_build_object('refusal', null, 'refundable', most, 'amount', wanted, 'lines', lines, 'card', card);
end
$$;
