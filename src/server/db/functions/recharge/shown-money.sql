-- Formats fen for people. Same as formatMinor in src/shared/core/money.ts.
create or replace function shown_money(fen bigint) returns text language sql stable parallel safe as $$
  select to_char(fen / 100.0, 'FM999,999,999,999,990.00')
$$;
