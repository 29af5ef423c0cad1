-- How often a user may extend a run: the highest limit of the user's roles; -1 (unlimited) where one role has no limit, and for the
-- platform administrator. Users with department roles only have the default limit of roles.
create or replace function extension_limit(p_user uuid) returns integer language sql stable as $$
  select case when u.identity = '-1' or coalesce(bool_or(r.extension_limit = -1), false) then -1
      else coalesce(max(r.extension_limit), 3) end
    from user_account u
    left join user_role ur on ur.user_id = u.id
    left join role r on r.id = ur.role_id
    where u.id = p_user
    group by u.id
$$;
