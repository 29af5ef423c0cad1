-- Gives members codes of a batch, as many as each may still have: all of them or, without enough free codes, none. Returns {codes,
-- members, full}: how many codes were given to how many members, and how many members have all that they may have.
--
-- The lock of the batch serializes issues with each other and with the use of codes that nobody owns, so that no member exceeds the limit.
create or replace function issue_coupons(
  p_batch uuid, p_org_code text,
  -- Null: all active members of the stores where it is valid that the caller sees, or those of the level.
  p_members text[],
  p_level text,
  p_each integer, p_by text, p_now timestamptz,
  -- The order line that sells the codes, all of them or none, and whether its payment is awaited.
  p_line uuid default null, p_reserved boolean default false
) returns jsonb language plpgsql as $$
declare
  about constant jsonb := case when p_line is null then '{}' else '{"field": "lines"}' end;
  batch coupon_batch;
  -- The members, one entry for each code.
  owners text[];
  full_members integer;
  free uuid[];
begin
  select b.* into batch from coupon_batch b where b.id = p_batch and b.org_code = p_org_code for no key update;
  if not batch.active then
    perform refuse('couponCodes.inactive', about);
  elsif batch.valid_until <= p_now then
    perform refuse('coupons.expired', about || jsonb_build_object('time',
      to_char(batch.valid_until at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')));
  end if;
  with had as (
    select coalesce(m.merged_into, m.id) as member, count(*) as codes
      from coupon_code c join member m on m.id = c.member_id
      where c.batch_id = p_batch and c.org_code = p_org_code and c.voided_at is null and c.returned_by is null
        -- Of the codes of a large batch only theirs.
        and (p_members is null or c.member_id = any (array(select unnest(numbers_of(number)) from unnest(p_members) number)))
      group by 1
  ), given as (
    select m.id as member, case batch.per_member when -1 then p_each
        else greatest(0, least(p_each, batch.per_member - coalesce(had.codes, 0))) end::integer as codes
      from member m left join had on had.member = m.id
      -- Equals `is_valid_at`, and reads the members of these stores only.
      where m.org_code = any (batch.store_codes || batch.org_code) and m.merged_into is null and not m.frozen
        and (m.end_time is null or m.end_time > p_now)
        and (p_members is null or m.id = any (p_members)) and (p_level is null or m.member_level = p_level)
  )
  select coalesce(array_agg(g.member order by g.member) filter (where place is not null), '{}'),
      count(distinct g.member) filter (where g.codes = 0)
    into owners, full_members
    from given g left join lateral generate_series(1, g.codes) as place on true;
  if p_line is not null and cardinality(owners) < p_each then
    perform refuse('couponCodes.perMember', about || jsonb_build_object('limit', batch.per_member));
  elsif cardinality(owners) > batch.count then
    perform refuse('couponBatches.tooFew', about || jsonb_build_object('needed', cardinality(owners), 'left', batch.count));
  end if;
  free := array(select c.id from coupon_code c
    where c.batch_id = p_batch and c.org_code = p_org_code and c.member_id is null and c.used_at is null and c.voided_at is null
    order by c.number limit cardinality(owners) for update skip locked);
  if cardinality(free) < cardinality(owners) then
    perform refuse('couponBatches.tooFew', about || jsonb_build_object('needed', cardinality(owners), 'left', cardinality(free)));
  end if;
  update coupon_code c set member_id = one.member, issued_at = p_now, issued_by = p_by,
      valid_until = issued_until(batch, p_now), line_id = p_line, reserved = p_reserved
    from unnest(free, owners) as one (id, member)
    where c.id = one.id and c.org_code = p_org_code;
  return jsonb_build_object('codes', cardinality(owners), 'members', (select count(distinct o) from unnest(owners) o),
    'full', full_members);
end
$$;
