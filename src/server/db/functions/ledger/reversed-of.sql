-- How much of a ledger entry is reversed. A refund that the provider refused was reversed itself and does not count.
create or replace function reversed_of(p_seq bigint, p_org_code text) returns bigint language sql stable as $$
  select coalesce(sum(l.delta + coalesce((select sum(b.delta) from ledger_line b where b.reverses = l.seq and b.org_code = l.org_code), 0)), 0)::bigint
    from ledger_line l where l.reverses = p_seq and l.org_code = p_org_code
$$;
