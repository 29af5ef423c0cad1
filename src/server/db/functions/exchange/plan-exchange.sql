-- What an exchange would do now, for the preview and for the exchange itself: {received, available, toValue, used, refusal}; `refusal` is
-- {code, details} or null, with amounts in units of the wallet that gives. The checks of the amount are those of `exchangeProblem` in
-- src/shared/features/exchange/exchange.calc.ts, in this order.
--
-- The day's limit holds where the caller has locked the member.
create or replace function plan_exchange(rate exchange_rate, payer member, p_amount bigint, p_now timestamptz) returns jsonb
language plpgsql stable as $$
declare
  received constant numeric := exchange_received(rate.from_units, rate.to_units, p_amount);
  available bigint;
  to_value bigint;
  used bigint := 0;
  level record;
  refusal jsonb;
begin
  select coalesce(sum(free_value(w, p_now)) filter (where w.kind = rate.from_wallet and w.project = rate.from_project), 0)::bigint,
      coalesce(sum(w.value) filter (where w.kind = rate.to_wallet and w.project = rate.to_project), 0)::bigint
    into available, to_value from wallet w
    where w.member_id = payer.id and w.org_code = payer.org_code;
  if rate.day_limit >= 0 then
    -- Exchanges under numbers merged into this member count as well.
    select coalesce(sum(e.amount), 0)::bigint into used from wallet_exchange e
      where e.member_id = any (numbers_of(payer.id)) and e.org_code = payer.org_code and e.rate_id = rate.id
        and e.business_day = business_day(payer.org_code, p_now) and e.state = 'done';
  end if;
  refusal := payer_refusal(payer, false, null, p_now);
  if refusal is null and not rate.active then
    refusal := '{"code": "exchange.inactive", "details": {"field": "rateId"}}';
  end if;
  if refusal is null and rate.member_level <> '' then
    select needed.name, coalesce(own.rank, 0) >= needed.rank as reached into level
      from member_level needed
      left join member_level own on own.org_code = needed.org_code and own.code = payer.member_level
      where needed.org_code = rate.org_code and needed.code = rate.member_level;
    if not coalesce(level.reached, false) then
      refusal := jsonb_build_object('code', 'exchange.level', 'details',
        jsonb_build_object('field', 'rateId', 'level', coalesce(level.name, rate.member_level)));
    end if;
  end if;
  if refusal is null then
    refusal := case
      when p_amount < rate.minimum then
        jsonb_build_object('code', 'exchange.belowMinimum', 'details', jsonb_build_object('minimum', rate.minimum))
      when p_amount % rate.step <> 0 then
        jsonb_build_object('code', 'exchange.notStep', 'details', jsonb_build_object('step', rate.step))
      when received > 999999999 then
        '{"code": "exchange.tooMuch", "details": {}}'
      when rate.day_limit >= 0 and used + p_amount > rate.day_limit then
        jsonb_build_object('code', 'exchange.dayLimit', 'details',
          jsonb_build_object('limit', rate.day_limit, 'left', greatest(0, rate.day_limit - used)))
      when p_amount > available then
        jsonb_build_object('code', 'exchange.short', 'details', jsonb_build_object('needed', p_amount, 'available', available))
      end;
    if refusal is not null then
      refusal := jsonb_set(refusal, '{details,field}', '"amount"');
    end if;
  end if;
  return jsonb_build_object('received', received, 'available', available, 'toValue', to_value, 'used', used, 'refusal', refusal);
end
$$;
