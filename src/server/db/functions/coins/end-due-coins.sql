-- Ends outputs whose minute is over with what their machines have reported; returns the stores, one for each output. Copies of the server
-- may call it at the same time: each output is ended by one of them.
create or replace function end_due_coins(p_now timestamptz) returns setof text language plpgsql as $$
declare
  sold coin_output;
begin
  for sold in
    select o.* from coin_output o where o.state = 'notIssued' and o.pay_state = 'paid' and o.due_at <= p_now
      order by o.id limit 200 for no key update skip locked
  loop
    perform end_coin_output(sold, sold.counted, p_now);
    return next sold.org_code;
  end loop;
end
$$;
