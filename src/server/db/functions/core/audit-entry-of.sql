-- What a call did to a record, as `store_audit_entries` takes it. An expression in the order of the table's columns, which PostgreSQL
-- inlines.
create or replace function audit_entry_of(
  /* {userId, username, realname, ip, requestId, path, method: POST where there is none}. */ call jsonb,
  p_org_code text, p_record_kind text, p_record_id text,
  p_request jsonb default null, p_before jsonb default null, p_after jsonb default null, p_cost_ms integer default null
) returns audit_entry language sql immutable as $$
  select row(null, p_org_code, null, (call ->> 'userId')::uuid, call ->> 'username', call ->> 'realname', call ->> 'ip',
    call ->> 'requestId', coalesce(call ->> 'method', 'POST'), call ->> 'path', p_record_kind, p_record_id, p_request, p_before, p_after,
    p_cost_ms, null)::audit_entry
$$;
