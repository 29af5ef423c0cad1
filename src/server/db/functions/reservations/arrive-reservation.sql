-- Charges the guests of a reservation who have arrived, queues them and returns the deposit, all or nothing, in one round trip. A deposit
-- is held while a scanned code pays the order; `pay_order` returns it. The idempotency key is also the order's; the answer stored under it
-- is that of `charge`. Returns {answer, repeated, orgCode}.
create or replace function arrive_reservation(
  /*
   * The argument of `charge`, with `arrival`: {id: the reservation; people: how many have arrived, or null for all who had not; kind: of
   * the reservation in the audit trail; terminalId: where the deposit is returned; payFrom: for cash, as in `pay_from`; reason: sent to
   * the payment provider}.
   */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  key constant uuid := call ->> 'key';
  at_time constant timestamptz := call ->> 'now';
  arrival constant jsonb := call -> 'arrival';
  answer jsonb;
  booked reservation;
  venue store;
  coming integer;
  charged jsonb;
  order_state text;
  returned bigint := 0;
  pay_from_asked jsonb := arrival -> 'payFrom';
  deposit_return jsonb;
  drawer uuid;
begin
  answer := begin_call(call);
  if answer is not null then
    return jsonb_build_object('answer', answer, 'repeated', true);
  end if;
  booked := lock_reservation((arrival ->> 'id')::uuid);
  select s.* into venue from store s where s.org_code = booked.org_code;
  coming := coalesce((arrival ->> 'people')::integer, booked.people - booked.arrived);
  if booked.state = 'CANCELLED' then
    perform refuse('reservations.cancelledBefore', jsonb_build_object('by', booked.cancelled_by));
  elsif booked.deposit_state = 'unpaid' then
    perform refuse('reservations.paymentRuns');
  elsif booked.arrived = booked.people then
    perform refuse('reservations.allHere');
  elsif coming > booked.people - booked.arrived then
    perform refuse('reservations.moreThanBooked', jsonb_build_object('field', 'people', 'left', booked.people - booked.arrived));
  elsif at_time < booked.starts_at - interval '4 hours' and business_day(booked.org_code, at_time) < business_day(booked.org_code, booked.starts_at) then
    perform refuse('reservations.tooEarly', jsonb_build_object('time', booked.starts_at));
  elsif booked.state <> 'ARRIVED' and at_time >= greatest(booked.ends_at, booked.starts_at + make_interval(mins => venue.reservation_grace)) then
    perform refuse('reservations.sessionOver');
  end if;
  if booked.state = 'MISSED' then
    -- Others could take the places meanwhile.
    perform book_places(booked.session_id, booked.people, booked.id, at_time);
  end if;

  charged := charge(call || jsonb_build_object('people', coming));
  if (charged ->> 'orgCode') is distinct from booked.org_code then
    perform refuse('sessions.ruleNotFound', '{"field": "sysDepartConsumeRoleId"}');
  end if;
  -- Types that one person rides charge for one, whatever number was sent.
  select o.people, o.state into coming, order_state from consume_order o where o.id = key and o.org_code = booked.org_code;
  if booked.deposit_state = 'held' and order_state = 'nopay' then
    if booked.deposit_pay_mode = 'cash' then
      -- Refuses now; once the guest has paid, nobody could choose another drawer.
      drawer := payout_drawer(jsonb_build_object('orgCode', booked.org_code, 'terminalId', arrival ->> 'terminalId',
        'operatorId', call ->> 'userId'), pay_from_asked);
      pay_from_asked := pay_from_asked || jsonb_build_object('shiftId', drawer);
    end if;
    deposit_return := jsonb_build_object('terminalId', arrival ->> 'terminalId', 'reason', arrival ->> 'reason', 'payFrom', pay_from_asked);
  elsif booked.deposit_state = 'held' then
    returned := booked.deposit;
    perform end_book_deposit(booked, false, key, (call ->> 'userId')::uuid, (call ->> 'cashierId')::uuid, (arrival ->> 'terminalId')::uuid,
      arrival ->> 'reason', pay_from_asked, at_time);
  end if;
  insert into reservation_arrival (order_id, org_code, reservation_id, people, deposit_return)
    values (key, booked.org_code, booked.id, coming, deposit_return);
  update reservation r set state = 'ARRIVED', arrived = r.arrived + coming, arrived_at = coalesce(r.arrived_at, at_time),
      updated_by = call ->> 'username', updated_at = at_time
    where r.id = booked.id and r.org_code = booked.org_code;

  perform store_audit_entries(array[audit_entry_of(call, booked.org_code, arrival ->> 'kind', booked.id::text, (call ->> 'request')::jsonb,
    jsonb_build_object('state', booked.state, 'arrived', booked.arrived),
    jsonb_build_object('state', 'ARRIVED', 'arrived', booked.arrived + coming, 'order', key, 'depositReturned', returned))]);
  return charged;
end
$$;
