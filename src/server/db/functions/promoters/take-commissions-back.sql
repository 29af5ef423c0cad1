-- Compares commissions with refunds of their recharges since: what of a share is no longer earned is deducted from the next commissions of
-- the promoter. What was deducted already stays so. Returns how many have changed.
create or replace function take_commissions_back() returns integer language plpgsql as $$
declare
  changed integer;
begin
  with earned as (
    select c.id, c.org_code,
        greatest(c.netted, c.share - least(c.share, commission_share(b.terms, o.amount - o.refunded))) as back
      from commission c
      join recharge_order o on o.id = c.order_id and o.org_code = c.org_code
      join promoted_member b on b.member_id = c.member_id and b.org_code = c.org_code
      where c.share > 0 and (o.amount - o.refunded <> c.paid or c.back > 0) and o.state <> 'refunding'
  ),
  -- In the order in which all calls lock promoters' rows.
  locked as (
    select p.id from promoter p where p.id in (select c.promoter_id from commission c join earned e on e.id = c.id and e.back <> c.back)
      order by p.id for no key update
  ),
  done as (
    update commission c set back = e.back from earned e
      where c.id = e.id and c.org_code = e.org_code and c.back <> e.back and c.promoter_id in (select id from locked)
      returning 1
  )
  select count(*)::integer into changed from done;
  return changed;
end
$$;
