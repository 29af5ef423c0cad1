-- Pays the fee of a stored thing as a product of an order, in one round trip. A thing named by its slip is handed out in the same transaction
-- by cash and balance; a scan payment lets it be handed out once it is paid. Returns {answer, repeated, orgCode} of `sell`.
--
-- Lock order: the thing, then as `sell`.
create or replace function pay_cloakroom_fee(
  /* As for `sell`, without `cart`; itemCode or itemId: the thing; fee: what was shown, in fen; productName: of the fee. */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  at_time constant timestamptz := call ->> 'now';
  answer jsonb;
  item cloakroom_item;
  owed record;
  sale jsonb;
begin
  answer := begin_call(call);
  if answer is not null then
    return jsonb_build_object('answer', answer, 'repeated', true);
  end if;
  select i.* into item from cloakroom_item i where i.code = call ->> 'itemCode' or i.id = (call ->> 'itemId')::uuid for update;
  if item.id is null then
    perform refuse('cloakroom.codeUnknown', '{"field": "code"}');
  elsif item.state = 'rejected' then
    perform refuse('cloakroom.rejected', '{}');
  elsif item.state = 'takenOut' then
    perform refuse('cloakroom.takenOut', jsonb_build_object('by', item.ended_by,
      'time', to_char(item.ended_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')));
  end if;
  owed := cloakroom_due(item, at_time);
  if owed.is_paying then
    perform refuse('cloakroom.paymentOpen', '{}');
  elsif owed.due = 0 then
    perform refuse('cloakroom.nothingDue', '{"field": "fee"}');
  elsif owed.due <> (call ->> 'fee')::bigint then
    perform refuse('cloakroom.feeChanged', jsonb_build_object('field', 'fee', 'fee', shown_money(owed.due)));
  end if;
  sale := sell(call || jsonb_build_object('cart', jsonb_build_array(jsonb_build_object('count', 1, 'price', owed.due,
    'productId', cloakroom_product(item.org_code, call ->> 'productName', at_time)))));
  update cloakroom_item i set order_id = (call ->> 'key')::uuid, earlier_order_ids = array_remove(earlier_order_ids || order_id, null)
    where i.id = item.id and i.org_code = item.org_code;
  if call ->> 'itemCode' is not null and call ->> 'payMode' <> 'scan' then
    update cloakroom_item i set state = 'takenOut', ended_at = at_time, ended_by = call ->> 'realname'
      where i.id = item.id and i.org_code = item.org_code;
  end if;
  perform store_audit_entries(array[audit_entry_of(call, item.org_code, '/cloakroom/sysCloakroomItem', item.id::text,
    p_before => jsonb_build_object('cloakroomState', item.state),
    p_after => (select jsonb_build_object('cloakroomState', i.state, 'fee', owed.due, 'orderId', i.order_id)
      from cloakroom_item i where i.id = item.id and i.org_code = item.org_code))]);
  return sale;
end
$$;
