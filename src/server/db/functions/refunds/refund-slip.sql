-- The content of a refund's receipt.
create or replace function refund_slip(
  made refund_order, venue store,
  /*
   * Texts: title, order, reason, foot; labels: time, member, rule, goods, amount, operator and each wallet; way: how the money is returned;
   * pending: notice of a pending refund; ticket and approver: for a void.
   */
  words jsonb
) returns jsonb language sql stable as $$
  select jsonb_build_object('orderId', made.id, 'storeName', venue.name, 'locale', made.locale, 'timeZone', venue.time_zone,
    'startedAt', to_char(made.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'ruleName', words ->> 'title', 'ticketNo', '', 'racer', '', 'vehicleName', '', 'mode', 'timermode', 'amount', 0,
    'document', jsonb_build_object('kind', 'refund', 'title', words ->> 'title',
      'facts', (
        select jsonb_agg(jsonb_build_array(fact.name, fact.value) order by fact.place) from (values
          (0, words ->> 'ticket', case when made.voids then (
            select string_agg(p.ticket_no, ', ' order by p.ticket_no) from consume_order o
              join play_record p on p.id = any (o.play_ids) and p.org_code = o.org_code
              where o.id = made.order_id and o.org_code = made.org_code and p.ticket_no <> '') end),
          (1, words ->> 'member', made.member_id),
          (2, words ->> 'rule', made.rule_name),
          (3, words ->> 'goods', (
            select string_agg(l.name || ' × ' || r.pieces, ', ' order by l.place) from refund_line r
              join order_line l on l.id = r.line_id and l.org_code = r.org_code
              where r.refund_id = made.id and r.org_code = made.org_code)),
          (4, words ->> 'amount', to_char((made.amount - case made.pay_way when 'coupon' then 0 else made.coupon end) / 100.0, 'FM999999999990.00') || ' ' || (words -> 'way' ->> made.pay_way)),
          (5, words ->> 'balance', to_char(nullif(made.balance, 0) / 100.0, 'FMS999999999990.00')),
          (6, words ->> 'give', to_char(nullif(made.give, 0) / 100.0, 'FMS999999999990.00')),
          (7, words ->> 'integral', to_char(nullif(made.integral, 0), 'FMS999999999990')),
          (8, words ->> 'laps', to_char(nullif(made.laps, 0), 'FMS999999999990')),
          (8, words ->> 'coins', to_char(nullif(made.coins, 0), 'FMS999999999990')),
          (9, words ->> 'frequency', to_char(nullif(made.frequency, 0), 'FMS999999999990')),
          (10, words ->> 'unlimited', to_char(nullif(made.unlimited, 0), 'FMS999999999990')),
          (11, words ->> 'state', case made.state when 'refunding' then words ->> 'pending' end),
          (12, words ->> 'reason', made.reason),
          (13, words ->> 'time', to_char(made.created_at at time zone venue.time_zone, 'YYYY-MM-DD HH24:MI:SS')),
          (14, words ->> 'operator', coalesce(nullif(made.cashier_name, ''), made.operator_name)),
          (15, words ->> 'approver', made.approver_name)) as fact (place, name, value)
        where fact.value <> ''),
      'content', (words ->> 'order') || ' ' || made.order_id, 'foot', words ->> 'foot'))
$$;
