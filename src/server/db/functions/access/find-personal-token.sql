-- Resolves a personal access token at one of its stores, in the shape of `find_signed_in`; null where there is none, it was revoked, or the
-- store is none of its own. A token has the actions that it was given and that its user still has there. That of the platform administrator
-- is bound to its stores as others are. The user's name includes the token's, so that records say which program wrote them.
create or replace function find_personal_token(
  p_token_hash text,
  /* The store that the call names; empty: the only one of the token. */
  p_store text
) returns jsonb language plpgsql as $$
declare
  person user_account;
  token personal_token;
  here text;
  whole jsonb;
begin
  perform set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
  select * into token from personal_token where token_hash = p_token_hash and revoked_at is null;
  select * into person from user_account where id = token.user_id and status = 1 and deleted_at is null;
  if person.id is null or (p_store <> '' and p_store <> all (token.store_codes)) then return null; end if;
  -- A store that the user was removed from is lost to the token as well.
  select coalesce((
    select s.org_code from store s
    where s.org_code = case when p_store <> '' then p_store when cardinality(token.store_codes) = 1 then token.store_codes[1] end
      and (person.identity = '-1' or exists (
        select from user_store us join store d on d.id = us.store_id
        where us.user_id = person.id and starts_with(s.org_code, d.org_code)))), '') into here;
  whole := signed_in_user(person, here, token.expires_at);
  return whole || jsonb_build_object(
    'identity', case person.identity when '-1' then '0' else person.identity end,
    'realname', format('%s [%s]', person.realname, token.name),
    'granted', '[]'::jsonb,
    'actions', coalesce((
      select jsonb_agg(a.action) from jsonb_array_elements_text(whole -> 'actions') a (action)
      where a.action = any (token.actions)), '[]'),
    'token', jsonb_build_object('id', token.id, 'name', token.name));
end
$$;
