-- Records a refund of a payment, in part or whole, for the order it paid; the provider is asked until it has refunded.
create or replace function owe_refund(
  /* The provider's reference of the refund. */
  p_id uuid, p_org_code text, p_payment uuid, p_amount bigint, p_reason text, p_now timestamptz
) returns void language plpgsql as $$
begin
  insert into payment_refund (id, org_code, payment_id, amount, kind, reason, created_at, next_at)
    values (p_id, p_org_code, p_payment, p_amount, 'order', p_reason, p_now, p_now);
  -- All copies of the server receive this on commit.
  perform pg_notify('pitlane', '{"kind":"payments"}');
end
$$;
