-- What storing a thing costs until a moment, in fen: each hour begun after the free time, up to the most.
create or replace function cloakroom_fee(i cloakroom_item, p_now timestamptz) returns bigint language sql immutable as $$
  select case when i.hour_fee = 0 or p_now <= i.free_until then 0
    else least(i.hour_fee * ceil(extract(epoch from p_now - i.free_until) / 3600)::bigint, nullif(i.fee_most, 0)) end
$$;
