-- Returns the deposit of an order that the caller has locked and found to be held: cash out of a drawer, a scan through its payment.
-- Returns the cause as posted, with its drawer.
create or replace function give_deposit_back(
  charged consume_order, /* Of kind depositReturn. */ cause jsonb, /* As for `pay_from`. */ pay_from_asked jsonb, p_reason text
) returns jsonb language plpgsql as $$
declare
  at_time constant timestamptz := cause ->> 'now';
  posted jsonb := cause;
  payer text;
begin
  if charged.pay_mode = 'cash' then
    posted := pay_from(cause, charged.deposit, pay_from_asked);
  end if;
  -- The current owner of the order: its member may have been merged since the sale.
  payer := lock_current_member(charged.member_id, charged.org_code);
  perform post(posted,
    (select jsonb_agg(jsonb_build_object('account', l.account, 'member',
        case when l.member_id is not null then payer end, 'delta', -charged.deposit, 'reverses', l.seq) order by l.seq)
      from ledger_line l
      where l.cause_id = charged.id and l.cause_kind = 'consume' and l.org_code = charged.org_code
        and l.account = any ('{cash,scan,deposit}'::text[])));
  if charged.pay_mode = 'scan' then
    perform owe_refund((cause ->> 'id')::uuid, charged.org_code, charged.id, charged.deposit, p_reason, at_time);
  end if;
  update consume_order o set deposit_returned_at = at_time, deposit_return_id = (cause ->> 'id')::uuid
    where o.id = charged.id and o.org_code = charged.org_code;
  return posted;
end
$$;
