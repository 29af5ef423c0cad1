-- Stores entries of the audit trail, in the given order. Id, time and transaction are set here.
create or replace function store_audit_entries(entries audit_entry[]) returns void language plpgsql as $$
begin
  insert into audit_entry (org_code, user_id, username, realname, ip, request_id, method, action, record_kind, record_id, request, before,
      after, cost_ms)
    select e.org_code, e.user_id, e.username, e.realname, e.ip, e.request_id, e.method, e.action, e.record_kind, e.record_id, e.request,
        e.before, e.after, e.cost_ms
      from unnest(entries) with ordinality as e order by e.ordinality;
end
$$;
