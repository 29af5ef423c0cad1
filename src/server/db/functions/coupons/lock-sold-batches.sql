-- Prepares the sale of an order's coupon lines, if there are any: requires a member, who gets the codes, and locks their batches, which serializes
-- whatever gives a member a code. The caller locks the member afterwards.
create or replace function lock_sold_batches(lines order_line[], p_org_code text, p_member text) returns void language plpgsql as $$
begin
  if not exists (select from unnest(lines) l where l.batch_id is not null) then
    return;
  elsif p_member is null then
    perform refuse('members.required', '{"field": "userId"}');
  end if;
  perform 1 from coupon_batch b where b.id in (select l.batch_id from unnest(lines) l) and b.org_code = p_org_code
    order by b.id for no key update;
end
$$;
