-- A level's discount on a price, in fen: a percentage, rounded half up. Same as levelDiscount in src/shared/features/rules/price.calc.ts; a
-- test compares them.
create or replace function level_discount(
  p_price bigint,
  /* Whether level discounts apply to the price. */
  p_applies boolean,
  /* Null: no level. */
  p_percent integer
) returns bigint language sql immutable parallel safe as $$
  select case when p_applies then (p_price * coalesce(p_percent, 0) + 50) / 100 else 0 end
$$;
