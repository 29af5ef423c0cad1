-- The data rules that apply to a user at a store: those of the user's roles, and of department roles at that store.
create or replace function bound_rules(p_user uuid, p_org text) returns table (rule_id uuid) language sql stable as $$
  select rr.rule_id from role_rule rr join user_role ur on ur.role_id = rr.role_id
  where ur.user_id = p_user
  union
  select rr.rule_id from store_role_rule rr
  join store_role_user ru on ru.role_id = rr.role_id
  join store_role r on r.id = rr.role_id
  join store d on d.id = r.store_id
  join store_permission dp on dp.store_id = d.id and dp.permission_id = rr.permission_id
  where ru.user_id = p_user and p_org like d.org_code || '%'
$$;
