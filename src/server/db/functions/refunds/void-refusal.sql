-- Why a sale cannot be voided at a counter now, as {code, details}; null where it can, with an approval if `void_approvals` requires one.
create or replace function void_refusal(
  p_kind text, p_order uuid, p_org_code text, p_terminal uuid, p_operator uuid, p_now timestamptz
) returns jsonb language plpgsql stable as $$
declare
  minutes constant integer := (select s.void_minutes from store s where s.org_code = p_org_code);
  last constant jsonb := last_sale(p_org_code, p_terminal, p_operator, p_now);
begin
  if minutes = 0 then
    return '{"code": "refunds.voidOff", "details": {}}';
  elsif last ->> 'id' is distinct from p_order::text or last ->> 'kind' is distinct from p_kind then
    return '{"code": "refunds.voidNotLast", "details": {"field": "orderId"}}';
  elsif (last ->> 'soldAt')::timestamptz < p_now - make_interval(mins => minutes) then
    return jsonb_build_object('code', 'refunds.voidTooLate', 'details', jsonb_build_object('field', 'orderId', 'minutes', minutes));
  elsif p_kind = 'consume' and exists (select from reservation_arrival a where a.order_id = p_order and a.org_code = p_org_code) then
    return '{"code": "refunds.voidReserved", "details": {"field": "orderId"}}';
  end if;
  return null;
end
$$;
