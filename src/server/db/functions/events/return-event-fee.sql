-- Gives back a part of a fee that was taken, to the wallets and lots that it came from; in proportion to what was taken of each, where what
-- rounding leaves is paid balance. Returns the cause. The caller has locked the event and the sign-up.
create or replace function return_event_fee(signed event_sign_up, p_amount bigint, p_operator uuid, p_now timestamptz) returns uuid
language plpgsql as $$
declare
  new_cause constant uuid := gen_random_uuid();
  holder constant text := lock_current_member(signed.member_id, signed.org_code);
  gifts bigint;
  gift_back bigint;
begin
  select coalesce(sum(-l.delta), 0)::bigint into gifts from ledger_line l
    where l.cause_id = signed.id and l.cause_kind = 'eventFee' and l.org_code = signed.org_code and l.account = 'give';
  gift_back := div(p_amount::numeric * gifts, signed.fee)::bigint;
  perform post(jsonb_build_object('kind', 'eventBack', 'id', new_cause, 'orgCode', signed.org_code, 'operatorId', p_operator,
      'now', p_now, 'drawer', null), (
    select jsonb_agg(jsonb_build_object('account', l.account, 'member', holder, 'reverses', l.seq,
        'delta', case l.account when 'give' then gift_back else p_amount - gift_back end) order by l.seq)
      from ledger_line l where l.cause_id = signed.id and l.cause_kind = 'eventFee' and l.org_code = signed.org_code));
  return new_cause;
end
$$;
