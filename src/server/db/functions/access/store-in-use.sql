-- Whether a store has data that would be orphaned by its deletion.
create or replace function store_in_use(p_org text) returns boolean language plpgsql as $$
declare
  name text;
  found boolean;
begin
  for name in select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'org_code'
      and table_name not in ('store', 'audit_entry', 'audit_link', 'audit_head', 'login_log', 'request_key', 'sms_entry') loop
    execute format('select exists (select from %I where org_code = $1)', name) into found using p_org;
    if found then return true; end if;
  end loop;
  return exists (select from user_store ud join store d on d.id = ud.store_id where d.org_code = p_org);
end
$$;
