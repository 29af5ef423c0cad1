create or replace function audit_hash(p_previous text, p_seq bigint, e audit_entry) returns text language sql immutable as $$
  select encode(sha256(convert_to(p_previous || jsonb_build_array(e.org_code, p_seq, e.id,
    extract(epoch from e.created_at)::text, e.user_id, e.username, e.realname, e.ip, e.request_id, e.method, e.action,
    e.record_kind, e.record_id, e.request, e.before, e.after, e.cost_ms)::text, 'UTF8')), 'hex')
$$;
