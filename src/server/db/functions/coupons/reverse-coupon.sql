-- Reverses the redemption of a value: takes it from the lot that it made, and the code is as before. Refuses where a part of the value has
-- been spent or is held, and a redemption at a store outside the caller's scope. Returns {orgCode, memberId, code}.
--
-- Lock order: the code, its member.
create or replace function reverse_coupon(
  /* codeId; id: of the ledger cause; reason; operatorId, operatorName, terminalId, now. */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  taken coupon_code;
  batch coupon_batch;
  given ledger_line;
  holder text;
  -- Where it was redeemed.
  place text;
begin
  select c.* into taken from coupon_code c where c.id = (call ->> 'codeId')::uuid for update;
  if not found then
    perform refuse('common.recordNotFound', '{"field": "id"}');
  end if;
  select b.* into batch from coupon_batch b where b.id = taken.batch_id and b.org_code = taken.org_code;
  if batch.kind <> 'value' or taken.used_for is null then
    perform refuse('couponCodes.notRedeemed', '{"field": "id"}');
  end if;
  place := coalesce(taken.used_org, taken.org_code);
  if not exists (select from store s where s.org_code = place) then
    perform refuse('couponCodes.usedElsewhere', jsonb_build_object('field', 'id',
      'store', coalesce((select n.name from names_of_stores(array[place]) n), place)));
  end if;
  holder := lock_current_member(taken.member_id, place);
  select l.* into given from ledger_line l
    where l.cause_id = taken.used_for and l.cause_kind = 'coupon' and l.org_code = place;
  perform post(call || jsonb_build_object('kind', 'couponBack', 'orgCode', place), jsonb_build_array(
    jsonb_build_object('account', given.account, 'member', holder, 'delta', -given.delta, 'reverses', given.seq)));
  insert into coupon_reversal (id, org_code, code_id, redemption_id, member_id, value, reason, operator_id, operator_name, created_at,
      used_org)
    values ((call ->> 'id')::uuid, taken.org_code, taken.id, taken.used_for, holder, given.delta, call ->> 'reason',
      (call ->> 'operatorId')::uuid, call ->> 'operatorName', (call ->> 'now')::timestamptz, taken.used_org);
  -- As before the redemption: nobody's, unless it was issued.
  update coupon_code c set used_for = null, used_at = null, used_org = null,
      member_id = case when c.issued_at is not null then c.member_id end
    where c.id = taken.id and c.org_code = taken.org_code;
  return jsonb_build_object('orgCode', place, 'memberId', holder, 'code', taken.code);
end
$$;
