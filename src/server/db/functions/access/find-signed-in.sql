-- Resolves a token in one round trip: the user, the current store, the actions of the user's roles and department roles there, and the data
-- rules that apply.
create or replace function find_signed_in(p_token_hash text) returns jsonb language plpgsql as $$
declare
  person user_account;
  token access_token;
  here text;
begin
  -- The user is resolved before any store is known: only here and at sign-in does the server read every store.
  perform set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
  select * into token from access_token where token_hash = p_token_hash and revoked_at is null;
  select * into person from user_account where id = token.user_id and status = 1 and deleted_at is null;
  -- A token of no user may be a kiosk's key, or a member's.
  if person.id is null then return coalesce(find_kiosk(p_token_hash), find_member_session(p_token_hash)); end if;
  -- A store that the user was removed from is no longer the current one.
  select coalesce((
    select d.org_code from user_store ud join store d on d.id = ud.store_id
    where ud.user_id = person.id and d.org_code = token.chosen_org_code), '') into here;
  return signed_in_user(person, here, token.expires_at);
end
$$;
