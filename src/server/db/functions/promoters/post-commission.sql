-- Writes the commission for a recharge, once, and gives a member its part in the same transaction. Later refunds of earlier recharges are
-- deducted from it first. Returns whether it was written.
--
-- Lock order: the recharge, the promoter, the promoter's member.
create or replace function post_commission(p_order uuid, p_org_code text, p_now timestamptz) returns boolean language plpgsql as $$
declare
  made recharge_order;
  bound promoted_member;
  own promoter;
  holder text;
  paid bigint;
  share bigint;
  unit text;
  left_over bigint;
  earlier record;
  commission_id constant uuid := gen_random_uuid();
begin
  select o.* into made from recharge_order o where o.id = p_order and o.org_code = p_org_code for no key update;
  if not found or made.state not in ('paid', 'refunded')
      or exists (select from commission c where c.order_id = p_order and c.org_code = p_org_code) then
    return false;
  end if;
  select b.* into bound from promoted_member b where b.member_id = made.member_id and b.org_code = p_org_code;
  select p.* into own from promoter p where p.id = bound.promoter_id and p.org_code = p_org_code for no key update;
  unit := bound.terms ->> 'unit';
  paid := made.amount - made.refunded;
  share := commission_share(bound.terms, paid);
  holder := lock_current_member(own.member_id, p_org_code);
  -- Two numbers of one person may have been merged since: promoters cannot refer themselves.
  if made.member_id = any (numbers_of(holder)) then
    share := 0;
  end if;
  left_over := share;
  for earlier in
    select c.id, c.back - c.netted as open from commission c
      where c.promoter_id = own.id and c.org_code = p_org_code and c.unit = bound.terms ->> 'unit' and c.back > c.netted
      order by c.created_at, c.id
  loop
    exit when left_over = 0;
    update commission c set netted = c.netted + least(earlier.open, left_over) where c.id = earlier.id and c.org_code = p_org_code;
    left_over := left_over - least(earlier.open, left_over);
  end loop;
  insert into commission (id, org_code, order_id, promoter_id, member_id, unit, paid, share, deducted, business_day, created_at)
    values (commission_id, p_org_code, p_order, own.id, made.member_id, unit, paid, share, share - left_over,
      business_day(p_org_code, p_now), p_now);
  if left_over > 0 and own.member_id is not null then
    perform post(jsonb_build_object('kind', 'commission', 'id', commission_id, 'orgCode', p_org_code, 'operatorId', null, 'cashierId', null,
      'terminalId', null, 'now', p_now), jsonb_build_array(jsonb_build_object('account', unit, 'member', holder, 'delta', left_over)));
  end if;
  return true;
end
$$;
