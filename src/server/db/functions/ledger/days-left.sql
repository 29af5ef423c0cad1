-- How many days after today a card or lot is valid: 0 on its last day and once it has ended, null where it has no end. Same as `daysLeft`
-- in src/shared/features/wallets/validity.calc.ts.
create or replace function days_left(p_org_code text, p_ends timestamptz, p_now timestamptz) returns integer language sql stable as $$
  select case when p_ends is not null then greatest(0, last_day(p_org_code, p_ends) - business_day(p_org_code, p_now)) end
$$;
