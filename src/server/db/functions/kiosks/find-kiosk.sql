-- The kiosk of a key, in the shape that `find_signed_in` returns for users, without roles and actions; null where there is none or it is
-- disabled. The caller sees every store.
create or replace function find_kiosk(p_key_hash text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'id', k.id, 'username', '', 'realname', k.name, 'identity', '3', 'rolesName', '',
    -- A kiosk's key does not expire; it ends when the kiosk is removed.
    'expiresAt', extract(epoch from timestamptz '2100-01-01') * 1000,
    'orgCode', k.org_code,
    'isStoreClosed', exists (select from store s where s.status = '0' and starts_with(k.org_code, s.org_code)),
    'kind', 'device', 'memberId', '', 'actions', '[]'::jsonb, 'granted', '[]'::jsonb, 'rules', '[]'::jsonb)
  from kiosk k where k.key_hash = p_key_hash and k.enabled
$$;
