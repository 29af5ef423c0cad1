-- Refuses cash at a counter without an open shift, where the store requires one.
create or replace function require_shift(p_org_code text, p_cause text) returns void language plpgsql stable as $$
begin
  if (select s.cash_needs_shift from store s where s.org_code = p_org_code) = 'YES' then
    perform refuse('shifts.required', case when p_cause = any ('{consume,recharge,bookDeposit}'::text[])
      then '{"field": "consumePayMode"}'::jsonb else '{}'::jsonb end);
  end if;
end
$$;
