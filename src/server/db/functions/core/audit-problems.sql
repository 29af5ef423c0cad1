-- Problems of the audit chains: edited entries, gaps, and entries without a position that should have one.
create or replace function audit_problems() returns table (org_code text, seq bigint, entry_id bigint, problem text)
language plpgsql as $$
declare
  l record;
  previous audit_head;
begin
  perform set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
  for l in select k.*, a.id as found, a as entry from audit_link k
    left join audit_entry a on a.id = k.entry_id and a.org_code = k.org_code order by k.org_code, k.seq loop
    if previous.org_code is distinct from l.org_code then previous := row(l.org_code, 0, ''); end if;
    org_code := l.org_code; entry_id := l.entry_id;
    if l.seq <> previous.seq + 1 then
      seq := previous.seq + 1; entry_id := null; problem := 'missing'; return next;
    elsif l.found is null then
      seq := l.seq; problem := 'missing'; return next;
    elsif l.hash is distinct from audit_hash(previous.hash, l.seq, l.entry) then
      seq := l.seq; problem := 'edited'; return next;
    end if;
    previous := row(l.org_code, l.seq, l.hash);
  end loop;
  return query select h.org_code, h.seq, null::bigint, 'missing' from audit_head h
    where not exists (select from audit_link k where k.org_code = h.org_code and k.seq = h.seq and k.hash = h.hash);
  return query select a.org_code, null::bigint, a.id, 'unlinked' from audit_entry a, audit_watermark w
    where (a.xact, a.id) <= (w.xact, w.entry_id)
      and not exists (select from audit_link k where k.entry_id = a.id and k.org_code = a.org_code)
    order by a.id;
end
$$;
revoke execute on function audit_problems() from public;
