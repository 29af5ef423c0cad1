-- Sells products, gifts and coupons in one round trip, without a ride: order, lines, wallets and ledger, stock and stored answer. A scan payment takes the
-- pieces from stock at once; `close_order` puts them back. Returns {answer, repeated, orgCode}. Its own caller may be another SQL function,
-- which then sells in its transaction.
--
-- Lock order: the batches of coupons by their ids, the member, then the items by their ids.
create or replace function sell(
  /*
   * scope, scopeEnd, key, path, bodyHash, userId, username, realname, ip, requestId, kind, request, locale: as for `charge`; signedBy,
   * terminalId, proofRefusal, cashierId, tokenHash, passwordHash, payment, payRefusal, received: as there; cart: [{productId, count,
   * price}], as for `cart_lines`; payMode: balance, cash or scan; memberId: who pays by balance, or whom the order names, or null; remark;
   * kiosk: whether a guest buys at a kiosk; now.
   */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  key constant uuid := call ->> 'key';
  operator constant uuid := call ->> 'userId';
  cashier constant uuid := call ->> 'cashierId';
  at_time constant timestamptz := call ->> 'now';
  pay_mode constant text := call ->> 'payMode';
  from_member constant boolean := call ->> 'payMode' = 'balance';
  at_kiosk constant boolean := coalesce((call ->> 'kiosk')::boolean, false);
  member text := call ->> 'memberId';
  answer jsonb;
  venue store;
  counter terminal;
  refusal text;
  goods order_line[];
  amount bigint;
  free jsonb;
  part bigint;
  lines jsonb := '[]';
  posted jsonb := '[]';
  taken record;
  seller play_record;
  sold consume_order;
  received bigint;
begin
  answer := begin_call(call);
  if answer is not null then
    return jsonb_build_object('answer', answer, 'repeated', true);
  end if;
  if call -> 'proofRefusal' <> 'null' then
    perform refuse(call #>> '{proofRefusal,code}', call #> '{proofRefusal,details}');
  end if;
  select s.* into venue from goods_item g join store s on s.org_code = g.org_code where g.id = (call #>> '{cart,0,productId}')::uuid;
  if venue.org_code is null then
    perform refuse('products.unknown', '{"field": "lines", "line": 1}');
  elsif pay_mode = 'cash' and venue.accepts_cash <> 'YES' then
    perform refuse('sessions.cashRefused', '{"field": "consumePayMode"}');
  elsif pay_mode = 'scan' and call -> 'payRefusal' <> 'null' then
    perform refuse(call #>> '{payRefusal,code}', call #> '{payRefusal,details}');
  elsif from_member and member is null then
    perform refuse('members.required', '{"field": "userId"}');
  end if;
  if call ->> 'signedBy' is not null or call ->> 'terminalId' is not null then
    select t.* into counter from terminal t
      where t.id = coalesce(call ->> 'signedBy', call ->> 'terminalId')::uuid and t.org_code = venue.org_code;
    refusal := terminal_refusal(counter, (call ->> 'signedBy')::uuid, false);
    if refusal is not null then
      perform refuse(refusal);
    end if;
  end if;
  seller.cashier_name := coalesce(require_cashier(call, venue.org_code, venue.cashier_required = 'YES' and not at_kiosk,
    (call ->> 'signedBy')::uuid), '');
  goods := cart_lines(venue.org_code, key, call -> 'cart', at_time);
  if at_kiosk and exists (select from unnest(goods) l
      join goods_item g on g.id = coalesce(l.product_id, l.gift_id, l.batch_id) and g.org_code = venue.org_code where not g.self_service) then
    perform refuse('kiosks.notOffered', '{"field": "lines"}');
  end if;
  amount := cart_amount(goods);
  received := received_cash((call ->> 'received')::bigint, amount, pay_mode);

  perform lock_sold_batches(goods, venue.org_code, member);
  if member is not null then
    member := coalesce((select m.merged_into from member m where m.id = member and m.org_code = venue.org_code), member);
    perform lock_payer(venue.org_code, member, from_member, call ->> 'passwordHash', business_day(venue.org_code, at_time), at_time);
  end if;
  if from_member then
    free := spendable(venue.org_code, member, at_time);
    part := split_paid(amount, (free ->> 'balance')::bigint, (free ->> 'give')::bigint, venue.charge_order);
    if part is null then
      perform refuse('members.insufficientBalance', jsonb_build_object('field', 'userId', 'needed', amount,
        'available', (free ->> 'balance')::bigint + (free ->> 'give')::bigint));
    end if;
    lines := charge_line(charge_line(lines, 'balance', '', -part), 'give', '', part - amount);
  else
    lines := charge_line(lines, pay_mode, '', amount);
  end if;
  if pay_mode <> 'scan' then
    posted := post(
      jsonb_build_object('kind', 'consume', 'id', key, 'orgCode', venue.org_code, 'operatorId', operator, 'cashierId', cashier,
        'terminalId', counter.id, 'now', at_time),
      (select jsonb_agg(l || jsonb_build_object('member', member)) from jsonb_array_elements(lines) l));
    for place in 0 .. jsonb_array_length(lines) - 1 loop
      lines := jsonb_set(lines, array[place::text], lines -> place || (posted -> place));
    end loop;
  end if;
  perform take_goods(jsonb_build_object('id', key, 'operatorId', operator, 'operatorName', call ->> 'realname', 'terminalId', counter.id,
    'now', at_time), goods, member);

  taken := wallets_taken(posted);
  seller.org_code := venue.org_code;
  seller.member_id := member;
  seller.consume_type := 'PRODUCT';
  seller.rule_name := left((select string_agg(l.name || case when l.pieces > 1 then ' × ' || l.pieces else '' end, ', ' order by l.place)
    from unnest(goods) l), 200);
  seller.racer := '';
  seller.remark := call ->> 'remark';
  seller.operator_id := operator;
  seller.operator_name := call ->> 'realname';
  seller.cashier_id := cashier;
  seller.terminal_id := counter.id;
  seller.terminal_name := coalesce(counter.name, '');
  seller.discount := 0;
  seller.price_mode := 'one';
  sold := new_order(seller, key, '{}', pay_mode, '', 0, amount, 0, received, call ->> 'locale', at_time, taken.balance, taken.give,
    p_goods => amount, p_goods_give => taken.give);
  if pay_mode = 'scan' then
    perform start_payment(call -> 'payment' || jsonb_build_object('orgCode', venue.org_code, 'amount', amount,
      'subject', left(venue.name || ' ' || seller.rule_name, 100), 'cashierId', cashier, 'terminalId', counter.id));
  end if;
  perform store_orders(array[sold]);
  perform store_order_lines(goods);
  perform sell_coupons(goods, member, seller.operator_name, sold.state = 'nopay', at_time);
  answer := jsonb_build_object('message', key, 'result', jsonb_build_object('id', key, 'payState', sold.state, 'payMode', pay_mode,
    'amount', amount, 'lines', lines, 'goods', sold_lines(goods)));
  perform store_request_keys(array[request_key_of(call, venue.org_code, answer)]);
  perform store_audit_entries(array[audit_entry_of(call, venue.org_code, call ->> 'kind', key::text, (call ->> 'request')::jsonb,
    p_after => jsonb_build_object('amount', amount, 'pay_mode', pay_mode, 'member_id', member, 'goods', sold_lines(goods)))]);
  return jsonb_build_object('answer', answer, 'repeated', false, 'orgCode', venue.org_code);
end
$$;
