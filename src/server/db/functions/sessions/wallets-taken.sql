-- How much the posted entries took from each kind of wallet.
create or replace function wallets_taken(
  posted jsonb, out balance bigint, out give bigint, out integral bigint, out laps bigint, out visits bigint, out coins bigint
) language plpgsql immutable parallel safe as $$
declare
  part bigint;
begin
  balance := 0;
  give := 0;
  integral := 0;
  laps := 0;
  visits := 0;
  coins := 0;
  for place in 0 .. jsonb_array_length(posted) - 1 loop
    part := (posted -> place ->> 'before')::bigint - (posted -> place ->> 'after')::bigint;
    case posted -> place ->> 'account'
      when 'balance' then balance := balance + part;
      when 'give' then give := give + part;
      when 'integral' then integral := integral + part;
      when 'laps' then laps := laps + part;
      when 'coins' then coins := coins + part;
      when 'frequency' then visits := visits + part;
      else null;
    end case;
  end loop;
end
$$;
