-- How many times a price is charged. Same as chargedPeople in src/shared/features/sessions/charge.calc.ts; a property test compares them.
create or replace function charged_people(p_price_mode text, p_people integer) returns bigint language sql immutable parallel safe as $$
  select case p_price_mode when 'one' then 1 else p_people end::bigint
$$;
