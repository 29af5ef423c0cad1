-- A gift of a refunded order that was not handed out is not given any more. The caller has locked the order.
create or replace function refuse_refunded_gift(made refund_order, p_now timestamptz) returns void language plpgsql as $$
declare
  refused order_gift;
begin
  update order_gift g set state = 'notGiving', ended_for = 'refunded', ended_at = p_now, ended_by = made.operator_name
    where g.id = made.order_id and g.org_code = made.org_code and g.state = 'notGifted'
    returning g.* into refused;
  if refused.id is not null then
    perform store_audit_entries(array[audit_entry_of(
      jsonb_build_object('userId', made.operator_id,
        'username', coalesce((select u.username from user_account u where u.id = made.operator_id), 'system'),
        'realname', made.operator_name, 'ip', '', 'requestId', made.id, 'path', '/refund/sysRefund/add'),
      made.org_code, '/gift/sysOrderGift', refused.id::text,
      p_before => jsonb_build_object('giftState', 'notGifted'),
      p_after => jsonb_build_object('giftState', 'notGiving', 'endedFor', 'refunded'))]);
  end if;
end
$$;
