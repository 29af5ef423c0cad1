-- What voiding a sale returns besides its deposit: `plan_refund` of the whole remainder. A charge of nothing, such as a test drive, is
-- voided for its ride only.
create or replace function void_plan(p_kind text, p_order uuid, p_now timestamptz) returns jsonb language plpgsql stable as $$
declare
  plan constant jsonb := plan_refund(p_kind, p_order, null, p_now);
begin
  if p_kind = 'consume' and plan #>> '{refusal,code}' = 'refunds.nothingPaid' then
    return plan || '{"refusal": null, "amount": 0, "lines": []}';
  end if;
  return plan;
end
$$;
