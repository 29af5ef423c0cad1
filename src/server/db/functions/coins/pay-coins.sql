-- Writes the payment of an output to the ledger; from now on its machine counts, and what it has not counted out after a minute is given
-- back. The caller holds the output and its member. An output that was paid or closed before is left as it is.
create or replace function pay_coins(sold coin_output, lines jsonb, p_now timestamptz) returns void language plpgsql as $$
begin
  update coin_output o set pay_state = 'paid', paid_at = p_now, due_at = p_now + interval '60 seconds'
    where o.id = sold.id and o.org_code = sold.org_code and o.pay_state = 'unpaid';
  if not found then
    raise exception 'the coin output % does not wait for a payment', sold.id;
  end if;
  perform post(jsonb_build_object('kind', 'coinOut', 'id', sold.id, 'orgCode', sold.org_code, 'operatorId', sold.operator_id,
    'cashierId', sold.cashier_id, 'terminalId', sold.terminal_id, 'now', p_now), lines);
  -- All copies of the server receive this on commit; the one that the machine is connected to sends it the command.
  perform pg_notify('pitlane', '{"kind":"coinOutputs"}');
end
$$;
