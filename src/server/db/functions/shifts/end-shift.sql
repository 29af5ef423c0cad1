-- Closes a shift with its count: compares it with what the ledger expects now, after every sale that has begun at its counter. Of two
-- concurrent closers the second is refused with the name of the first. Returns the closed shift.
create or replace function end_shift(
  p_shift uuid, p_org_code text, p_counted bigint, p_by uuid, p_by_name text, p_remark text, p_now timestamptz
) returns shift language plpgsql as $$
declare
  one shift;
begin
  select * into one from shift s where s.id = p_shift and s.org_code = p_org_code;
  if not found then
    perform refuse('common.recordNotFound');
  end if;
  perform pg_advisory_xact_lock(shift_seat(p_org_code, one.terminal_id, one.operator_id));
  -- Separate statements see what was committed while this transaction waited for the lock.
  select * into one from shift s where s.id = p_shift and s.org_code = p_org_code for update;
  if one.closed_at is not null then
    perform refuse('shifts.closedBefore', jsonb_build_object('by', one.closed_by_name,
      'time', to_char(one.closed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')));
  end if;
  update shift s set closed_at = greatest(p_now, one.opened_at), closed_by = p_by, closed_by_name = p_by_name, counted = p_counted,
      expected = cash.sum, closed_seq = cash.seq, remark = p_remark
    from (select coalesce(sum(l.delta) filter (where l.account = 'cash'), 0)::bigint as sum, coalesce(max(l.seq), 0) as seq
      from ledger_line l where l.shift_id = p_shift and l.org_code = p_org_code) cash
    where s.id = p_shift and s.org_code = p_org_code
    returning s.* into one;
  return one;
end
$$;
