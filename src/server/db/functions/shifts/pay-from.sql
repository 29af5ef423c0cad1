-- Adds to a ledger cause, as `post` takes it, the source of its cash: the drawer of an open shift of the store, or the safe, with its
-- reason. All cash refunds to customers go through here.
create or replace function pay_from(
  cause jsonb, p_amount bigint,
  /* {shiftId?: the drawer; safeReason?: why the safe pays; maySafe: whether the caller may pay from the safe; operatorName; byToken: whether the
     caller is a program}; null: not chosen. */
  asked jsonb
) returns jsonb language plpgsql as $$
declare
  store constant text := cause ->> 'orgCode';
  safe_reason constant text := coalesce(asked ->> 'safeReason', '');
  at_time constant timestamptz := cause ->> 'now';
  drawer constant uuid := payout_drawer(cause, asked);
begin
  if safe_reason <> '' then
    insert into safe_payout (cause_kind, cause_id, org_code, amount, reason, operator_id, operator_name, business_day, created_at)
      values (cause ->> 'kind', (cause ->> 'id')::uuid, store, p_amount, safe_reason, (cause ->> 'operatorId')::uuid,
        coalesce(asked ->> 'operatorName', ''), business_day(store, at_time), at_time);
  end if;
  return cause || jsonb_build_object('drawer', drawer);
end
$$;
