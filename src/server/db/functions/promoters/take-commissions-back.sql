-- Compares commissions with refunds of their recharges since: what of a share is no longer earned is deducted from the next commissions of
-- the promoter. What was deducted already stays so. Returns how many have changed.
create or replace function take_commissions_back(/* Null: of every promoter. */ p_promoter uuid default null) returns integer
language plpgsql as $$
declare
  changed integer;
begin
  -- In a statement of its own, so that the next one sees what was committed meanwhile; in the order in which all calls lock promoters.
  perform 1 from promoter p
    where p.id in (select c.promoter_id from refunded_commissions() c) and (p_promoter is null or p.id = p_promoter)
    order by p.id for no key update;
  update commission c set back = r.back from refunded_commissions() r
    where c.id = r.id and c.org_code = r.org_code and (p_promoter is null or c.promoter_id = p_promoter);
  get diagnostics changed = row_count;
  return changed;
end
$$;
