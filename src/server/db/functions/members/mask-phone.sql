-- Masks a phone number for staff without the right to see it. Same as maskPhone in src/shared/features/members/phone.calc.ts.
create or replace function mask_phone(phone text) returns text language sql immutable parallel safe as $$
  select case when length(phone) <= 7 then repeat('*', length(phone))
    else left(phone, 3) || repeat('*', length(phone) - 7) || right(phone, 4) end
$$;
