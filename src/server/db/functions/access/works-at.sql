-- Whether a store is one of a user's, or below one: a store of the chain for headquarters, any store for the platform administrator. Users
-- who have left count too. The chain's row is out of the scope of its stores.
create or replace function works_at(p_user uuid, p_org_code text) returns boolean language plpgsql as $$
declare
  narrow constant text[] := widen_scope();
  answer boolean;
begin
  answer := exists (select from user_account u
    where u.id = p_user and (u.identity = '-1' or exists (
      select from user_store link join store s on s.id = link.store_id
      where link.user_id = u.id and starts_with(p_org_code, s.org_code))));
  perform restore_scope(narrow);
  return answer;
end
$$;
