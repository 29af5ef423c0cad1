-- Cancels an order's queue entries, withdraws their tickets and returns the money, in one transaction. Returns {answer, repeated,
-- orgCode, entries}. An order with a ride that has begun must be refunded by hand; a free one is only cancelled. Value returned to a
-- member's wallets needs no refund password, because nothing leaves the venue.
--
-- Lock order: the order, its queue entries, its coupon, its member.
create or replace function cancel_queued(
  /*
   * scope, scopeEnd, key, path, bodyHash, userId, username, realname, userOrgCode, ip, requestId: as for `start_queued`; id: of a queue entry, a
   * record or an order; refund: the other arguments of `refund`, without a password where none was entered.
   */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  key constant uuid := call ->> 'key';
  operator constant uuid := call ->> 'userId';
  at_time constant timestamptz := call ->> 'now';
  answer jsonb;
  entry queue_entry;
  charged consume_order;
  begun text;
  gone uuid[];
  plan jsonb;
  made jsonb;
  reason constant text := call #>> '{refund,reason}';
begin
  answer := begin_call(call);
  if answer is not null then
    return jsonb_build_object('answer', answer, 'repeated', true);
  end if;
  select q.* into entry from queued_as((call ->> 'id')::uuid) q limit 1;
  if not found then
    perform refuse('queue.notFound', '{"field": "id"}');
  end if;
  select o.* into charged from consume_order o
    where o.org_code = entry.org_code
      and o.id = (select p.consume_id from play_record p where p.id = entry.play_id and p.org_code = entry.org_code)
    for no key update;
  -- An expired entry waits for this lock as well.
  gone := array(select q.id from queue_entry q
    where q.play_id = any (charged.play_ids) and q.org_code = charged.org_code
      and (q.state in ('WAITING', 'CALLED') or q.end_reason = 'expired')
    order by q.id for update);
  if entry.id <> all (gone) then
    perform refuse_left(entry.id, 'id');
  end if;
  select p.ticket_no into begun from queue_entry q join play_record p on p.id = q.play_id and p.org_code = q.org_code
    where q.play_id = any (charged.play_ids) and q.org_code = charged.org_code and q.state in ('STARTED', 'DONE') limit 1;
  if found then
    perform refuse('queue.partRidden', jsonb_build_object('field', 'id', 'ticket', begun));
  end if;
  plan := plan_refund('consume', charged.id, null, at_time);
  if plan #>> '{refusal,code}' = 'refunds.nothingPaid' then
    made := null;
  elsif plan -> 'refusal' <> 'null' then
    perform refuse(plan #>> '{refusal,code}', plan #> '{refusal,details}');
  else
    if call #> '{refund,passwordHash}' = 'null' and plan ->> 'payWay' in ('cash', 'scan') then
      perform refuse('queue.passwordNeeded', '{"field": "password"}');
    end if;
    made := refund((call -> 'refund') || jsonb_build_object('scope', call -> 'scope', 'scopeEnd', call -> 'scopeEnd',
      'path', '/refund/sysRefund/add', 'bodyHash', '', 'kind', '/refund/sysRefund', 'userId', operator, 'username', call -> 'username',
      'realname', call -> 'realname', 'ip', call -> 'ip', 'requestId', call -> 'requestId', 'orderKind', 'consume', 'orderId', charged.id,
      'amount', null, 'now', call -> 'now', 'request', jsonb_build_object('orderId', charged.id, 'reason', reason)::text,
      'passwordHash', coalesce(call #>> '{refund,passwordHash}',
        (select coalesce(u.refund_password_hash, u.password_hash) from user_account u where u.id = operator))));
  end if;
  update queue_entry q set state = 'CANCELLED', end_reason = 'cancelled', updated_at = at_time, updated_by = call ->> 'realname'
    where q.id = any (gone) and q.org_code = charged.org_code;
  perform withdraw_papers(charged.play_ids || charged.id, charged.org_code, at_time);

  answer := jsonb_build_object('message', null, 'result', jsonb_build_object('entries', gone, 'consumeid', charged.id,
    'refundId', made #> '{answer,result,id}', 'refundState', made #> '{answer,result,refundState}',
    'payWay', case when made is not null then plan -> 'payWay' end, 'amount', case when made is null then 0
      else (plan ->> 'amount')::bigint - case plan ->> 'payWay' when 'coupon' then 0 else coalesce((plan ->> 'coupon')::bigint, 0) end end,
    'deposit', case when charged.deposit_returned_at is null then charged.deposit else 0 end));
  perform store_request_keys(array[request_key_of(call, charged.org_code, answer)]);
  perform store_audit_entries(array(
    select audit_entry_of(call, charged.org_code, '/queue/sysQueue', one::text,
        jsonb_build_object('id', call -> 'id', 'remark', reason), p_after => jsonb_build_object('state', 'CANCELLED'))
      from unnest(gone) one));
  return jsonb_build_object('answer', answer, 'repeated', false, 'orgCode', charged.org_code);
end
$$;
