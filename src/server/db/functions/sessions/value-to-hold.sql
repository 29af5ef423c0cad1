-- Same as valueToHold in src/shared/features/sessions/hold.calc.ts; a property test compares them.
create or replace function value_to_hold(
  consume_type text, price_mode text, price bigint, integral bigint, laps bigint, coins bigint,
  people integer, out held_money bigint, out held_integral bigint, out held_laps bigint, out held_coins bigint, out held_give bigint
) language plpgsql immutable parallel safe as $$
declare
  times constant bigint := charged_people(price_mode, people);
begin
  held_money := case when consume_type in ('BALANCE', 'BALANCEANDINTEGRAL') then price * times else 0 end;
  held_integral := case when consume_type in ('INTEGRAL', 'BALANCEANDINTEGRAL') then integral * times else 0 end;
  held_coins := case when consume_type = 'COIN' then coins * times else 0 end;
  held_give := case when consume_type = 'GIFT' then price * times else 0 end;
  -- Laps are charged per vehicle, and a record has one.
  held_laps := case when consume_type = 'QUAN' then laps else 0 end;
end
$$;
