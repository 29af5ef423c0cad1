-- The receipt of a paid recharge. Same as orderReceipt in src/server/features/recharge/receipt.service.ts. Queries
-- nothing but the name of a gift.
create or replace function recharge_receipt(sale recharge_sale) returns jsonb language plpgsql stable as $$
declare
  words constant jsonb := sale.call -> 'words';
  sold constant recharge_order := sale.sold;
  cashier constant text := coalesce(nullif(sold.cashier_name, ''), sold.operator_name);
  part ledger_posted;
  is_money boolean;
  after jsonb := '[]';
  facts jsonb;
begin
  facts := jsonb_build_array(
    jsonb_build_array(words -> 'member', trim(coalesce(nullif(sale.realname, ''), sale.nickname) || ' ' || sold.member_id)),
    jsonb_build_array(words -> 'rule', sold.rule_name),
    jsonb_build_array(words -> 'paid', shown_money(sold.amount) || ' ' || (words ->> 'cash')));
  foreach part in array sale.posted loop
    continue when part.account = 'cash';
    is_money := part.account in ('balance', 'give');
    facts := facts || jsonb_build_array(jsonb_build_array(words -> 'wallets' -> part.account,
      '+' || case when is_money then shown_money(part.after - part.before) else (part.after - part.before)::text end));
    after := after || jsonb_build_array(jsonb_build_array(words -> 'after' -> part.account,
      case when is_money then shown_money(part.after) else part.after::text end));
  end loop;
  if sold.gift_id is not null then
    facts := facts || (select jsonb_build_array(jsonb_build_array(words -> 'gift', g.name || ' × ' || sold.gift_count))
      from gift g where g.id = sold.gift_id and g.org_code = sold.org_code);
  end if;
  facts := facts || jsonb_build_array(jsonb_build_array(words -> 'validity', coalesce(sold.valid_until::text, words ->> 'forEver'))) || after
    || jsonb_build_array(jsonb_build_array(words -> 'time', to_char(sold.paid_at at time zone sale.time_zone, 'YYYY-MM-DD HH24:MI:SS')))
    || case when cashier = '' then '[]' else jsonb_build_array(jsonb_build_array(words -> 'cashier', cashier)) end
    || case when sold.terminal_name = '' then '[]' else jsonb_build_array(jsonb_build_array(words -> 'terminal', sold.terminal_name)) end
    || case when sold.remark = '' then '[]' else jsonb_build_array(jsonb_build_array(words -> 'remark', sold.remark)) end;
  return (sale.call -> 'ticket') || jsonb_build_object('storeName', sale.store_name, 'timeZone', sale.time_zone, 'document',
    jsonb_build_object('kind', 'receipt', 'title', words -> 'title', 'facts', facts, 'content', (words ->> 'order') || ' ' || sold.id,
      'foot', coalesce(nullif(sale.receipt_foot, ''), words ->> 'keep')));
end
$$;
