-- Formats fen for the API: a decimal number with at most two places. Same as fromMinor in src/shared/core/money.ts.
create or replace function wire_money(fen bigint) returns numeric language sql immutable parallel safe as $$
  select trim_scale(fen / 100.0)
$$;
