-- The lines of `figure_entries` without the time at which they count, as servers of an older release read them.
create or replace function figure_lines()
returns table (
  seq bigint, written_at timestamptz, org_code text, day date, hour text, type text, rule text, cashier text, cause_id uuid, cause_kind text, account text,
  delta bigint, order_id uuid, rides uuid[], is_recharge boolean, is_charge boolean
) language sql stable as $$
  select l.seq, l.written_at, l.org_code, l.day, l.hour, l.type, l.rule, l.cashier, l.cause_id, l.cause_kind, l.account, l.delta, l.order_id,
      l.rides, l.is_recharge, l.is_charge
    from figure_entries() l
$$;
