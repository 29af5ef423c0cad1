-- Returns the deposit of an order, once, the way it was paid, and posts it to the ledger. Returns {answer, repeated, orgCode}; a scanned
-- deposit goes back through its payment.
create or replace function return_deposit(
  /* As for `charge`, with orderId, reason, and payFrom: for cash, as in `pay_from`. */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  key constant uuid := call ->> 'key';
  operator constant uuid := call ->> 'userId';
  cashier constant uuid := call ->> 'cashierId';
  terminal constant uuid := call ->> 'terminalId';
  at_time constant timestamptz := call ->> 'now';
  answer jsonb;
  charged consume_order;
  cause jsonb;
begin
  answer := begin_call(call);
  if answer is not null then
    return jsonb_build_object('answer', answer, 'repeated', true);
  end if;
  select o.* into charged from consume_order o where o.id = (call ->> 'orderId')::uuid for no key update;
  if not found then
    perform refuse('common.recordNotFound', '{"field": "id"}');
  elsif charged.deposit = 0 then
    perform refuse('sessions.noDeposit');
  elsif charged.deposit_returned_at is not null then
    perform refuse('sessions.depositReturned');
  elsif charged.state <> all ('{paid,refunding,refunded}'::text[]) then
    perform refuse('sessions.orderNotPaid');
  end if;
  perform require_cashier(call, charged.org_code,
    (select s.cashier_required from store s where s.org_code = charged.org_code) = 'YES', terminal);
  cause := give_deposit_back(charged, jsonb_build_object('kind', 'depositReturn', 'id', key, 'orgCode', charged.org_code,
    'operatorId', operator, 'cashierId', cashier, 'terminalId', terminal, 'now', at_time), call -> 'payFrom', call ->> 'reason');
  answer := jsonb_build_object('message', null, 'result',
    jsonb_build_object('id', charged.id, 'deposit', charged.deposit, 'payMode', charged.pay_mode));
  perform store_request_keys(array[request_key_of(call, charged.org_code, answer)]);
  perform store_audit_entries(array[audit_entry_of(call, charged.org_code, call ->> 'kind', charged.id::text, (call ->> 'request')::jsonb,
    p_after => jsonb_strip_nulls(jsonb_build_object('deposit', charged.deposit, 'pay_mode', charged.pay_mode,
      'shift_id', cause -> 'drawer')))]);
  return jsonb_build_object('answer', answer, 'repeated', false, 'orgCode', charged.org_code);
end
$$;
