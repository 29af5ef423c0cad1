-- The share of a promoter in what was paid, in fen or points, rounded down. A fixed share is given for any payment that is left.
create or replace function commission_share(
  /* {mode, unit, amount, rate}: amount and rate in hundredths. */
  terms jsonb,
  p_paid bigint
) returns bigint language sql immutable as $$
  select case
    when p_paid <= 0 then 0
    when terms ->> 'mode' = 'fixed' then (terms ->> 'amount')::bigint / case terms ->> 'unit' when 'integral' then 100 else 1 end
    else div(p_paid::numeric * (terms ->> 'rate')::bigint, case terms ->> 'unit' when 'integral' then 1000000 else 10000 end)
  end::bigint
$$;
