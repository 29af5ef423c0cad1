-- The cash received for the amount due, as stored with the order; null where nothing is paid in cash or no amount was entered. Refuses too
-- little.
create or replace function received_cash(p_received bigint, p_due bigint, p_pay_mode text) returns bigint
language plpgsql stable as $$
begin
  if p_received is null or p_pay_mode <> 'cash' then
    return null;
  elsif p_received < p_due then
    perform refuse('sessions.receivedShort', jsonb_build_object('field', 'received', 'needed', shown_money(p_due)));
  end if;
  return p_received;
end
$$;
