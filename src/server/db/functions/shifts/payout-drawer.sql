-- The drawer from which cash is paid out, as `paying_drawer`; null for the safe, which a reason names. Refuses whoever may not pay so.
create or replace function payout_drawer(
  /* orgCode, terminalId and operatorId of a ledger cause. */ cause jsonb, /* As for `pay_from`. */ asked jsonb
) returns uuid language plpgsql as $$
declare
  chosen constant uuid := asked ->> 'shiftId';
begin
  if (asked ->> 'byToken')::boolean then
    perform refuse('accessTokens.noCash');
  end if;
  if coalesce(asked ->> 'safeReason', '') = '' then
    return paying_drawer(cause ->> 'orgCode', (cause ->> 'terminalId')::uuid, (cause ->> 'operatorId')::uuid, chosen);
  elsif chosen is not null then
    perform refuse('shifts.drawerOrSafe', '{"field": "safeReason"}');
  elsif (asked ->> 'maySafe')::boolean is not true then
    perform refuse('shifts.safeNotYours', '{"field": "safeReason"}');
  end if;
  return null;
end
$$;
