-- What a level takes off a price, in fen: so many percent, rounded half up. The one place where it is reckoned; the same as levelDiscount in
-- src/shared/features/rules/price.calc.ts, to which a test holds it.
create or replace function level_discount(
  p_price bigint,
  /* Whether the price is of those that levels take something off. */
  p_applies boolean,
  /* Null: there is no level. */
  p_percent integer
) returns bigint language sql immutable parallel safe as $$
  select case when p_applies then (p_price * coalesce(p_percent, 0) + 50) / 100 else 0 end
$$;
