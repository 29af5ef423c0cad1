-- Refunds an order, whole or in part, in one round trip: value returns to the wallets and lots it came from, cash comes out of the drawer,
-- and scan payments are refunded by the provider, who reports the result later (`end_refund`). Returns {answer, repeated, orgCode}.
--
-- Lock order: the order, its coupon, its member, items in stock. Codes of coupon lines are locked last, without waiting.
create or replace function refund(
  /*
   * scope, scopeEnd, key, path, bodyHash, userId, username, realname, ip, requestId, kind, request: as for `charge`; orderKind, orderId, amount
   * (fen; null: all that is left), lines: pieces of products, as for `plan_charge_refund`, or null; reason; passwordHash: the hash that the caller's refund password matched; manages: whether the caller
   * has no refund limit; payFrom: for cash, as in `pay_from`; approval: of a void, as in `require_voidable`, else null; depositKey: a new
   * id for the return of the deposit by a void; cashierId, terminalId, tokenHash; locale and slip: of the receipt, as in `refund_slip`;
   * printId; jobId; now.
   */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  key constant uuid := call ->> 'key';
  operator constant uuid := call ->> 'userId';
  cashier constant uuid := call ->> 'cashierId';
  terminal constant uuid := call ->> 'terminalId';
  order_kind constant text := call ->> 'orderKind';
  -- Voiding a counter's last sale is a full refund by its seller; time and counter replace the refund password.
  voiding constant boolean := coalesce(jsonb_typeof(call -> 'approval') = 'object', false);
  wanted_order constant uuid := call ->> 'orderId';
  wanted_lines constant jsonb := nullif(call -> 'lines', 'null');
  at_time constant timestamptz := call ->> 'now';
  answer jsonb;
  plan jsonb;
  venue store;
  made refund_order;
  cause jsonb;
  charged consume_order;
  now_lines jsonb;
begin
  answer := begin_call(call);
  if answer is not null then
    return jsonb_build_object('answer', answer, 'repeated', true);
  end if;
  -- Checked values may have changed before the lock.
  if not voiding and (select coalesce(u.refund_password_hash, u.password_hash) from user_account u where u.id = operator)
      is distinct from call ->> 'passwordHash' then
    perform refuse('refunds.passwordWrong', '{"field": "password"}');
  end if;
  if voiding and order_kind = 'consume' then
    perform lock_rides(wanted_order);
  end if;
  if order_kind = 'consume' then
    select o.* into charged from consume_order o where o.id = wanted_order for no key update;
  else
    perform 1 from recharge_order o where o.id = wanted_order for no key update;
  end if;
  -- Locks the member before planning, so that nothing in the plan is spent meanwhile.
  plan := plan_refund(order_kind, wanted_order, (call ->> 'amount')::bigint, at_time, wanted_lines);
  if plan is null then
    perform refuse('common.recordNotFound', '{"field": "orderId"}');
  end if;
  -- The coupon is valid again when the order is returned, by scan once the provider has paid.
  if charged.coupon_code <> '' and plan ->> 'payWay' <> 'scan' and is_returned(charged, charged.refunded + (plan ->> 'amount')::bigint,
      wanted_lines is not null) then
    perform undo_coupon(plan ->> 'orgCode', wanted_order, at_time);
  end if;
  if charged.settles_member is not null then
    -- A void may change two members; a fixed lock order avoids deadlocks.
    perform 1 from member m where m.id in (plan ->> 'memberId', charged.settles_member) and m.org_code = plan ->> 'orgCode'
      order by m.id for no key update;
  end if;
  if plan ->> 'memberId' is not null then
    perform lock_current_member(plan ->> 'memberId', plan ->> 'orgCode');
    plan := plan_refund(order_kind, wanted_order, (call ->> 'amount')::bigint, at_time, wanted_lines);
  end if;
  if voiding then
    plan := void_plan(order_kind, wanted_order, at_time);
  end if;
  if plan -> 'refusal' <> 'null' then
    perform refuse(plan #>> '{refusal,code}', plan #> '{refusal,details}');
  end if;
  if voiding then
    made.approver_id := require_voidable(call -> 'approval', order_kind, wanted_order, plan ->> 'orgCode', terminal, operator, at_time);
  end if;
  select s.* into venue from store s where s.org_code = plan ->> 'orgCode';
  -- A refund requires no cashier: the caller has just proven who they are.
  made.cashier_name := coalesce(require_cashier(call, venue.org_code, voiding and venue.cashier_required = 'YES', terminal), '');

  made.id := key;
  made.org_code := venue.org_code;
  made.order_kind := order_kind;
  made.order_id := wanted_order;
  made.member_id := plan ->> 'memberId';
  made.rule_name := plan ->> 'ruleName';
  made.pay_way := plan ->> 'payWay';
  made.state := case made.pay_way when 'scan' then 'refunding' else 'refunded' end;
  made.amount := plan ->> 'amount';
  made.balance := moved_by(plan -> 'lines', 'balance');
  made.give := moved_by(plan -> 'lines', 'give');
  made.integral := moved_by(plan -> 'lines', 'integral');
  made.laps := moved_by(plan -> 'lines', 'laps');
  made.coins := moved_by(plan -> 'lines', 'coins');
  made.frequency := moved_by(plan -> 'lines', 'frequency');
  made.unlimited := moved_by(plan -> 'lines', 'unlimited');
  made.goods := coalesce((plan ->> 'goods')::bigint, 0);
  made.goods_give := coalesce((plan ->> 'goodsGive')::bigint, 0);
  made.coupon := coalesce((plan ->> 'coupon')::bigint, 0);
  made.keeps_rides := coalesce((plan ->> 'keepsRides')::boolean, false);
  made.card := nullif(plan -> 'card', 'null');
  made.voids := voiding;
  made.approver_name := coalesce((select u.realname from user_account u where u.id = made.approver_id), '');
  made.reason := call ->> 'reason';
  made.trouble := '';
  made.operator_id := operator;
  made.operator_name := call ->> 'realname';
  made.cashier_id := cashier;
  made.terminal_id := terminal;
  made.terminal_name := coalesce((select t.name from terminal t where t.id = terminal and t.org_code = venue.org_code), '');
  made.locale := call ->> 'locale';
  made.business_day := business_day(venue.org_code, at_time);
  made.created_at := at_time;
  made.ended_at := case made.state when 'refunded' then at_time end;
  if not voiding and not (call ->> 'manages')::boolean then
    perform require_refund_limit(venue.org_code, operator, made.business_day, made.amount);
  end if;
  insert into refund_order select (made).*;
  -- A scan payment is handed back when the provider confirms it; until then nothing it bought can be spent.
  now_lines := (select coalesce(jsonb_agg(l || jsonb_build_object('member', made.member_id)), '[]')
    from jsonb_array_elements(plan -> 'lines') l where l ->> 'account' <> 'scan');
  if now_lines <> '[]' then
    cause := refund_cause(made, 'refund', at_time);
    if made.pay_way = 'cash' then
      cause := pay_from(cause, made.amount - made.coupon, call -> 'payFrom');
    end if;
    if charged.home_org_code is null then
      perform post(cause, now_lines);
    else
      perform post_visit(cause, charged.home_org_code, charged.home_member_id, now_lines);
    end if;
  end if;
  if jsonb_array_length(coalesce(plan -> 'pieces', '[]')) > 0 then
    perform store_refund_lines(made, plan -> 'pieces');
    if made.state = 'refunded' then
      perform end_refund_lines(made, true, at_time);
    end if;
  end if;
  if made.state = 'refunding' then
    perform owe_refund(key, made.org_code, wanted_order, made.amount - made.coupon, made.reason, at_time);
  end if;
  perform change_refunded(made, made.amount, made.state, at_time);
  if voiding and order_kind = 'consume' then
    if charged.deposit > 0 and charged.deposit_returned_at is null then
      perform give_deposit_back(charged, refund_cause(made, 'depositReturn', at_time) || jsonb_build_object('id', call ->> 'depositKey'),
        call -> 'payFrom', made.reason);
    end if;
    perform undo_rides(charged, operator, made.operator_name, at_time);
  end if;
  perform store_print_jobs(array[new_print_job((call ->> 'jobId')::uuid, made.org_code, refund_slip(made, venue, call -> 'slip'), 0,
    call ->> 'printId', null, at_time)]);

  answer := jsonb_build_object('message', key, 'result', jsonb_build_object('id', key, 'refundState', made.state, 'payWay', made.pay_way,
    'amount', made.amount, 'lines', plan -> 'lines'));
  perform store_request_keys(array[request_key_of(call, made.org_code, answer)]);
  perform store_audit_entries(array[audit_entry_of(call, made.org_code, call ->> 'kind', key::text, (call ->> 'request')::jsonb,
    p_after => jsonb_strip_nulls(jsonb_build_object('order_id', wanted_order, 'amount', made.amount, 'state', made.state,
      'pay_way', made.pay_way, 'shift_id', cause -> 'drawer', 'pieces', nullif(plan -> 'pieces', '[]'), 'voids', nullif(made.voids, false), 'approver_id', made.approver_id)))]);
  return jsonb_build_object('answer', answer, 'repeated', false, 'orgCode', made.org_code);
end
$$;
