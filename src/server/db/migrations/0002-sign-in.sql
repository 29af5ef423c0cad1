-- Who a token stands for, in one round trip: the person, the store worked in, and what the roles allow.
create function find_signed_in(p_token_hash text) returns jsonb language plpgsql as $$
declare
  answer jsonb;
begin
  -- A person is known before any store is: only here and in sign-in does the server look at every store.
  perform set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
  select jsonb_build_object(
    'id', u.id, 'username', u.username, 'realname', u.realname, 'identity', u.identity,
    'expiresAt', extract(epoch from t.expires_at) * 1000,
    -- A store that the person was taken from is no longer the current one.
    'orgCode', coalesce((
      select d.org_code from sys_user_depart ud join sys_depart d on d.id = ud.depart_id
      where ud.user_id = u.id and d.org_code = t.chosen_org_code), ''),
    'rolesName', coalesce((
      select string_agg(r.role_name, ',' order by r.id) from sys_user_role ur join sys_role r on r.id = ur.role_id
      where ur.user_id = u.id), ''),
    'actions', coalesce((
      select jsonb_agg(p.perms) from sys_permission p
      where p.menu_type = 2 and (u.identity = '-1' or p.status = '0' or exists (
        select from sys_role_permission rp join sys_user_role ur on ur.role_id = rp.role_id
        where rp.permission_id = p.id and ur.user_id = u.id))), '[]'))
  into answer
  from sys_token t join sys_user u on u.id = t.user_id
  where t.token_hash = p_token_hash and t.revoked_at is null and u.status = 1;
  return answer;
end
$$;

-- For how many seconds the longest locked of these subjects (an account, an address, both together) must wait.
create function sign_in_wait(p_subjects text[], p_now timestamptz) returns integer language sql stable as $$
  select coalesce(ceil(extract(epoch from max(locked_until) - p_now)), 0)::integer
  from login_guard where subject = any(p_subjects) and locked_until > p_now
$$;

-- Counts a wrong password. From its limit on a subject waits 5 s, then 10, 20, … up to 15 minutes; an hour without wrong
-- passwords forgives.
create function sign_in_failed(p_subjects text[], p_limits integer[], p_now timestamptz) returns void language plpgsql as $$
declare
  tries integer;
begin
  -- Always in the same order, so that two calls never wait for each other.
  perform from login_guard where subject = any(p_subjects) order by subject for update;
  for i in 1 .. array_length(p_subjects, 1) loop
    insert into login_guard as g (subject, failures, last_failure_at) values (p_subjects[i], 1, p_now)
    on conflict (subject) do update set
      failures = case when g.last_failure_at < p_now - interval '1 hour' then 1 else g.failures + 1 end,
      last_failure_at = p_now
    returning failures into tries;
    update login_guard set locked_until = case when tries >= p_limits[i]
      then p_now + least(interval '15 minutes', interval '5 seconds' * power(2, least(tries - p_limits[i], 20))) end
    where subject = p_subjects[i];
  end loop;
  -- What is forgiven long ago goes; rows that somebody else holds go another time.
  delete from login_guard where subject in (
    select subject from login_guard where last_failure_at < p_now - interval '1 day' limit 100 for update skip locked);
end
$$;
