-- Reverses an exchange once: takes what it added from the lots that it made, and returns the value to the lots that it came from. Refuses
-- where a part of it has been spent or is held. Returns {orgCode, memberId}.
--
-- Lock order: the exchange, its member.
create or replace function reverse_exchange(
  /* exchangeId; id: of the ledger cause; reason; operatorId, operatorName, terminalId, now. */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  made wallet_exchange;
  holder text;
begin
  select e.* into made from wallet_exchange e where e.id = (call ->> 'exchangeId')::uuid for no key update;
  if not found then
    perform refuse('common.recordNotFound', '{"field": "id"}');
  elsif made.state = 'reversed' then
    perform refuse('exchange.reversedBefore', jsonb_build_object('by', made.reversed_by));
  end if;
  holder := lock_current_member(made.member_id, made.org_code);
  perform post(call || jsonb_build_object('kind', 'exchangeBack', 'orgCode', made.org_code), (
    select jsonb_agg(jsonb_build_object('account', l.account, 'member', holder, 'project', l.project, 'delta', -l.delta, 'reverses', l.seq)
        order by l.delta desc)
      from ledger_line l where l.cause_id = made.id and l.cause_kind = 'exchange' and l.org_code = made.org_code));
  update wallet_exchange e set state = 'reversed', reversal_id = (call ->> 'id')::uuid, reversed_at = (call ->> 'now')::timestamptz,
      reversed_by = call ->> 'operatorName', reverser_id = (call ->> 'operatorId')::uuid, reason = call ->> 'reason'
    where e.id = made.id and e.org_code = made.org_code;
  return jsonb_build_object('orgCode', made.org_code, 'memberId', holder);
end
$$;
