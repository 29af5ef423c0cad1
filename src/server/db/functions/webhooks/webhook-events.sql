-- What happened at these stores since a time, or above the positions of orders and runs, as the events that endpoints receive. It is read from
-- committed rows, so writers pay nothing, and what was rolled back is never seen. The same event is found again for some time.
--
-- Data are ids and figures; names, phones and cards are left out. Amounts are decimal, as calls have them.
create or replace function webhook_events(
  p_stores text[], p_events text[], p_since timestamptz, p_orders bigint, p_runs bigint
) returns table (event text, source_id text, org_code text, happened_at timestamptz, data jsonb) language sql stable as $$
  select 'order.paid', o.id::text, o.org_code, o.paid_at, jsonb_build_object(
      'orderId', o.id, 'memberId', o.member_id, 'consumeType', o.consume_type, 'payMode', o.pay_mode, 'amount', o.amount / 100.0,
      'people', o.people, 'ruleId', o.rule_id, 'playIds', o.play_ids)
    from consume_order o
    where 'order.paid' = any (p_events) and o.seq > p_orders and o.paid_at > p_since - interval '4 days' and o.org_code = any (p_stores)
      and o.state in ('paid', 'refunding', 'refunded')
  union all
  select 'order.refunded', r.id::text, r.org_code, r.ended_at, jsonb_build_object(
      'refundId', r.id, 'orderKind', r.order_kind, 'orderId', r.order_id, 'memberId', r.member_id, 'amount', r.amount / 100.0)
    from refund_order r
    where 'order.refunded' = any (p_events) and r.org_code = any (p_stores) and r.state = 'refunded' and r.ended_at > p_since
      and r.created_at > p_since - interval '30 days'
  union all
  select 'recharge.paid', o.id::text, o.org_code, o.paid_at, jsonb_build_object(
      'orderId', o.id, 'memberId', o.member_id, 'kind', o.kind, 'payMode', o.pay_mode, 'amount', o.amount / 100.0, 'ruleId', o.rule_id)
    from recharge_order o
    where 'recharge.paid' = any (p_events) and o.org_code = any (p_stores) and o.paid_at > p_since
      and o.created_at > p_since - interval '2 days' and o.state in ('paid', 'refunding', 'refunded')
  union all
  select 'run.started', g.id::text, g.org_code, g.started_at, jsonb_build_object(
      'runId', g.id, 'playId', g.play_id, 'vehicleId', g.vehicle_id, 'runMode', g.run_mode, 'continues', g.continues)
    from run g
    where 'run.started' = any (p_events) and g.seq > p_runs and g.started_at > p_since - interval '4 days' and g.org_code = any (p_stores)
  union all
  select 'run.ended', g.id::text, g.org_code, g.ended_at, jsonb_build_object(
      'runId', g.id, 'playId', g.play_id, 'vehicleId', g.vehicle_id, 'laps', g.laps_done, 'how', g.ended_how,
      'seconds', round(extract(epoch from g.ended_at - g.started_at)))
    from run g
    where 'run.ended' = any (p_events) and g.org_code = any (p_stores) and g.state = 'ENDED'
      and g.ended_at > p_since and g.started_at > p_since - interval '1 day'
  union all
  select 'run.ended', g.id::text, g.org_code, g.ended_at, jsonb_build_object(
      'runId', g.id, 'playId', g.play_id, 'vehicleId', g.vehicle_id, 'laps', g.laps_done, 'how', g.ended_how,
      'seconds', round(extract(epoch from g.ended_at - g.started_at)))
    from run g
    -- Runs of an offline counter are stored when they have ended long ago.
    where 'run.ended' = any (p_events) and g.seq > p_runs and g.started_at > p_since - interval '4 days'
      and g.org_code = any (p_stores) and g.state = 'ENDED' and g.ended_at <= p_since
  union all
  select 'stock.low', l.id::text, l.org_code, l.created_at, jsonb_build_object(
      'itemKind', l.item_kind, 'itemId', l.item_id, 'quantity', l.quantity_after, 'lowStock', i.low_stock)
    from stock_line l
    join lateral (
      select p.low_stock from product p where l.item_kind = 'product' and p.id = l.item_id and p.org_code = l.org_code
      union all select g.low_stock from gift g where l.item_kind = 'gift' and g.id = l.item_id and g.org_code = l.org_code) i on true
    where 'stock.low' = any (p_events) and l.org_code = any (p_stores) and l.created_at > p_since and i.low_stock > 0
      and l.quantity_after <= i.low_stock and l.quantity_after - l.delta > i.low_stock
  union all
  select 'booking.made', b.id::text, b.org_code, b.created_at, jsonb_build_object(
      'bookingId', b.id, 'sessionId', b.session_id, 'memberId', b.member_id, 'people', b.people, 'startsAt', b.starts_at, 'state', b.state)
    from reservation b
    where 'booking.made' = any (p_events) and b.org_code = any (p_stores) and b.created_at > p_since
  union all
  select 'booking.cancelled', b.id::text, b.org_code, b.cancelled_at, jsonb_build_object(
      'bookingId', b.id, 'sessionId', b.session_id, 'memberId', b.member_id, 'people', b.people, 'startsAt', b.starts_at)
    from reservation b
    where 'booking.cancelled' = any (p_events) and b.org_code = any (p_stores) and b.cancelled_at > p_since
      and b.starts_at > p_since - interval '2 days'
  union all
  select 'member.registered', m.org_code || ' ' || m.id, m.org_code, m.created_at, jsonb_build_object('memberId', m.id)
    from member m
    where 'member.registered' = any (p_events) and m.org_code = any (p_stores) and m.created_at > p_since
  union all
  select 'shift.closed', s.id::text, s.org_code, s.closed_at, jsonb_build_object(
      'shiftId', s.id, 'terminalId', s.terminal_id, 'businessDay', s.business_day, 'expected', s.expected / 100.0,
      'counted', s.counted / 100.0, 'difference', s.difference / 100.0)
    from shift s
    where 'shift.closed' = any (p_events) and s.org_code = any (p_stores) and s.closed_at > p_since
      and s.opened_at > p_since - interval '14 days'
  union all
  select 'device.trouble', t.id::text, t.org_code, t.since, jsonb_build_object(
      'troubleId', t.id, 'kind', t.kind, 'subject', t.subject, 'what', t.what)
    from venue_trouble t
    where 'device.trouble' = any (p_events) and t.org_code = any (p_stores) and t.since > p_since
      and t.kind in ('terminal', 'vehicle', 'screen', 'kiosk')
$$;
