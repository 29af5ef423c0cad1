-- Moves a member's unlimited cards to another member and ends them. For one project, remaining days and uses of valid cards add up; a
-- missing end or limit stays missing. A card that is used up or ended moves too, because a use may return to it. It gives way to a valid
-- card, or to one that ends later, which gets the uses that pending rides hold. Same as `joinCards` in
-- src/shared/features/wallets/merge.calc.ts; a test compares them.
--
-- The caller has locked both members, and moves their holds only afterwards.
create or replace function join_unlimited_cards(p_org_code text, p_source text, p_target text, p_now timestamptz)
returns void language plpgsql as $$
declare
  had member_project;
  own member_project;
  stays member_project;
  added bigint;
  had_counts boolean;
  own_counts boolean;
begin
  for had in
    select p.* from member_project p
      where p.member_id = p_source and p.org_code = p_org_code and p.unlimited_name <> ''
      order by p.project_type
  loop
    select p.* into own from member_project p
      where p.member_id = p_target and p.org_code = p_org_code and p.project_type = had.project_type;
    had_counts := had.unlimited_uses <> 0 and (had.unlimited_until > p_now) is not false;
    own_counts := coalesce(own.unlimited_name <> '' and own.unlimited_uses <> 0 and (own.unlimited_until > p_now) is not false, false);
    if own_counts and had_counts then
      stays := own;
      stays.unlimited_until := day_ends(p_org_code, last_day(p_org_code, own.unlimited_until)
        + days_left(p_org_code, had.unlimited_until, p_now));
      stays.unlimited_uses := case when -1 in (own.unlimited_uses, had.unlimited_uses) then -1
        else own.unlimited_uses + had.unlimited_uses end;
      stays.unlimited_issued := case when -1 in (own.unlimited_issued, had.unlimited_issued) then -1
        else own.unlimited_issued + had.unlimited_issued end;
      stays.photo := case when own.photo = '' then had.photo else own.photo end;
    elsif coalesce(own.unlimited_name, '') = '' then
      stays := had;
    else
      if own_counts or not had_counts
          and coalesce(own.unlimited_until, 'infinity') >= coalesce(had.unlimited_until, 'infinity') then
        stays := own;
        added := least(reserved_uses(p_org_code, p_source, had.project_type), nullif(had.unlimited_uses, -1));
      else
        stays := had;
        added := least(reserved_uses(p_org_code, p_target, had.project_type), nullif(own.unlimited_uses, -1));
      end if;
      stays.unlimited_uses := case stays.unlimited_uses when -1 then -1 else stays.unlimited_uses + added end;
      stays.unlimited_issued := case stays.unlimited_issued when -1 then -1 else stays.unlimited_issued + added end;
    end if;
    insert into member_project (member_id, org_code, project_type, unlimited_name, unlimited_until, unlimited_uses, unlimited_issued, photo)
      values (p_target, p_org_code, had.project_type, stays.unlimited_name, stays.unlimited_until, stays.unlimited_uses,
        stays.unlimited_issued, stays.photo)
      on conflict on constraint member_project_pkey do update set
        unlimited_name = excluded.unlimited_name, unlimited_until = excluded.unlimited_until, unlimited_uses = excluded.unlimited_uses,
        unlimited_issued = excluded.unlimited_issued, photo = excluded.photo;
  end loop;
  update member_project p set unlimited_name = '', unlimited_until = null, unlimited_uses = 0, unlimited_issued = 0, photo = ''
    where p.member_id = p_source and p.org_code = p_org_code and p.unlimited_name <> '';
end
$$;
