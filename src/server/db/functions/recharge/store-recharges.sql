-- Writes what paid recharges leave beside the ledger: orders, gifts, levels, receipts, answers and the trail. Returns {key: {answer, orgCode}}. The
-- caller has locked the members and credited the value.
create or replace function store_recharges(sales recharge_sale[]) returns jsonb language plpgsql as $$
declare
  sale recharge_sale;
  sold recharge_order;
  receipt jsonb;
  answer jsonb;
  jobs print_job[] := '{}';
  answered request_key[] := '{}';
  trail audit_entry[] := '{}';
  gifts recharge_order[] := '{}';
begin
  insert into recharge_order select (s.sold).* from unnest(sales) s;
  foreach sale in array sales loop
    sold := sale.sold;
    if sold.gift_id is not null then
      gifts := gifts || sold;
    end if;
    if sold.member_level <> '' then
      perform give_level(sold.member_id, sold.org_code, sold.member_level, sold.id, sold.paid_at);
    end if;
    receipt := recharge_receipt(sale);
    jobs := jobs || new_print_job((sale.call ->> 'printJobId')::uuid, sold.org_code, receipt, 0, sold.print_id, null, sold.paid_at);
    answer := jsonb_build_object('message', sold.id, 'result', (sale.call -> 'shown') || jsonb_build_object('sysOrgCode', sold.org_code,
      'sysOrgCode_dictText', sale.store_name, 'userId', sold.member_id, 'roleName', sold.rule_name, 'amount', wire_money(sold.amount),
      'revenue', wire_money(sold.amount), 'payOrderNumber', '', 'serialNumber', '', 'recharge', wire_money(sold.balance),
      'give', wire_money(sold.give), 'integral', sold.integral, 'frequency', sold.frequency, 'laps', sold.laps,
      'validUntil', sold.valid_until, 'memberLevel', sold.member_level, 'departusername', sold.cashier_name,
      'terminalName', sold.terminal_name, 'userNickname', sale.nickname, 'userTruenmae', sale.realname,
      'userPhone', case when (sale.call ->> 'mayPhones')::boolean then sale.phone else mask_phone(sale.phone) end));
    answered := answered || request_key_of(sale.call, sold.org_code, answer);
    trail := trail || audit_entry_of(sale.call, sale.call ->> 'userOrgCode', sale.call ->> 'kind', sold.id::text,
      (sale.call ->> 'request')::jsonb,
      p_after => jsonb_build_object('rule', sold.rule_name, 'amount', wire_money(sold.amount), 'recharge', wire_money(sold.balance),
        'give', wire_money(sold.give), 'userId', sold.member_id, 'consumePayMode', 'cash', 'payState', 'paid'),
      p_cost_ms => call_cost_ms(sale.call));
  end loop;
  if gifts <> '{}' then
    perform store_order_gifts(gifts);
  end if;
  perform store_print_jobs(jobs);
  -- A key used by another call violates the constraint and rolls back all of them; then each is recharged by itself.
  perform store_request_keys(answered);
  perform store_audit_entries(trail);
  return (select jsonb_object_agg(k.key, jsonb_build_object('answer', k.answer, 'orgCode', k.org_code)) from unnest(answered) k);
end
$$;
