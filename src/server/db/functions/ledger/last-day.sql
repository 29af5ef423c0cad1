-- The last business day on which a card or lot counts that ends at this moment; null where it has no end. As `lastDayOf` in
-- src/shared/features/wallets/validity.calc.ts.
create or replace function last_day(p_org_code text, p_ends timestamptz) returns date language sql stable as $$
  select business_day(p_org_code, p_ends - interval '1 microsecond')
$$;
