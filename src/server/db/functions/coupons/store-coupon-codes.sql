-- Writes all codes of a batch, in one statement.
create or replace function store_coupon_codes(p_batch uuid, p_org_code text) returns void language sql as $$
  insert into coupon_code (id, org_code, batch_id, number, code, created_by, created_at)
    select time_ordered_id(b.created_at), b.org_code, b.id, place, random_code('C.', gen_random_uuid()), b.created_by, b.created_at
      from coupon_batch b cross join generate_series(1, b.count) as place
      where b.id = p_batch and b.org_code = p_org_code
$$;
