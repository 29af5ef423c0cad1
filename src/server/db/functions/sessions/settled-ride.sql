-- The play record of a pending ride with payer, operator, cashier and terminal of its payment: the input of `new_order`. The stored record
-- is unchanged and still names who started the ride.
create or replace function settled_ride(
  ride play_record,
  /* The argument of `charge_play`. */
  call jsonb,
  p_payer text, p_cashier_name text, p_terminal_name text
) returns play_record language plpgsql immutable as $$
begin
  ride.member_id := p_payer;
  ride.racer := coalesce(call ->> 'racer', ride.racer);
  ride.remark := coalesce(call ->> 'remark', '');
  ride.operator_id := call ->> 'userId';
  ride.operator_name := call ->> 'realname';
  ride.cashier_id := call ->> 'cashierId';
  ride.cashier_name := coalesce(p_cashier_name, '');
  ride.terminal_id := call ->> 'terminalId';
  ride.terminal_name := coalesce(p_terminal_name, '');
  return ride;
end
$$;
