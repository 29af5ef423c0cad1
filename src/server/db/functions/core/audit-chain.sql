-- Assigns committed entries their positions in the chain. All copies of the server call it regularly; one works and the others skip, so
-- that no writer waits for the chain. An entry gets its position only when no transaction as old as its own is open: nothing can commit
-- below the watermark later.
create or replace function audit_chain(p_most integer) returns integer language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  here bigint := (select s.system_identifier from pg_control_system() s);
  mark audit_watermark;
  head audit_head;
  e audit_entry;
  batch bigint[];
  stores text[] := '{}';
  places bigint[] := '{}';
  hashes text[] := '{}';
  linked bigint[] := '{}';
begin
  if not pg_try_advisory_xact_lock(7019283111) then return 0; end if;
  perform set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
  select * into mark from audit_watermark;
  if mark.system_identifier = here then
    select array_agg(a.id), coalesce(max(a.xact), mark.xact) into batch, mark.xact from (
      select n.id, n.xact from audit_entry n
      where (n.xact, n.id) > (mark.xact, mark.entry_id) and n.xact < pg_snapshot_xmin(pg_current_snapshot())
        and not exists (select from audit_link l where l.entry_id = n.id)
      order by n.xact, n.id limit p_most) a;
    if batch is null then return 0; end if;
    mark.entry_id := batch[cardinality(batch)];
  else
    mark := row(true, pg_snapshot_xmin(pg_current_snapshot()), 0, here);
    select array_agg(n.id) into batch from audit_entry n
      where not exists (select from audit_link l where l.entry_id = n.id);
  end if;
  for e in select a.* from audit_entry a where a.id = any(batch) order by a.org_code, a.xact, a.id loop
    if head.org_code is distinct from e.org_code then
      if head.org_code is not null then perform audit_end_at(head); end if;
      select * into head from audit_head where org_code = e.org_code;
      if not found then head := row(e.org_code, 0, ''); end if;
    end if;
    head := row(e.org_code, head.seq + 1, audit_hash(head.hash, head.seq + 1, e));
    linked := linked || e.id;
    stores := stores || e.org_code;
    places := places || head.seq;
    hashes := hashes || head.hash;
  end loop;
  if head.org_code is not null then perform audit_end_at(head); end if;
  insert into audit_link (entry_id, org_code, seq, hash)
    select * from unnest(linked, stores, places, hashes);
  update audit_watermark set xact = mark.xact, entry_id = mark.entry_id, system_identifier = mark.system_identifier;
  return cardinality(linked);
end
$$;
