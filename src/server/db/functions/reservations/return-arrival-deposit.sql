-- Returns the deposit of a reservation whose guests arrived with an order that a scanned code has just paid, unless other guests of it were
-- charged meanwhile. Locks the reservation: an arrival has locked it too before it locks the member and what follows.
create or replace function return_arrival_deposit(charged consume_order, p_now timestamptz) returns void language plpgsql as $$
declare
  came_of uuid;
  /* {terminalId, reason, payFrom}: as for `end_book_deposit`. */
  how jsonb;
  booked reservation;
  terminal_id uuid;
begin
  select a.reservation_id, a.deposit_return into came_of, how from reservation_arrival a
    where a.order_id = charged.id and a.org_code = charged.org_code;
  if how is null then
    return;
  end if;
  select r.* into booked from reservation r where r.id = came_of and r.org_code = charged.org_code for update;
  if booked.deposit_state <> 'held' then
    return;
  end if;
  terminal_id := how ->> 'terminalId';
  begin
    perform end_book_deposit(booked, false, charged.id, charged.operator_id, charged.cashier_id, terminal_id, how ->> 'reason',
      how -> 'payFrom', p_now);
  exception when sqlstate 'PL001' then
    -- The drawer was closed while the guest paid.
    perform end_book_deposit(booked, false, charged.id, charged.operator_id, charged.cashier_id, terminal_id, how ->> 'reason', null, p_now,
      p_outside => true);
  end;
end
$$;
