create or replace function audit_end_at(p_head audit_head) returns void language sql as $$
  insert into audit_head values (p_head.org_code, p_head.seq, p_head.hash)
  on conflict (org_code) do update set seq = excluded.seq, hash = excluded.hash
$$;
