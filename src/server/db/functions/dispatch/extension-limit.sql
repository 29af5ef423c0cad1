-- How often a person may make a run longer: the most that one of the roles allows, -1 where one sets no limit, as nothing limits the
-- platform administrator. Who has roles of a store alone may as often as roles do by default.
create or replace function extension_limit(p_user uuid) returns integer language sql stable as $$
  select case when u.identity = '-1' or coalesce(bool_or(r.extension_limit = -1), false) then -1
      else coalesce(max(r.extension_limit), 3) end
    from user_account u
    left join user_role ur on ur.user_id = u.id
    left join role r on r.id = ur.role_id
    where u.id = p_user
    group by u.id
$$;
