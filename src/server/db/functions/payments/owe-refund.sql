-- Owes a customer a part of a payment, or all of it, for the order that it paid: the provider is asked for it until it has given it back.
create or replace function owe_refund(
  /* By which the provider knows the refund. */
  p_id uuid, p_org_code text, p_payment uuid, p_amount bigint, p_reason text, p_now timestamptz
) returns void language plpgsql as $$
begin
  insert into payment_refund (id, org_code, payment_id, amount, kind, reason, created_at, next_at)
    values (p_id, p_org_code, p_payment, p_amount, 'order', p_reason, p_now, p_now);
  -- Heard by every copy of the server when this commits.
  perform pg_notify('pitlane', '{"kind":"payments"}');
end
$$;
