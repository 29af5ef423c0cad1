-- Moves the positions of orders and runs to numbers that no open transaction can write any more, and returns those from before, above which
-- this run must read. No writer is delayed: a position is noted first, and counts when every transaction that was open then has ended. Some
-- numbers are always read again, because a transaction takes a number just before it is known as one.
create or replace function move_webhook_watermark(p_now timestamptz) returns webhook_watermark
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mark webhook_watermark;
  before webhook_watermark;
begin
  select * into strict before from webhook_watermark for update;
  mark := before;
  -- A database that was restored elsewhere numbers its transactions anew.
  if mark.next_xact > pg_snapshot_xmax(pg_current_snapshot()) then
    mark.next_xact := null;
  end if;
  if mark.next_xact <= pg_snapshot_xmin(pg_current_snapshot()) then
    mark.orders := mark.next_orders;
    mark.runs := mark.next_runs;
    mark.next_xact := null;
  end if;
  if mark.next_xact is null then
    mark.next_orders := greatest(mark.orders, coalesce(pg_sequence_last_value(pg_get_serial_sequence('consume_order', 'seq')), 0) - 200);
    mark.next_runs := greatest(mark.runs, coalesce(pg_sequence_last_value(pg_get_serial_sequence('run', 'seq')), 0) - 200);
    mark.next_xact := pg_snapshot_xmax(pg_current_snapshot());
  end if;
  update webhook_watermark set orders = mark.orders, runs = mark.runs, next_orders = mark.next_orders, next_runs = mark.next_runs,
    next_xact = mark.next_xact, found_at = p_now;
  return before;
end
$$;
