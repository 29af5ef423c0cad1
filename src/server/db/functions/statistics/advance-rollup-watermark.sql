-- Notes how far ledger, orders and rides are written for good: whoever writes them holds their tables until the transaction ends, so while this
-- has them alone no number up to now is still on its way. It gives up at once when somebody works long; the next time is soon, and
-- what is not in the figures is read from the rows themselves. It has a transaction of its own, because everybody waits for it.
create or replace function advance_rollup_watermark() returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local lock_timeout = '50ms';
  perform 1 from rollup_watermark for update;
  lock table ledger_line, consume_order, run in share mode;
  update rollup_watermark set
    ledger_until = coalesce(pg_sequence_last_value(pg_get_serial_sequence('ledger_line', 'seq')), 0),
    orders_until = coalesce(pg_sequence_last_value(pg_get_serial_sequence('consume_order', 'seq')), 0),
    rides_until = coalesce(pg_sequence_last_value(pg_get_serial_sequence('run', 'seq')), 0);
  return true;
exception when lock_not_available or deadlock_detected then
  return false;
end
$$;
