-- Takes payment for a ride that was paid offline, in the transaction that writes the ride. Returns why it could not be taken, or an empty
-- text. Cash has already changed hands, so the terminal's price holds. Member value is taken where it is still there; otherwise the ride
-- stays pending.
--
-- The money belongs to the business day of the moment it was paid, and to the shift that the terminal names, else to that moment's shift,
-- if any. Locks the member, before the queue number.
create or replace function pay_offline(
  ride play_record,
  /*
   * {id: of the order, by: cash or wallets, amount: in fen, refusal: why the value may not be taken, or empty, statement: {amount, at}: the free
   * value that the server had reported, and when, or null for cash, shiftId: whose drawer has the cash, or null, received: the cash that
   * the guest gave, or null}.
   */
  paid jsonb,
  p_experience bigint, p_charge_order text, p_locale text, p_day date, p_now timestamptz, call jsonb
) returns text language plpgsql as $$
declare
  order_id constant uuid := paid ->> 'id';
  is_cash constant boolean := paid ->> 'by' = 'cash';
  amount constant bigint := price_of(ride.consume_type, ride.price_mode, ride.price, ride.people);
  cause ledger_cause;
  free record;
  from_paid bigint := 0;
  from_gift bigint := 0;
  spent bigint;
  pay_mode text;
  received bigint;
begin
  if not is_cash then
    -- Locks the member, and refuses an unknown or frozen one.
    perform take_hold(ride.id, ride.org_code, ride.member_id, 0, 0, 0, 0, 0, p_charge_order, false, null, ride.created_at, p_now);
    if paid ->> 'refusal' <> '' then
      return paid ->> 'refusal';
    end if;
    -- Across all numbers of the member, because each may have a statement of its own. Read after the member is locked, because other
    -- terminals of the store may relay signed calls at the same time.
    select coalesce(-sum(l.delta), 0) into spent
      from ledger_line l
      join consume_order o on o.id = l.cause_id and o.org_code = l.org_code
      join play_record p on p.id = o.play_id and p.org_code = o.org_code
      where l.member_id = any (numbers_of(ride.member_id)) and l.org_code = ride.org_code and l.created_at >= (paid #>> '{statement,at}')::timestamptz
        and l.account in ('balance', 'give') and l.cause_kind = 'consume' and l.terminal_id = (call ->> 'signedBy')::uuid
        and l.cause_id <> order_id and p.offline and p.consume_id = o.id;
    if spent + (paid ->> 'amount')::bigint > (paid #>> '{statement,amount}')::bigint then
      return 'sessions.offlineValueBeyond';
    end if;
    free := free_money(ride.org_code, ride.member_id, p_now);
    from_paid := split_paid(amount, free.balance, free.give, p_charge_order);
    if from_paid is null then
      return 'members.insufficientBalance';
    end if;
    from_gift := amount - from_paid;
  end if;
  cause := ledger_cause_of('consume', order_id, ride.org_code, ride.operator_id, ride.cashier_id, ride.terminal_id, p_now, ride.created_at,
    (paid ->> 'shiftId')::uuid);
  perform post_entries(cause, case when is_cash
    then array[
      ('cash', null, '', amount + ride.deposit, null, null, null, null, null, null)::ledger_entry,
      ('deposit', null, '', ride.deposit, null, null, null, null, null, null)::ledger_entry]
    else array[
      ('balance', ride.member_id, '', -from_paid, null, null, null, null, null, null)::ledger_entry,
      ('give', ride.member_id, '', -from_gift, null, null, null, null, null, null)::ledger_entry] end, true);
  if ride.member_id is not null then
    update member m set last_visit_on = p_day
      where m.id = ride.member_id and m.org_code = ride.org_code and (m.last_visit_on >= p_day) is not true;
    perform add_experience(ride.member_id, ride.org_code, p_experience, p_now, call);
  end if;
  pay_mode := pay_mode_of(ride.consume_type, ride.price_mode, ride.price, ride.deposit, ride.people, 'cash');
  -- Cash that has changed hands is never refused.
  received := case when is_cash and (paid ->> 'received')::bigint >= amount + ride.deposit then (paid ->> 'received')::bigint end;
  perform store_orders(array[new_order(ride, order_id, array[ride.id], pay_mode, 'immediate', ride.people, amount, ride.deposit, received,
    p_locale, ride.created_at, from_paid, from_gift)]);
  return '';
end
$$;
