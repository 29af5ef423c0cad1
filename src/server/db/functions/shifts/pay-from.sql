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
  chosen constant uuid := asked ->> 'shiftId';
  safe_reason constant text := coalesce(asked ->> 'safeReason', '');
  at_time constant timestamptz := cause ->> 'now';
begin
  if (asked ->> 'byToken')::boolean then
    perform refuse('accessTokens.noCash');
  end if;
  if safe_reason = '' then
    return cause || jsonb_build_object('drawer',
      paying_drawer(store, (cause ->> 'terminalId')::uuid, (cause ->> 'operatorId')::uuid, chosen));
  elsif chosen is not null then
    perform refuse('shifts.drawerOrSafe', '{"field": "safeReason"}');
  elsif (asked ->> 'maySafe')::boolean is not true then
    perform refuse('shifts.safeNotYours', '{"field": "safeReason"}');
  end if;
  insert into safe_payout (cause_kind, cause_id, org_code, amount, reason, operator_id, operator_name, business_day, created_at)
    values (cause ->> 'kind', (cause ->> 'id')::uuid, store, p_amount, safe_reason, (cause ->> 'operatorId')::uuid,
      coalesce(asked ->> 'operatorName', ''), business_day(store, at_time), at_time);
  return cause || '{"drawer": null}';
end
$$;
