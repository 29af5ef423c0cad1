-- Same as splitBalance in src/shared/features/sessions/charge.calc.ts; a property test compares them.
create or replace function split_paid(amount bigint, balance bigint, give bigint, charge_order text) returns bigint
language sql immutable parallel safe as $$
  select case
    when amount > balance + give then null
    when charge_order = 'paidFirst' then least(amount, balance)
    when charge_order = 'giftFirst' then amount - least(amount, give)
    when balance + give = 0 then 0
    else amount - least(give, amount - div(amount::numeric * balance, balance + give)::bigint)
  end
$$;
