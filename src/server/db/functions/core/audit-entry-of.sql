-- What a call did to a record, as `store_audit_entries` takes it.
create or replace function audit_entry_of(
  /* {userId, username, realname, ip, requestId, path, method: POST where there is none}. */ call jsonb,
  p_org_code text, p_record_kind text, p_record_id text,
  p_request jsonb default null, p_before jsonb default null, p_after jsonb default null, p_cost_ms integer default null
) returns audit_entry language plpgsql immutable as $$
declare
  entry audit_entry;
begin
  entry.org_code := p_org_code;
  entry.user_id := call ->> 'userId';
  entry.username := call ->> 'username';
  entry.realname := call ->> 'realname';
  entry.ip := call ->> 'ip';
  entry.request_id := call ->> 'requestId';
  entry.method := coalesce(call ->> 'method', 'POST');
  entry.action := call ->> 'path';
  entry.record_kind := p_record_kind;
  entry.record_id := p_record_id;
  entry.request := p_request;
  entry.before := p_before;
  entry.after := p_after;
  entry.cost_ms := p_cost_ms;
  return entry;
end
$$;
