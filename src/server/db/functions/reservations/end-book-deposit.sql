-- Ends the deposit of a locked reservation, once: returns it the way it was paid, or turns it into revenue.
create or replace function end_book_deposit(
  booked reservation, p_kept boolean,
  /* Id of the return in the ledger and, for a scan payment, at the provider. */
  p_end uuid, p_operator uuid, p_cashier uuid, p_terminal uuid, p_reason text,
  /* For returned cash, as in `pay_from`; null: not chosen. */
  p_pay_from jsonb, p_now timestamptz,
  /* Whether returned cash is in no shift, because its drawer has been closed; `cash_outside` lists it. */
  p_outside boolean default false
) returns void language plpgsql as $$
declare
  cause jsonb;
begin
  if booked.deposit_state <> 'held' then
    raise exception 'the deposit of the reservation % is % and cannot end', booked.id, booked.deposit_state;
  end if;
  cause := jsonb_build_object('kind', case when p_kept then 'bookKept' else 'bookReturn' end, 'id', p_end, 'orgCode', booked.org_code,
    'operatorId', p_operator, 'cashierId', p_cashier, 'terminalId', p_terminal, 'now', p_now);
  if p_outside then
    cause := cause || jsonb_build_object('drawer', null, 'happenedAt', p_now);
  elsif not p_kept and booked.deposit_pay_mode = 'cash' then
    cause := pay_from(cause, booked.deposit, p_pay_from);
  end if;
  perform post(cause,
    (select jsonb_agg(jsonb_build_object('account', l.account, 'delta', -booked.deposit, 'reverses', l.seq) order by l.seq)
      from ledger_line l
      where l.cause_id = booked.id and l.cause_kind = 'bookDeposit' and l.org_code = booked.org_code
        and (not p_kept or l.account = 'deposit')));
  if not p_kept and booked.deposit_pay_mode = 'scan' then
    perform owe_refund(p_end, booked.org_code, booked.id, booked.deposit, p_reason, p_now);
  end if;
  update reservation r set deposit_state = case when p_kept then 'kept' else 'returned' end, deposit_end_id = p_end,
      deposit_ended_at = p_now
    where r.id = booked.id and r.org_code = booked.org_code;
end
$$;
