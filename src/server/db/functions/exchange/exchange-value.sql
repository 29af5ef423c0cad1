-- Exchanges value of a member at a rate: takes the amount from the lots that end first, and adds what it gives in lots with the same ends.
-- Returns {orgCode, memberId, fromWallet, toWallet, received, posted}, with `posted` as `post` returns it.
--
-- Lock order: the member. Two exchanges of a member are serialized, so the limit of a day holds.
create or replace function exchange_value(
  /*
   * id: of the exchange and its ledger cause; rateId, memberId; amount; expected: what the screen has shown as received, or null;
   * passwordHash: the hash that the entered consumption password matched; operatorId, operatorName, terminalId, now.
   */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  at_time constant timestamptz := call ->> 'now';
  amount constant bigint := call ->> 'amount';
  rate exchange_rate;
  payer member;
  number text;
  plan jsonb;
  refusal jsonb;
  posted jsonb;
begin
  select r.* into rate from exchange_rate r where r.id = (call ->> 'rateId')::uuid;
  if not found then
    perform refuse('common.recordNotFound', '{"field": "rateId"}');
  end if;
  number := lock_current_member(call ->> 'memberId', rate.org_code);
  select m.* into payer from member m where m.id = number and m.org_code = rate.org_code;
  refusal := payer_refusal(payer, true, call ->> 'passwordHash', at_time);
  if refusal is null then
    plan := plan_exchange(rate, payer, amount, at_time);
    refusal := nullif(plan -> 'refusal', 'null');
  end if;
  if refusal is null and (call ->> 'expected')::numeric <> (plan ->> 'received')::numeric then
    refusal := '{"code": "exchange.changed", "details": {"field": "amount"}}';
  end if;
  if refusal is not null then
    perform refuse(refusal ->> 'code', refusal -> 'details' || jsonb_build_object('wallet', rate.from_wallet));
  end if;
  insert into wallet_exchange (id, org_code, member_id, rate_id, from_wallet, from_project, to_wallet, to_project, from_units, to_units,
      amount, received, business_day, operator_id, operator_name, terminal_id, terminal_name, created_at)
    values ((call ->> 'id')::uuid, rate.org_code, payer.id, rate.id, rate.from_wallet, rate.from_project, rate.to_wallet, rate.to_project,
      rate.from_units, rate.to_units, amount, (plan ->> 'received')::bigint, business_day(rate.org_code, at_time),
      (call ->> 'operatorId')::uuid, call ->> 'operatorName', (call ->> 'terminalId')::uuid,
      coalesce((select t.name from terminal t where t.id = (call ->> 'terminalId')::uuid and t.org_code = rate.org_code), ''), at_time);
  posted := post(call || jsonb_build_object('kind', 'exchange', 'orgCode', rate.org_code), jsonb_build_array(
    jsonb_build_object('account', rate.from_wallet, 'member', payer.id, 'project', rate.from_project, 'delta', -amount),
    jsonb_build_object('account', rate.to_wallet, 'member', payer.id, 'project', rate.to_project, 'delta', (plan ->> 'received')::bigint)));
  return jsonb_build_object('orgCode', rate.org_code, 'memberId', payer.id, 'fromWallet', rate.from_wallet, 'toWallet', rate.to_wallet,
    'received', (plan ->> 'received')::bigint, 'posted', posted);
end
$$;
