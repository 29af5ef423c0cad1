-- The last business day on which a card or lot with this end is valid; null where it has no end. Same as `lastDayOf` in
-- src/shared/features/wallets/validity.calc.ts.
create or replace function last_day(p_org_code text, p_ends timestamptz) returns date language sql stable as $$
  select business_day(p_org_code, p_ends - interval '1 microsecond')
$$;
