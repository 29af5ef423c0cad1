-- How many codes of a batch a member has, issued or used, under all numbers that were merged into the member; void and refunded ones do not count. Members of
-- all stores where the batch is valid, as far as the caller sees them: numbers are unique at all stores.
create or replace function coupons_of_member(p_batch uuid, p_org_code text, p_member text) returns bigint language sql stable as $$
  select count(*) from coupon_code c
    where c.batch_id = p_batch and c.org_code = p_org_code and c.voided_at is null and c.returned_by is null and c.member_id = any (numbers_of(p_member))
$$;
