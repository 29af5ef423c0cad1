-- Places in the chain are inserted beside the entries instead of being written into them, so that the background work costs
-- little. Which entries still have no place is told by the transaction that wrote them, not by a column that changes.
lock table audit_entry in access exclusive mode;
select pg_advisory_xact_lock(7019283111);
select audit_chain(2147483647);
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);

create table audit_link (
  -- No foreign key: an entry that was removed must be missed, not be impossible.
  entry_id bigint primary key,
  org_code text collate "C" not null,
  seq bigint not null,
  hash text not null,
  constraint audit_link_seq_key unique (org_code, seq)
);
insert into audit_link select id, org_code, seq, hash from audit_entry order by id;
select protect_by_store('audit_link');
revoke insert, update, delete, truncate, references, trigger on audit_link from pitlane_app;

-- Up to here everything has its place, in the order of transactions.
create table audit_watermark (
  only_one boolean primary key default true constraint audit_watermark_only_one check (only_one),
  xact xid8 not null,
  entry_id bigint not null,
  -- Transactions are numbered anew in a database that was restored elsewhere.
  system_identifier bigint not null
);
insert into audit_watermark (xact, entry_id, system_identifier)
  select '0', coalesce((select max(id) from audit_entry), 0), s.system_identifier from pg_control_system() s;
revoke all on audit_watermark from pitlane_app;

drop function audit_problems();
drop function audit_hash(text, audit_entry);
alter table audit_entry drop column seq, drop column hash, add column xact xid8 not null default '0';
alter table audit_entry alter column xact set default pg_current_xact_id();
create index audit_entry_xact_idx on audit_entry (xact, id);

create function audit_hash(p_previous text, p_seq bigint, e audit_entry) returns text language sql immutable as $$
  select encode(sha256(convert_to(p_previous || jsonb_build_array(e.org_code, p_seq, e.id,
    extract(epoch from e.create_time)::text, e.user_id, e.username, e.realname, e.ip, e.request_id, e.method, e.action,
    e.record_kind, e.record_id, e.request, e.before, e.after, e.cost_ms)::text, 'UTF8')), 'hex')
$$;

-- Gives committed entries their places. Called by every copy of the server now and then; one works, the others pass on, so
-- that no writer ever waits for the chain. An entry gets its place only when no transaction as old as its own is still open:
-- whatever is below the watermark can then no longer be joined by one that commits late.
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

create function audit_end_at(p_head audit_head) returns void language sql as $$
  insert into audit_head values (p_head.org_code, p_head.seq, p_head.hash)
  on conflict (org_code) do update set seq = excluded.seq, hash = excluded.hash
$$;

-- What is wrong with the chains: entries that were edited, places where some are missing, and entries without a place that
-- ought to have one.
create function audit_problems() returns table (org_code text, seq bigint, entry_id bigint, problem text)
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

-- As before, with the places of the chain among what a store leaves behind.
create or replace function depart_in_use(p_org text) returns boolean language plpgsql as $$
declare
  name text;
  found boolean;
begin
  for name in select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'org_code'
      and table_name not in ('sys_depart', 'audit_entry', 'audit_link', 'audit_head', 'login_log', 'request_key') loop
    execute format('select exists (select from %I where org_code = $1)', name) into found using p_org;
    if found then return true; end if;
  end loop;
  return exists (select from sys_user_depart ud join sys_depart d on d.id = ud.depart_id where d.org_code = p_org);
end
$$;
