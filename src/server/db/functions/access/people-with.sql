-- The users at or above a store who have a permission there: the recipients of a notice about it. Runs as its owner, because a caller at a
-- store does not see the headquarters above it.
create or replace function people_with(p_action text, p_org_code text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id from user_account u
  where u.status = 1 and u.deleted_at is null
    and exists (select from user_store us join store s on s.id = us.store_id
      where us.user_id = u.id and starts_with(p_org_code, s.org_code))
    and exists (select from granted_permissions(u.id, p_org_code) g join permission p on p.id = g.permission_id
      where p.perms = p_action)
$$;
