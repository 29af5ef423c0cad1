-- Everything that a person is granted while working at a store: by roles everywhere, by store roles there.
create or replace function granted_permissions(p_user uuid, p_org text) returns table (permission_id text) language sql stable as $$
  select rp.permission_id from role_permission rp join user_role ur on ur.role_id = rp.role_id
  where ur.user_id = p_user
  union
  select rp.permission_id from store_role_permission rp
  join store_role_user ru on ru.role_id = rp.role_id
  join store_role r on r.id = rp.role_id
  join store d on d.id = r.store_id
  join store_permission dp on dp.store_id = d.id and dp.permission_id = rp.permission_id
  where ru.user_id = p_user and p_org like d.org_code || '%'
$$;
