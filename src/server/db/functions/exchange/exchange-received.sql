-- What an exchange adds for an amount, rounded down to the unit. Same as `receivedFor` in src/shared/features/exchange/exchange.calc.ts.
create or replace function exchange_received(p_from_units bigint, p_to_units bigint, p_amount bigint) returns numeric
language sql immutable parallel safe as $$
  select div(p_amount::numeric * p_to_units, p_from_units)
$$;
