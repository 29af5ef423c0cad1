-- Every successful write: who, when, from where, what, before and after. The server may only add; places and hashes are given
-- by audit_chain() below, which belongs to the owner.
create table audit_entry (
  id bigint generated always as identity primary key,
  org_code text collate "C" not null,
  create_time timestamptz not null default clock_timestamp(),
  user_id uuid,
  username text not null,
  realname text not null,
  ip text not null,
  request_id text not null,
  method text not null,
  action text not null,
  record_kind text not null,
  record_id text not null,
  request jsonb,
  before jsonb,
  after jsonb,
  cost_ms integer,
  seq bigint,
  hash text,
  constraint audit_entry_seq_key unique (org_code, seq)
);
select protect_by_store('audit_entry');
create index audit_entry_unchained_idx on audit_entry (id) where seq is null;
create index audit_entry_record_idx on audit_entry (record_kind, record_id, id);
create index audit_entry_time_idx on audit_entry (org_code, create_time);
revoke insert, update, delete, truncate, references, trigger on audit_entry from pitlane_app;
grant insert (org_code, user_id, username, realname, ip, request_id, method, action, record_kind, record_id, request, before,
  after, cost_ms) on audit_entry to pitlane_app;

-- The end of each store's chain, so that entries cut off at the end are missed too.
create table audit_head (
  org_code text collate "C" primary key,
  seq bigint not null,
  hash text not null
);
select protect_by_store('audit_head');
revoke insert, update, delete, truncate, references, trigger on audit_head from pitlane_app;

-- An operation taken off the list stays in the trail.
create table audit_hidden (
  entry_id bigint primary key references audit_entry
);

create function audit_hash(p_previous text, e audit_entry) returns text language sql immutable as $$
  select encode(sha256(convert_to(p_previous || jsonb_build_array(e.org_code, e.seq, e.id,
    extract(epoch from e.create_time)::text, e.user_id, e.username, e.realname, e.ip, e.request_id, e.method, e.action,
    e.record_kind, e.record_id, e.request, e.before, e.after, e.cost_ms)::text, 'UTF8')), 'hex')
$$;

-- Gives committed entries their places. Called by every copy of the server now and then; one works, the others pass on, so
-- that no writer ever waits for the chain.
create function audit_chain(p_most integer) returns integer language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  e audit_entry;
  head audit_head;
  done integer := 0;
begin
  if not pg_try_advisory_xact_lock(7019283111) then return 0; end if;
  perform set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
  for e in select * from audit_entry where seq is null order by id limit p_most loop
    if head.org_code is distinct from e.org_code then
      select * into head from audit_head where org_code = e.org_code;
      if not found then head := row(e.org_code, 0, ''); end if;
    end if;
    e.seq := head.seq + 1;
    e.hash := audit_hash(head.hash, e);
    update audit_entry set seq = e.seq, hash = e.hash where id = e.id;
    head := row(e.org_code, e.seq, e.hash);
    insert into audit_head values (head.org_code, head.seq, head.hash)
    on conflict (org_code) do update set seq = excluded.seq, hash = excluded.hash;
    done := done + 1;
  end loop;
  return done;
end
$$;

-- What is wrong with the chains: entries that were edited, and places where some are missing.
create function audit_problems() returns table (org_code text, seq bigint, problem text) language plpgsql as $$
declare
  e audit_entry;
  h audit_head;
  previous audit_entry;
begin
  perform set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
  for e in select * from audit_entry a where a.seq is not null order by a.org_code, a.seq loop
    if previous.org_code is distinct from e.org_code then
      previous := null;
      previous.org_code := e.org_code; previous.seq := 0; previous.hash := '';
    end if;
    if e.seq <> previous.seq + 1 then
      org_code := e.org_code; seq := previous.seq + 1; problem := 'missing'; return next;
    elsif e.hash is distinct from audit_hash(previous.hash, e) then
      org_code := e.org_code; seq := e.seq; problem := 'edited'; return next;
    end if;
    previous := e;
  end loop;
  for h in select * from audit_head loop
    if not exists (select from audit_entry a where a.org_code = h.org_code and a.seq = h.seq and a.hash = h.hash) then
      org_code := h.org_code; seq := h.seq; problem := 'missing'; return next;
    end if;
  end loop;
end
$$;
revoke execute on function audit_problems() from public;

-- A charge is one statement of its own, so the order itself leaves the entry; the caller says beforehand from where.
create function audit_charge() returns trigger language plpgsql as $$
declare
  origin jsonb := nullif(current_setting('pitlane.origin', true), '')::jsonb;
begin
  if origin is null then return null; end if;
  insert into audit_entry (org_code, user_id, username, realname, ip, request_id, method, action, record_kind, record_id,
    request, after)
  values (new.org_code, (origin ->> 'userId')::uuid, origin ->> 'username', origin ->> 'realname', origin ->> 'ip',
    origin ->> 'requestId', origin ->> 'method', origin ->> 'action', origin ->> 'kind', new.id::text,
    jsonb_build_object('id', new.play_id), to_jsonb(new));
  return null;
end
$$;
create trigger audit_charge after insert on consume_order for each row execute function audit_charge();
