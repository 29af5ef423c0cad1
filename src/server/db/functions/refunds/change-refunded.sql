-- Updates how much of an order is refunded, and its state; an order without money is refunded whole.
create or replace function change_refunded(made refund_order, p_delta bigint, p_state text, p_now timestamptz) returns void
language plpgsql as $$
declare
  charged consume_order;
  recharged recharge_order;
  trial uuid;
  /* Whether all money of its rides is returned. */
  rides_returned boolean;
begin
  if made.order_kind = 'consume' then
    update consume_order o set refunded = o.refunded + p_delta,
        state = case when p_state = 'refunded' and not is_returned(o, o.refunded + p_delta, made.keeps_rides) then 'paid' else p_state end
      where o.id = made.order_id and o.org_code = made.org_code
      returning o.* into charged;
    rides_returned := charged.state = 'refunded' or charged.goods > 0 and p_state = 'refunded' and not made.keeps_rides
      and charged.refunded - (select sum(r.goods) from refund_order r where r.order_id = charged.id and r.org_code = charged.org_code
        and r.state <> 'refused') >= charged.amount - charged.goods;
    if rides_returned then
      -- Refunded rides no longer wait in the queue and cannot return to it, though the order stays paid for its products.
      update queue_entry q set state = 'CANCELLED', end_reason = 'refunded', updated_at = p_now, updated_by = made.operator_name
        where q.play_id = any (charged.play_ids) and q.org_code = made.org_code
          and (q.state in ('WAITING', 'CALLED') or q.end_reason = 'expired' or q.end_reason = 'cancelled' and charged.state = 'paid');
    end if;
  else
    update recharge_order o set refunded = o.refunded + p_delta,
        state = case when p_state = 'refunded' and o.refunded + p_delta < o.amount then 'paid' else p_state end
      where o.id = made.order_id and o.org_code = made.org_code
      returning o.* into recharged;
    if recharged.state = 'refunded' then
      perform refuse_refunded_gift(made, p_now);
      -- The linked trial is unpaid again; an old one is marked as escaped by the next scheduled pass.
      update play_record p set state = 'PENDING', recharge_id = null, member_id = null, settled_at = null, settled_by = null
        where p.recharge_id = made.order_id and p.org_code = made.org_code and p.state = 'RECHARGED'
        returning p.id into trial;
      if trial is not null then
        perform store_audit_entries(array[audit_entry_of(
          jsonb_build_object('userId', made.operator_id,
            'username', coalesce((select u.username from user_account u where u.id = made.operator_id), 'system'),
            'realname', made.operator_name, 'ip', '', 'requestId', made.id, 'path', '/refund/sysRefund/add'),
          made.org_code, '/playbeforepay/sysPlayBeforePay', trial::text,
          p_before => jsonb_build_object('state', 'RECHARGED', 'rechargeId', made.order_id),
          p_after => jsonb_build_object('state', 'PENDING', 'rechargeId', null))]);
      end if;
    end if;
  end if;
end
$$;
