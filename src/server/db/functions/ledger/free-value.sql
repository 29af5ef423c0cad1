-- The free value of a wallet: without holds of open orders and without ended value not yet written off.
create or replace function free_value(own wallet, p_now timestamptz) returns bigint language plpgsql stable as $$
begin
  if own.ends_from <= p_now then
    return own.value - own.held - (select coalesce(sum(e.part), 0) from ended_lots(own, p_now) e);
  end if;
  return own.value - own.held;
end
$$;
