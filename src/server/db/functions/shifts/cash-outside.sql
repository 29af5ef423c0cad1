-- Ledger entries of cash that belong to no shift: cash taken before a counter opened one that arrived late, and cash of stores that require
-- no shifts. Safe payouts are excluded, because they have a reason. All lists, reports and checks read this function, so that they agree.
create or replace function cash_outside(p_from date, p_until date) returns table (
  org_code text, day date, person_id uuid, cause_kind text, cause_id uuid, seq bigint, created_at timestamptz, amount bigint
) language sql stable as $$
  select l.org_code, l.business_day, coalesce(l.cashier_id, l.operator_id), l.cause_kind, l.cause_id, l.seq, l.created_at, l.delta
    from ledger_line l
    where l.account = 'cash' and l.shift_id is null and l.business_day between p_from and p_until
      and not exists (select from safe_payout p
        where p.cause_id = l.cause_id and p.cause_kind = l.cause_kind and p.org_code = l.org_code)
$$;
