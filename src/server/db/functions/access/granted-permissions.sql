-- All actions granted to a user at a store: by the user's roles, and by department roles at that store.
create or replace function granted_permissions(p_user uuid, p_org text) returns table (permission_id text) language sql stable as $$
  select rp.permission_id from role_permission rp join user_role ur on ur.role_id = rp.role_id
  join permission p on p.id = rp.permission_id and counts_at(p.owner_code, p_org)
  where ur.user_id = p_user
  union
  select rp.permission_id from store_role_permission rp
  join permission p on p.id = rp.permission_id and counts_at(p.owner_code, p_org)
  join store_role_user ru on ru.role_id = rp.role_id
  join store_role r on r.id = rp.role_id
  join store d on d.id = r.store_id
  join store_permission dp on dp.store_id = d.id and dp.permission_id = rp.permission_id
  where ru.user_id = p_user and p_org like d.org_code || '%'
  union
  -- Changing the rule or type of a pending ride is for headquarters and for roles with a name that grants it.
  select p.id from permission p
  where p.id = 'playbeforepay:edite' and (
    exists (select from user_account a where a.id = p_user and a.identity in ('-1', '0'))
    or exists (select from user_role ur join role r on r.id = ur.role_id
      where ur.user_id = p_user and action_by_name(r.role_name) = p.id))
$$;
