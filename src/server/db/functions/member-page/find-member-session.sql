-- The member of a token of the member page, in the shape that `find_signed_in` returns for users, without roles and actions; null where there
-- is none, or the member is frozen or merged. The caller sees every store.
create or replace function find_member_session(p_token_hash text) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_build_object(
      'id', member_caller_id(m.org_code, m.id), 'username', '',
      'realname', concat_ws(' ', coalesce(nullif(m.nickname, ''), nullif(m.realname, '')), m.id),
      'identity', '4', 'rolesName', '',
      'expiresAt', extract(epoch from least(s.expires_at, m.end_time)) * 1000,
      'orgCode', m.org_code,
      'isStoreClosed', exists (select from store d where d.status = '0' and starts_with(m.org_code, d.org_code)),
      'kind', 'member', 'memberId', m.id, 'actions', '[]'::jsonb, 'granted', '[]'::jsonb, 'rules', '[]'::jsonb)
    from member_session s join member m on m.id = s.member_id and m.org_code = s.org_code
    where s.token_hash = p_token_hash and not m.frozen and m.merged_into is null);
end
$$;
