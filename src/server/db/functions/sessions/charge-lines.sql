-- What a charge takes, [{account, project, delta}], or what is lacking, {code, needed, available}. Same as chargeLines in
-- src/shared/features/sessions/charge-lines.calc.ts; a property test compares them.
create or replace function charge_lines(
  /*
   * consume_type, price_mode, price, deposit, integral, frequency, laps, coins, project_type, as in rule and record; coupon_value; goods: what
   * the products beside the ride cost, 0 without; off: what a discount coupon takes off the price, 0 without.
   */
  terms jsonb,
  p_people integer, p_vehicles integer, p_charge_order text, p_pay_mode text,
  /* {balance, give, integral, laps, coins, visits: {project: visits}, unlimited: [project]}: from `spendable`. */
  has jsonb
) returns jsonb language plpgsql immutable parallel safe as $$
declare
  consume_type constant text := terms ->> 'consume_type';
  project constant text := terms ->> 'project_type';
  times constant bigint := charged_people(terms ->> 'price_mode', p_people);
  amount constant bigint := price_of(consume_type, terms ->> 'price_mode', (terms ->> 'price')::bigint, p_people,
    (terms ->> 'coupon_value')::bigint, coalesce((terms ->> 'off')::bigint, 0));
  goods constant bigint := coalesce((terms ->> 'goods')::bigint, 0);
  deposit constant bigint := terms ->> 'deposit';
  lines jsonb := '[]';
  needed bigint;
  available bigint;
  part bigint;
  card text;
begin
  if consume_type = 'BALANCE' or consume_type = 'BALANCEANDINTEGRAL'
      or goods > 0 and (consume_type <> 'GIFT' and is_paid_by_member(consume_type) or consume_type = 'GROUPCOUPON' and p_pay_mode = 'balance') then
    needed := case consume_type when 'GROUPCOUPON' then goods else amount + goods end;
    part := split_paid(needed, (has ->> 'balance')::bigint, (has ->> 'give')::bigint, p_charge_order);
    if part is null then
      return jsonb_build_object('code', 'members.insufficientBalance', 'needed', needed,
        'available', (has ->> 'balance')::bigint + (has ->> 'give')::bigint);
    end if;
    lines := charge_line(charge_line(lines, 'balance', '', -part), 'give', '', part - needed);
  end if;
  if consume_type = 'INTEGRAL' or consume_type = 'BALANCEANDINTEGRAL' then
    needed := (terms ->> 'integral')::bigint * times;
    if needed > (has ->> 'integral')::bigint then
      return jsonb_build_object('code', 'members.insufficientIntegral', 'needed', needed, 'available', has -> 'integral');
    end if;
    return charge_line(lines, 'integral', '', -needed);
  end if;

  if consume_type = 'COIN' then
    needed := (terms ->> 'coins')::bigint * times;
    if needed > (has ->> 'coins')::bigint then
      return jsonb_build_object('code', 'members.insufficientCoins', 'needed', needed, 'available', has -> 'coins');
    end if;
    return charge_line(lines, 'coins', '', -needed);
  elsif consume_type = 'GIFT' then
    -- Never from the paid balance.
    if amount > (has ->> 'give')::bigint then
      return jsonb_build_object('code', 'members.insufficientGive', 'needed', amount, 'available', has -> 'give');
    end if;
    return charge_line(lines, 'give', '', -amount);
  elsif consume_type = 'QUAN' then
    needed := (terms ->> 'laps')::bigint * p_vehicles;
    if needed > (has ->> 'laps')::bigint then
      return jsonb_build_object('code', 'members.insufficientQuan', 'needed', needed, 'available', has -> 'laps');
    end if;
    return charge_line(lines, 'laps', '', -needed);
  elsif consume_type = 'FREQUENCY' or consume_type = 'PLAYFREELY' then
    -- The card of the project, or else the general card.
    card := case when has -> 'unlimited' ? project then project when has -> 'unlimited' ? 'currency' then 'currency' end;
    if card is not null then
      lines := charge_line(lines, 'unlimited', card, -1);
    elsif consume_type = 'PLAYFREELY' then
      return jsonb_build_object('code', 'members.noUnlimitedCard', 'needed', 1, 'available', 0);
    end if;
    if consume_type = 'PLAYFREELY' then
      return lines;
    end if;
    -- The card covers its holder; others of the party pay visits, those of the project first.
    needed := (terms ->> 'frequency')::bigint * (times - case when card is null then 0 else 1 end);
    part := least(needed, coalesce((has -> 'visits' ->> project)::bigint, 0));
    available := case when project = 'currency' then 0 else coalesce((has -> 'visits' ->> 'currency')::bigint, 0) end;
    if needed - part > available then
      return jsonb_build_object('code', 'members.insufficientFrequency', 'needed', needed, 'available', part + available);
    end if;
    return charge_line(charge_line(lines, 'frequency', project, -part), 'frequency', 'currency', part - needed);
  elsif consume_type = 'GROUPCOUPON' then
    if p_pay_mode in ('cash', 'scan') then
      lines := charge_line(lines, p_pay_mode, '', goods);
    end if;
    -- A coupon worth nothing was used as well.
    return lines || jsonb_build_object('account', 'coupon', 'project', '', 'delta', amount);
  elsif consume_type = 'NOCARDCONSUME' and p_pay_mode in ('cash', 'scan') then
    lines := charge_line(lines, p_pay_mode, '', amount + goods + deposit);
    return charge_line(lines, 'deposit', '', deposit);
  end if;
  return lines;
end
$$;
