-- A refused refund plan, with the maximum that could be refunded.
create or replace function refuse_plan(code text, details jsonb, refundable bigint) returns jsonb
language sql immutable parallel safe as $$
  select jsonb_build_object('refusal', jsonb_build_object('code', code, 'details', details), 'refundable', refundable,
    'amount', 0, 'lines', '[]'::jsonb)
$$;
