-- Commissions whose recharge was refunded further, or whose refund was taken back, with what of the share is no longer earned now.
create or replace function refunded_commissions() returns table (id uuid, org_code text, promoter_id uuid, back bigint)
language sql stable as $$
  select e.id, e.org_code, e.promoter_id, e.back
    from (
      select c.id, c.org_code, c.promoter_id, c.back as before,
          greatest(c.netted, c.share - least(c.share, commission_share(b.terms, o.amount - o.refunded))) as back
        from commission c
        join recharge_order o on o.id = c.order_id and o.org_code = c.org_code
        join promoted_member b on b.member_id = c.member_id and b.org_code = c.org_code
        where c.share > 0 and o.state <> 'refunding' and (c.back > 0 or c.order_id in (select r.id from recharge_order r where r.refunded > 0))
          and (o.amount - o.refunded <> c.paid or c.back > 0)
    ) e
    where e.back <> e.before
$$;
