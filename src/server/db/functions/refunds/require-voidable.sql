-- Refuses the void of a sale that is too old or not the last of its counter, and one that lacks a required approval. Returns the approver;
-- null where none was needed. The caller has locked the order.
create or replace function require_voidable(
  /* {approverId, approverHash}: the approver, and the hash that the approver's refund password matched; null where a badge was shown. */
  approval jsonb, p_kind text, p_order uuid, p_org_code text, p_terminal uuid, p_operator uuid, p_now timestamptz
) returns uuid language plpgsql as $$
declare
  approver constant uuid := approval ->> 'approverId';
  refusal constant jsonb := void_refusal(p_kind, p_order, p_org_code, p_terminal, p_operator, p_now);
  reasons constant text[] := void_approvals(p_kind, p_order, p_org_code);
begin
  if refusal is not null then
    perform refuse(refusal ->> 'code', refusal -> 'details');
  elsif cardinality(reasons) = 0 then
    return null;
  elsif approver is null then
    perform refuse('refunds.approvalRequired', jsonb_build_object('field', 'approverId', 'reasons', reasons));
  elsif not exists (select from people_with('refund:approve', p_org_code) as person (id) where person.id = approver) then
    perform refuse('refunds.approverUnknown', '{"field": "approverId"}');
  elsif approval ->> 'approverHash' is not null and approval ->> 'approverHash' is distinct from
      (select coalesce(u.refund_password_hash, u.password_hash) from user_account u where u.id = approver) then
    perform refuse('refunds.passwordWrong', '{"field": "approverPassword"}');
  end if;
  return approver;
end
$$;
