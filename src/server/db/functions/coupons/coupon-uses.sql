-- What own coupons of value and gift have given at the stores of a scope: redeemed values with their reversals, and gifts. The batch of a
-- code may belong to another store, so this function sees all stores. It is stable: it reads
-- what the comparison around it reads, and nothing that was committed since.
create or replace function coupon_uses(/* The scope: from, and up to. */ p_from text, p_to text)
returns table (id uuid, org_code text, member_id text, kind text, value bigint, pieces integer)
language plpgsql stable as $$
#variable_conflict use_column
declare
  narrow constant text[] := widen_scope();
begin
  return query
    select c.used_for, coalesce(c.used_org, c.org_code), c.member_id, b.kind, b.value, b.gift_count
      from coupon_code c join coupon_batch b on b.id = c.batch_id and b.org_code = c.org_code
      where c.used_for is not null and b.kind in ('value', 'gift')
        and (c.used_org is null and c.org_code >= p_from and c.org_code < p_to or c.used_org >= p_from and c.used_org < p_to)
    union all
    select part.id, coalesce(r.used_org, r.org_code), r.member_id, 'value', part.value, 0
      from coupon_reversal r cross join lateral (values (r.redemption_id, r.value), (r.id, -r.value)) as part (id, value)
      where r.used_org is null and r.org_code >= p_from and r.org_code < p_to or r.used_org >= p_from and r.used_org < p_to;
  perform restore_scope(narrow);
end
$$;
