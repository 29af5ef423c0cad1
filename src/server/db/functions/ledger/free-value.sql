-- The free value of a wallet: without holds of open orders and without ended lots not yet written off.
create or replace function free_value(own wallet, p_now timestamptz) returns bigint language plpgsql stable as $$
begin
  if own.ends_from <= p_now then
    return greatest(0, own.value - own.held - (select coalesce(sum(l.value_left), 0) from wallet_lot l
      where l.member_id = own.member_id and l.org_code = own.org_code and l.kind = own.kind and l.project = own.project
        and l.is_open and l.valid_until <= p_now));
  end if;
  return own.value - own.held;
end
$$;
