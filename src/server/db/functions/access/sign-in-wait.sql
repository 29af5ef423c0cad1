-- For how many seconds the longest locked of these subjects (an account, an address, both together) must wait.
create or replace function sign_in_wait(p_subjects text[], p_now timestamptz) returns integer language sql stable as $$
  select coalesce(ceil(extract(epoch from max(locked_until) - p_now)), 0)::integer
  from login_guard where subject = any(p_subjects) and locked_until > p_now
$$;
