-- Moves a member's unlimited cards to another member and ends them. For one project, remaining days and uses add up; a missing end or limit
-- stays missing. Same as `joinCards` in src/shared/features/wallets/merge.calc.ts; a test compares them. The caller has locked both
-- members.
create or replace function join_unlimited_cards(p_org_code text, p_source text, p_target text, p_now timestamptz)
returns void language plpgsql as $$
declare
  had record;
begin
  for had in
    select p.* from member_project p
      where p.member_id = p_source and p.org_code = p_org_code and p.unlimited_name <> '' and p.unlimited_uses <> 0
        and (p.unlimited_until is null or p.unlimited_until > p_now)
      order by p.project_type
  loop
    insert into member_project as own (member_id, org_code, project_type, unlimited_name, unlimited_until, unlimited_uses,
        unlimited_issued, photo)
      values (p_target, p_org_code, had.project_type, had.unlimited_name, had.unlimited_until, had.unlimited_uses,
        had.unlimited_issued, had.photo)
      on conflict on constraint member_project_pkey do update set
        (unlimited_name, unlimited_until, unlimited_uses, unlimited_issued, photo) = (
          select own.unlimited_name, day_ends(p_org_code, last_day(p_org_code, own.unlimited_until)
                + days_left(p_org_code, had.unlimited_until, p_now)),
              case when own.unlimited_uses = -1 or had.unlimited_uses = -1 then -1
                else own.unlimited_uses + had.unlimited_uses end,
              case when own.unlimited_issued = -1 or had.unlimited_issued = -1 then -1
                else own.unlimited_issued + had.unlimited_issued end,
              case when own.photo = '' then had.photo else own.photo end
            where own.unlimited_name <> '' and own.unlimited_uses <> 0
              and (own.unlimited_until is null or own.unlimited_until > p_now)
          union all
          -- An ended card of the target is replaced.
          select had.unlimited_name, had.unlimited_until, had.unlimited_uses, had.unlimited_issued, had.photo
            where own.unlimited_name = '' or own.unlimited_uses = 0
              or own.unlimited_until is not null and own.unlimited_until <= p_now);
  end loop;
  update member_project p set unlimited_name = '', unlimited_until = null, unlimited_uses = 0, unlimited_issued = 0, photo = ''
    where p.member_id = p_source and p.org_code = p_org_code and p.unlimited_name <> '';
end
$$;
