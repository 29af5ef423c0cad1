-- Advances the watermark of committed ledger entries, orders and rides. Writers hold a lock on these tables until their transaction ends,
-- so while this function holds them exclusively no lower number is uncommitted. It gives up at once behind a long writer and runs again
-- soon; rows above the watermark are read directly. It has its own transaction because all writers wait for it.
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
