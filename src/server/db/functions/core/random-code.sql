-- A code from 13 random bytes of a UUID of version 4: a prefix, 13 characters and a check character. A byte gives one of 31 characters, so
-- that a code has at least 62 random bits. `codeCheck` in `checked-code.calc.ts` is the same.
create or replace function random_code(p_prefix text, p_random uuid) returns text language sql immutable as $$
  select p_prefix || string_agg(substr(letters, 1 + digit, 1), '' order by place)
      || substr(letters, 1 + (sum((place + 1) * digit) % 31)::integer, 1)
    from (values ('23456789ABCDEFGHJKMNPQRSTUVWXYZ')) as alphabet (letters)
    -- Bytes 6 and 8 hold the version and the variant, and the last one is not needed.
    cross join lateral (select place, get_byte(uuid_send(p_random), byte) % 31 as digit
      from unnest('{0,1,2,3,4,5,7,9,10,11,12,13,14}'::integer[]) with ordinality as one (byte, place)) digits
    group by letters
$$;
