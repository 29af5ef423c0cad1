--
-- PostgreSQL database dump
--



-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: public; Type: SCHEMA; Schema: -; Owner: -
--




--
-- Name: SCHEMA public; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON SCHEMA public IS 'standard public schema';


--
-- Name: hold_state; Type: DOMAIN; Schema: public; Owner: -
--

CREATE DOMAIN public.hold_state AS text
	CONSTRAINT hold_state CHECK ((VALUE = ANY ('{held,captured,released}'::text[])));


--
-- Name: order_state; Type: DOMAIN; Schema: public; Owner: -
--

CREATE DOMAIN public.order_state AS text
	CONSTRAINT consume_order_state CHECK ((VALUE = ANY ('{nopay,payed,closed,refunding,refunded}'::text[])));


--
-- Name: play_state; Type: DOMAIN; Schema: public; Owner: -
--

CREATE DOMAIN public.play_state AS text
	CONSTRAINT play_before_pay_state CHECK ((VALUE = ANY ('{GUADAN,RECHARGED,CONSUMED,ESCAPED,CANCELLED}'::text[])));


--
-- Name: run_mode; Type: DOMAIN; Schema: public; Owner: -
--

CREATE DOMAIN public.run_mode AS text
	CONSTRAINT play_before_pay_run_mode CHECK ((VALUE = ANY ('{circlemode,timermode}'::text[])));


--
-- Name: wallet_cause; Type: DOMAIN; Schema: public; Owner: -
--

CREATE DOMAIN public.wallet_cause AS text
	CONSTRAINT wallet_ledger_cause_kind CHECK ((VALUE = ANY ('{opening,recharge,consume,refund,adjust}'::text[])));


--
-- Name: wallet_kind; Type: DOMAIN; Schema: public; Owner: -
--

CREATE DOMAIN public.wallet_kind AS text
	CONSTRAINT wallet_ledger_wallet CHECK ((VALUE = ANY ('{balance,give,integral,laps,frequency}'::text[])));


--
-- Name: answer_before(uuid, text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.answer_before(p_key uuid, p_path text, p_body_hash text) RETURNS jsonb
    LANGUAGE plpgsql
    AS $$
declare
  prior request_key;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_key::text, 7019283111));
  -- A statement of its own: it sees what was committed while this one waited.
  select * into prior from request_key where key = p_key;
  if prior.path <> p_path or prior.body_hash <> p_body_hash then
    perform refuse('common.keyReused');
  end if;
  return prior.answer;
end
$$;


--
-- Name: audit_chain(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.audit_chain(p_most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: audit_head; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_head (
    org_code text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    hash text NOT NULL
);

ALTER TABLE ONLY public.audit_head FORCE ROW LEVEL SECURITY;


--
-- Name: audit_end_at(public.audit_head); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.audit_end_at(p_head public.audit_head) RETURNS void
    LANGUAGE sql
    AS $$
  insert into audit_head values (p_head.org_code, p_head.seq, p_head.hash)
  on conflict (org_code) do update set seq = excluded.seq, hash = excluded.hash
$$;


--
-- Name: audit_entry; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_entry (
    id bigint NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    user_id uuid,
    username text NOT NULL,
    realname text NOT NULL,
    ip text NOT NULL,
    request_id text NOT NULL,
    method text NOT NULL,
    action text NOT NULL,
    record_kind text NOT NULL,
    record_id text NOT NULL,
    request jsonb,
    before jsonb,
    after jsonb,
    cost_ms integer,
    xact xid8 DEFAULT pg_current_xact_id() NOT NULL
);

ALTER TABLE ONLY public.audit_entry FORCE ROW LEVEL SECURITY;


--
-- Name: audit_hash(text, bigint, public.audit_entry); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.audit_hash(p_previous text, p_seq bigint, e public.audit_entry) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  select encode(sha256(convert_to(p_previous || jsonb_build_array(e.org_code, p_seq, e.id,
    extract(epoch from e.created_at)::text, e.user_id, e.username, e.realname, e.ip, e.request_id, e.method, e.action,
    e.record_kind, e.record_id, e.request, e.before, e.after, e.cost_ms)::text, 'UTF8')), 'hex')
$$;


--
-- Name: audit_problems(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.audit_problems() RETURNS TABLE(org_code text, seq bigint, entry_id bigint, problem text)
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: bound_rules(uuid, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.bound_rules(p_user uuid, p_org text) RETURNS TABLE(rule_id uuid)
    LANGUAGE sql STABLE
    AS $$
  select rr.rule_id from role_rule rr join user_role ur on ur.role_id = rr.role_id
  where ur.user_id = p_user
  union
  select rr.rule_id from store_role_rule rr
  join store_role_user ru on ru.role_id = rr.role_id
  join store_role r on r.id = rr.role_id
  join store d on d.id = r.store_id
  join store_permission dp on dp.store_id = d.id and dp.permission_id = rr.permission_id
  where ru.user_id = p_user and p_org like d.org_code || '%'
$$;


--
-- Name: charge_play(jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.charge_play(call jsonb) RETURNS text
    LANGUAGE plpgsql
    AS $$
declare
  key constant uuid := call ->> 'key';
  operator constant uuid := call ->> 'userId';
  play_id constant uuid := call ->> 'playId';
  rule constant uuid := call ->> 'ruleId';
  cashier constant uuid := call ->> 'cashierId';
  terminal constant uuid := call ->> 'terminalId';
  password_hash constant text := call ->> 'passwordHash';
  at_time constant timestamptz := call ->> 'now';
  remark constant text := coalesce(call ->> 'remark', '');
  usage_mode constant text := call ->> 'usageMode';
  play record;
  play_state text;
  racer text;
  payer text;
  wallet record;
  reserved hold;
  amount bigint;
  available bigint;
  was_set text;
  paid bigint;
  gift bigint;
begin
  -- Assignments and nested conditions, because plpgsql reckons them without a query.
  was_set := set_config('pitlane.scope', call ->> 'scope', true);
  was_set := set_config('pitlane.scope_end', call ->> 'scopeEnd', true);

  -- Taken at once, as if all will be well: a refusal further down undoes it.
  update play_before_pay p set state = 'CONSUMED', consume_id = key, settled_at = at_time, settled_by = operator
    where p.id = play_id and (p.state = 'GUADAN' or p.state = 'ESCAPED' and (call ->> 'mayEscaped')::boolean)
    returning p.org_code, p.member_id, p.rule_id, p.consume_type, p.price, p.price_mode, p.people, p.racer into play;
  if not found then
    -- This very call may have settled it; where two come at once, the second has waited for the record above.
    if answer_before(key, call ->> 'path', call ->> 'bodyHash') is not null then
      return null;
    end if;
    select p.state into play_state from play_before_pay p where p.id = play_id;
    perform refuse(case when not found then 'common.recordNotFound'
      when play_state in ('CONSUMED', 'RECHARGED') then 'sessions.alreadySettled' else 'sessions.notGuadan' end);
  end if;
  -- A key that stands for another call breaks the constraint, which says so.
  insert into request_key (key, org_code, user_id, path, body_hash, answer, created_at)
    values (key, play.org_code, operator, call ->> 'path', call ->> 'bodyHash',
      jsonb_build_object('result', null, 'message', key), at_time);
  if cashier is not null then
    if not exists (
      select from user_store u join store d on d.id = u.store_id join user_account a on a.id = u.user_id
        where u.user_id = cashier and d.org_code = play.org_code and a.status = 1 and a.deleted_at is null) then
      perform refuse('sessions.cashierUnknown', '{"field": "departuserId"}');
    end if;
  end if;

  -- What was agreed at the start holds: only an edit of the record changes its rule or type.
  if rule is not null then
    if rule <> play.rule_id then
      perform refuse('sessions.ruleFixed', '{"field": "sysDepartConsumeRoleId"}');
    end if;
  end if;
  if play.consume_type <> call ->> 'consumeType' then
    perform refuse('sessions.ruleFixed', '{"field": "consumeType"}');
  end if;
  amount := play.price * case play.price_mode when 'one' then 1 else play.people end;
  racer := coalesce(call ->> 'racer', play.racer);

  payer := coalesce(call ->> 'memberId', play.member_id);
  if payer is null then
    perform refuse('members.required', '{"field": "userId"}');
  end if;
  update hold set state = 'captured', ended_at = at_time
    where id = play_id and org_code = play.org_code and state = 'held'
    returning * into reserved;
  if reserved.member_id <> payer then
    -- Two members are changed: in one order everywhere, so that two such charges never wait for each other.
    perform 1 from member where id in (reserved.member_id, payer) and org_code = play.org_code
      order by id for no key update;
    update member set held_money = held_money - reserved.money, held_integral = held_integral - reserved.integral,
        held_laps = held_laps - reserved.laps
      where id = reserved.member_id and org_code = play.org_code;
    update hold set state = 'released' where id = play_id and org_code = play.org_code;
    reserved := null;
  end if;

  loop
    -- Almost always all is well, and the wallet is read and changed at once.
    with chosen as (
      select m.id, m.org_code, split_paid(amount, m.balance, m.give, d.charge_order) as paid
      from member m join store d on d.org_code = m.org_code
      where m.id = payer and m.org_code = play.org_code and not m.frozen
        and (m.consume_password is null or m.consume_password = password_hash)
        and amount <= m.balance + m.give - m.held_money + coalesce(reserved.money, 0)
      for no key update of m)
    update member m set
        balance = m.balance - c.paid,
        give = m.give - (amount - c.paid),
        held_money = m.held_money - coalesce(reserved.money, 0),
        held_integral = m.held_integral - coalesce(reserved.integral, 0),
        held_laps = m.held_laps - coalesce(reserved.laps, 0)
      from chosen c
      where m.id = c.id and m.org_code = c.org_code
      returning m.balance, m.give, c.paid, amount - c.paid as gift into wallet;
    exit when found;
    -- Says why not. Where that has just changed, the row is locked now and the next attempt succeeds.
    select m.balance, m.give, m.held_money, m.frozen, m.consume_password into wallet
      from member m join store d on d.org_code = m.org_code
      where m.id = payer and m.org_code = play.org_code
      for no key update of m;
    if not found then
      perform refuse('members.notFound', '{"field": "userId"}');
    elsif wallet.frozen then
      perform refuse('members.frozen', '{"field": "userId"}');
    elsif wallet.consume_password is distinct from password_hash and wallet.consume_password is not null then
      perform refuse('members.passwordRequired', '{"field": "password"}');
    end if;
    available := wallet.balance + wallet.give - wallet.held_money + coalesce(reserved.money, 0);
    if amount > available then
      perform refuse('members.insufficientBalance', jsonb_build_object('needed', amount, 'available', available));
    end if;
  end loop;
  paid := wallet.paid;
  gift := wallet.gift;
  if paid > 0 then
    insert into wallet_ledger (org_code, member_id, wallet, delta, value_after, cause_kind, cause_id, operator_id,
        cashier_id, terminal_id, created_at)
      values (play.org_code, payer, 'balance', -paid, wallet.balance, 'consume', key, operator,
        cashier, terminal, at_time);
  end if;
  if gift > 0 then
    insert into wallet_ledger (org_code, member_id, wallet, delta, value_after, cause_kind, cause_id, operator_id,
        cashier_id, terminal_id, created_at)
      values (play.org_code, payer, 'give', -gift, wallet.give, 'consume', key, operator,
        cashier, terminal, at_time);
  end if;
  insert into consume_order (id, org_code, play_id, member_id, rule_id, state, consume_type, pay_mode, usage_mode, people,
      amount, paid_balance, paid_give, racer, remark, operator_id, cashier_id, terminal_id, created_at, paid_at)
    values (key, play.org_code, play_id, payer, play.rule_id, 'payed', 'BALANCE', 'balance', usage_mode, play.people,
      amount, paid, gift, racer, remark, operator,
      cashier, terminal, at_time, at_time);
  if payer is distinct from play.member_id then
    update play_before_pay set member_id = payer where id = play_id and org_code = play.org_code;
  end if;
  insert into audit_entry (org_code, user_id, username, realname, ip, request_id, method, action, record_kind, record_id,
      request, after)
    values (play.org_code, operator, call ->> 'username', call ->> 'realname', call ->> 'ip', call ->> 'requestId', 'POST',
      call ->> 'path', call ->> 'kind', key::text,
      jsonb_build_object('id', play_id),
      jsonb_build_object('id', key, 'play_id', play_id, 'member_id', payer, 'rule_id', play.rule_id, 'state', 'payed',
        'consume_type', 'BALANCE', 'pay_mode', 'balance', 'usage_mode', usage_mode, 'people', play.people,
        'amount', amount, 'paid_balance', paid, 'paid_give', gift, 'racer', racer,
        'remark', remark, 'cashier_id', cashier, 'terminal_id', terminal));
  -- The store that changed; null where the answer was already given.
  return play.org_code;
end
$$;


--
-- Name: end_tokens(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.end_tokens() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update access_token set revoked_at = now() where user_id = new.id and revoked_at is null;
  return null;
end
$$;


--
-- Name: find_signed_in(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.find_signed_in(p_token_hash text) RETURNS jsonb
    LANGUAGE plpgsql
    AS $$
declare
  person user_account;
  token access_token;
  here text;
  granted text[];
begin
  -- A person is known before any store is: only here and in sign-in does the server look at every store.
  perform set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
  select * into token from access_token where token_hash = p_token_hash and revoked_at is null;
  select * into person from user_account where id = token.user_id and status = 1 and deleted_at is null;
  if person.id is null then return null; end if;
  -- A store that the person was taken from is no longer the current one.
  select coalesce((
    select d.org_code from user_store ud join store d on d.id = ud.store_id
    where ud.user_id = person.id and d.org_code = token.chosen_org_code), '') into here;
  select coalesce(array_agg(g.permission_id), '{}') into granted from granted_permissions(person.id, here) g;
  return jsonb_build_object(
    'id', person.id, 'username', person.username, 'realname', person.realname, 'identity', person.identity,
    'expiresAt', extract(epoch from token.expires_at) * 1000,
    'orgCode', here,
    'rolesName', coalesce((
      select string_agg(r.role_name, ',' order by r.id) from user_role ur join role r on r.id = ur.role_id
      where ur.user_id = person.id), ''),
    'granted', granted,
    'actions', coalesce((
      select jsonb_agg(p.perms) from permission p
      where p.menu_type = 2 and (person.identity = '-1' or p.status = '0' or p.id = any(granted))), '[]'),
    'rules', case when person.identity = '-1' then '[]' else coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'permissionId', r.permission_id, 'column', r.rule_column,
        'condition', r.rule_conditions, 'value', r.rule_value) order by r.id)
      from bound_rules(person.id, here) b join permission_rule r on r.id = b.rule_id
      where r.status = '1'), '[]') end);
end
$$;


--
-- Name: forget_dictionaries(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.forget_dictionaries() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('pitlane', '{"kind":"dictionaries"}');
  return null;
end
$$;


--
-- Name: forget_everyone(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.forget_everyone() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('pitlane', '{"kind":"forget"}');
  return null;
end
$$;


--
-- Name: forget_person(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.forget_person() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('pitlane', jsonb_build_object('kind', 'forget', 'userId',
    case tg_table_name when 'user_account' then to_jsonb(old) ->> 'id'
      else coalesce(to_jsonb(new) ->> 'user_id', to_jsonb(old) ->> 'user_id') end)::text);
  return null;
end
$$;


--
-- Name: forget_terminals(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.forget_terminals() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('pitlane', '{"kind":"terminals"}');
  return null;
end
$$;


--
-- Name: granted_permissions(uuid, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.granted_permissions(p_user uuid, p_org text) RETURNS TABLE(permission_id text)
    LANGUAGE sql STABLE
    AS $$
  select rp.permission_id from role_permission rp join user_role ur on ur.role_id = rp.role_id
  where ur.user_id = p_user
  union
  select rp.permission_id from store_role_permission rp
  join store_role_user ru on ru.role_id = rp.role_id
  join store_role r on r.id = rp.role_id
  join store d on d.id = r.store_id
  join store_permission dp on dp.store_id = d.id and dp.permission_id = rp.permission_id
  where ru.user_id = p_user and p_org like d.org_code || '%'
  union
  -- Changing rule or type of a hung order belongs to headquarters and to roles whose name says that they serve a single store.
  select p.id from permission p
  where p.id = 'playbeforepay:edite' and (
    exists (select from user_account a where a.id = p_user and a.identity in ('-1', '0'))
    or exists (select from user_role ur join role r on r.id = ur.role_id
      where ur.user_id = p_user and r.role_name like '%单店通用%'))
$$;


--
-- Name: next_org_code(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.next_org_code(p_parent text) RETURNS text
    LANGUAGE plpgsql
    AS $_$
declare
  given integer;
  taken integer;
begin
  -- Siblings out of scope cannot be: who adds below a parent sees the whole parent.
  select coalesce(max((ascii(left(right(org_code, 3), 1)) - 65) * 99 + right(org_code, 2)::integer), 0) into taken
  from store
  where left(org_code, -3) = p_parent and length(org_code) = length(p_parent) + 3 and right(org_code, 3) ~ '^[A-Z][0-9]{2}$';
  insert into store_counter as c (parent_code, last_number) values (p_parent, taken + 1)
  on conflict (parent_code) do update set last_number = greatest(c.last_number, taken) + 1
  returning last_number into given;
  return p_parent || chr(65 + (given - 1) / 99) || lpad(((given - 1) % 99 + 1)::text, 2, '0');
end
$_$;


--
-- Name: protect_by_store(regclass); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.protect_by_store(target regclass) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy store_scope on %s for all
       using (org_code >= current_setting(''pitlane.scope'', true) and org_code < current_setting(''pitlane.scope_end'', true))
       with check (org_code >= current_setting(''pitlane.scope'', true) and org_code < current_setting(''pitlane.scope_end'', true))',
    target);
end
$$;


--
-- Name: refuse(text, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse(code text, details jsonb DEFAULT '{}'::jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  raise exception using errcode = 'PL001', message = code, detail = details::text;
end
$$;


--
-- Name: reserve_try(jsonb, timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.reserve_try(p_whom jsonb, p_now timestamp with time zone) RETURNS jsonb
    LANGUAGE plpgsql
    AS $$
declare
  one record;
  tries integer;
  last timestamptz;
  block timestamptz;
  taken jsonb := '[]';
begin
  -- Always in the same order, so that two calls never wait for each other.
  for one in
    select * from jsonb_to_recordset(p_whom) as t(subject text, free integer, first integer, longest integer, forgives integer)
    order by subject
  loop
    select last_failure_at into last from login_guard where subject = one.subject for update;
    insert into login_guard as g (subject, failures, last_failure_at) values (one.subject, 1, p_now)
    on conflict (subject) do update set
      failures = case when g.last_failure_at < p_now - one.forgives * interval '1 second' then 1 else g.failures + 1 end,
      last_failure_at = p_now
      where g.locked_until is null or g.locked_until <= p_now
    returning failures into tries;
    if not found then
      raise exception 'has to wait' using errcode = 'PW001';
    end if;
    block := null;
    if tries >= one.free then
      block := p_now + least(one.longest, one.first * power(2, least(tries - one.free, 20))) * interval '1 second';
      update login_guard set locked_until = block where subject = one.subject;
    end if;
    taken := taken || jsonb_build_object('subject', one.subject, 'earlier', tries - 1, 'block', block, 'last', last, 'at', p_now);
  end loop;
  -- What is forgiven long ago goes; rows that somebody else holds go another time.
  delete from login_guard where subject in (
    select subject from login_guard where last_failure_at < p_now - interval '2 days' limit 100 for update skip locked);
  return jsonb_build_object('taken', taken);
exception when sqlstate 'PW001' then
  return jsonb_build_object('wait', (
    select greatest(1, ceil(extract(epoch from max(locked_until) - p_now))) from login_guard
    where locked_until > p_now and subject in (select t.subject from jsonb_to_recordset(p_whom) as t(subject text))));
end
$$;


--
-- Name: return_try(jsonb, text[], timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.return_try(p_taken jsonb, p_forget text[], p_now timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform from login_guard where subject in (select t.subject from jsonb_to_recordset(p_taken) as t(subject text))
    order by subject for update;
  update login_guard g set
    failures = case
      when g.subject = any(p_forget) and (g.locked_until is null or g.locked_until <= p_now or g.locked_until = t.block) then 0
      else greatest(g.failures - 1, 0) end,
    locked_until = case when g.locked_until = t.block then null else g.locked_until end,
    last_failure_at = case when g.last_failure_at = t.at then coalesce(t.last, t.at) else g.last_failure_at end
  from jsonb_to_recordset(p_taken) as t(subject text, block timestamptz, last timestamptz, at timestamptz)
  where g.subject = t.subject;
end
$$;


--
-- Name: split_paid(bigint, bigint, bigint, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.split_paid(amount bigint, balance bigint, give bigint, charge_order text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case
    when amount > balance + give then null
    when charge_order = 'paidFirst' then least(amount, balance)
    when charge_order = 'giftFirst' then amount - least(amount, give)
    when balance + give = 0 then 0
    else amount - least(give, amount - div(amount::numeric * balance, balance + give)::bigint)
  end
$$;


--
-- Name: store_in_use(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.store_in_use(p_org text) RETURNS boolean
    LANGUAGE plpgsql
    AS $_$
declare
  name text;
  found boolean;
begin
  for name in select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'org_code'
      and table_name not in ('store', 'audit_entry', 'audit_link', 'audit_head', 'login_log', 'request_key') loop
    execute format('select exists (select from %I where org_code = $1)', name) into found using p_org;
    if found then return true; end if;
  end loop;
  return exists (select from user_store ud join store d on d.id = ud.store_id where d.org_code = p_org);
end
$_$;


--
-- Name: wallet_ledger_is_append_only(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.wallet_ledger_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'the wallet ledger is append-only';
end
$$;


--
-- Name: access_token; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.access_token (
    token_hash text NOT NULL,
    user_id uuid NOT NULL,
    chosen_org_code text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);


--
-- Name: announcement; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.announcement (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    msg_abstract text DEFAULT ''::text NOT NULL,
    msg_content text DEFAULT ''::text NOT NULL,
    start_time timestamp with time zone,
    end_time timestamp with time zone,
    sender text DEFAULT ''::text NOT NULL,
    priority text NOT NULL,
    msg_category text NOT NULL,
    msg_type text NOT NULL,
    send_status text DEFAULT '0'::text NOT NULL,
    send_time timestamp with time zone,
    cancel_time timestamp with time zone,
    bus_type text DEFAULT ''::text NOT NULL,
    bus_id text DEFAULT ''::text NOT NULL,
    open_type text DEFAULT ''::text NOT NULL,
    open_page text DEFAULT ''::text NOT NULL,
    deleted boolean DEFAULT false NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_by text,
    updated_at timestamp with time zone,
    CONSTRAINT announcement_category_known CHECK ((msg_category = ANY (ARRAY['1'::text, '2'::text]))),
    CONSTRAINT announcement_open_type_known CHECK ((open_type = ANY (ARRAY[''::text, 'url'::text, 'component'::text]))),
    CONSTRAINT announcement_period CHECK ((end_time > start_time)),
    CONSTRAINT announcement_priority_known CHECK ((priority = ANY (ARRAY['L'::text, 'M'::text, 'H'::text]))),
    CONSTRAINT announcement_released CHECK (((send_status <> '1'::text) OR (send_time IS NOT NULL))),
    CONSTRAINT announcement_status_known CHECK ((send_status = ANY (ARRAY['0'::text, '1'::text, '2'::text]))),
    CONSTRAINT announcement_type_known CHECK ((msg_type = ANY (ARRAY['ALL'::text, 'USER'::text])))
);

ALTER TABLE ONLY public.announcement FORCE ROW LEVEL SECURITY;


--
-- Name: COLUMN announcement.msg_category; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.announcement.msg_category IS '1 notice, 2 system message';


--
-- Name: COLUMN announcement.send_status; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.announcement.send_status IS '0 draft, 1 released, 2 revoked';


--
-- Name: announcement_reader; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.announcement_reader (
    announcement_id uuid NOT NULL,
    user_id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    read_time timestamp with time zone
);

ALTER TABLE ONLY public.announcement_reader FORCE ROW LEVEL SECURITY;


--
-- Name: audit_entry_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.audit_entry ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: audit_hidden; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_hidden (
    entry_id bigint NOT NULL
);


--
-- Name: audit_link; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_link (
    entry_id bigint NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    hash text NOT NULL
);

ALTER TABLE ONLY public.audit_link FORCE ROW LEVEL SECURITY;


--
-- Name: audit_watermark; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_watermark (
    only_one boolean DEFAULT true NOT NULL,
    xact xid8 NOT NULL,
    entry_id bigint NOT NULL,
    system_identifier bigint NOT NULL,
    CONSTRAINT audit_watermark_only_one CHECK (only_one)
);


--
-- Name: category; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.category (
    id uuid NOT NULL,
    parent_id uuid,
    name text NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    created_by text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by text,
    updated_at timestamp with time zone
);


--
-- Name: check_rule; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.check_rule (
    id uuid NOT NULL,
    rule_name text NOT NULL,
    rule_code text NOT NULL,
    rule_json text NOT NULL,
    rule_description text DEFAULT ''::text NOT NULL,
    created_by text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by text,
    updated_at timestamp with time zone
);


--
-- Name: consume_order; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.consume_order (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    play_id uuid,
    member_id text COLLATE pg_catalog."C",
    rule_id uuid NOT NULL,
    state public.order_state DEFAULT 'nopay'::text NOT NULL,
    consume_type text NOT NULL,
    pay_mode text NOT NULL,
    usage_mode text NOT NULL,
    people integer DEFAULT 1 NOT NULL,
    amount bigint NOT NULL,
    paid_balance bigint DEFAULT 0 NOT NULL,
    paid_give bigint DEFAULT 0 NOT NULL,
    racer text DEFAULT ''::text NOT NULL,
    remark text DEFAULT ''::text NOT NULL,
    operator_id uuid NOT NULL,
    cashier_id uuid,
    terminal_id uuid,
    created_at timestamp with time zone NOT NULL,
    paid_at timestamp with time zone,
    CONSTRAINT consume_order_amounts CHECK (((amount >= 0) AND (paid_balance >= 0) AND (paid_give >= 0)))
);

ALTER TABLE ONLY public.consume_order FORCE ROW LEVEL SECURITY;


--
-- Name: consume_rule; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.consume_rule (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    consume_type text NOT NULL,
    tool_type text DEFAULT 'TONGYONG'::text NOT NULL,
    project_type text DEFAULT 'currency'::text NOT NULL,
    price_mode text DEFAULT 'every'::text NOT NULL,
    price bigint DEFAULT 0 NOT NULL,
    deposit bigint DEFAULT 0 NOT NULL,
    integral bigint DEFAULT 0 NOT NULL,
    frequency bigint DEFAULT 0 NOT NULL,
    minutes integer DEFAULT 0 NOT NULL,
    laps integer DEFAULT 0 NOT NULL,
    member_level text DEFAULT ''::text NOT NULL,
    index_number integer DEFAULT 0 NOT NULL,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT consume_rule_amounts CHECK (((price >= 0) AND (deposit >= 0) AND (integral >= 0) AND (frequency >= 0))),
    CONSTRAINT consume_rule_price_mode CHECK ((price_mode = ANY (ARRAY['one'::text, 'every'::text]))),
    CONSTRAINT consume_rule_type CHECK ((consume_type = ANY (ARRAY['BALANCE'::text, 'FREQUENCY'::text, 'INTEGRAL'::text, 'BALANCEANDINTEGRAL'::text, 'GROUPCOUPON'::text, 'QUAN'::text, 'NOCARDCONSUME'::text, 'PLAYFREELY'::text, 'TESTCARD'::text])))
);

ALTER TABLE ONLY public.consume_rule FORCE ROW LEVEL SECURITY;


--
-- Name: dictionary; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.dictionary (
    id text NOT NULL,
    code text NOT NULL,
    name_zh text NOT NULL,
    name_en text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    type smallint DEFAULT 0 NOT NULL,
    deleted_at timestamp with time zone,
    created_by text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by text,
    updated_at timestamp with time zone,
    CONSTRAINT dictionary_type_known CHECK ((type = ANY (ARRAY[0, 1])))
);


--
-- Name: COLUMN dictionary.type; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.dictionary.type IS 'whether the items'' values are texts (0) or numbers (1), as clients of the family keep it';


--
-- Name: COLUMN dictionary.deleted_at; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.dictionary.deleted_at IS 'in the recycle bin since; its code stays taken until it is removed for good';


--
-- Name: dictionary_item; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.dictionary_item (
    id text NOT NULL,
    dictionary_id text NOT NULL,
    value text NOT NULL,
    text_zh text NOT NULL,
    text_en text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    sort_order integer DEFAULT 0 NOT NULL,
    status smallint DEFAULT 1 NOT NULL,
    created_by text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by text,
    updated_at timestamp with time zone,
    CONSTRAINT dictionary_item_status_known CHECK ((status = ANY (ARRAY[0, 1])))
);


--
-- Name: COLUMN dictionary_item.status; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.dictionary_item.status IS '1 in use, 0 retired';


--
-- Name: game_log; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.game_log (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    play_id uuid NOT NULL,
    vehicle_id uuid NOT NULL,
    run_mode text NOT NULL,
    racer text NOT NULL,
    state text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    ended_at timestamp with time zone,
    started_by text NOT NULL,
    CONSTRAINT game_log_ended CHECK (((state = 'ENDED'::text) = (ended_at IS NOT NULL))),
    CONSTRAINT game_log_state CHECK ((state = ANY (ARRAY['RUNNING'::text, 'ENDED'::text])))
);

ALTER TABLE ONLY public.game_log FORCE ROW LEVEL SECURITY;


--
-- Name: hold; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.hold (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    member_id text NOT NULL COLLATE pg_catalog."C",
    money bigint DEFAULT 0 NOT NULL,
    integral bigint DEFAULT 0 NOT NULL,
    laps bigint DEFAULT 0 NOT NULL,
    state public.hold_state DEFAULT 'held'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT hold_ended CHECK ((((state)::text = 'held'::text) = (ended_at IS NULL))),
    CONSTRAINT hold_not_negative CHECK (((money >= 0) AND (integral >= 0) AND (laps >= 0)))
);

ALTER TABLE ONLY public.hold FORCE ROW LEVEL SECURITY;


--
-- Name: job_position; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job_position (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL,
    name text NOT NULL,
    post_rank text DEFAULT ''::text NOT NULL,
    company_id text,
    created_by text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by text,
    updated_at timestamp with time zone
);

ALTER TABLE ONLY public.job_position FORCE ROW LEVEL SECURITY;


--
-- Name: job_run; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job_run (
    id uuid NOT NULL,
    job_name text NOT NULL,
    cause text NOT NULL,
    started_by text DEFAULT ''::text NOT NULL,
    state text NOT NULL,
    result text DEFAULT ''::text NOT NULL,
    queued_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT job_run_cause_known CHECK ((cause = ANY (ARRAY['schedule'::text, 'person'::text]))),
    CONSTRAINT job_run_state_known CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);


--
-- Name: known_place; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.known_place (
    user_id uuid NOT NULL,
    place text NOT NULL,
    used_at timestamp with time zone NOT NULL
);


--
-- Name: login_captcha; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.login_captcha (
    check_key text NOT NULL,
    answer text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: COLUMN login_captcha.check_key; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.login_captcha.check_key IS 'hashed';


--
-- Name: login_guard; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.login_guard (
    subject text NOT NULL,
    failures integer NOT NULL,
    last_failure_at timestamp with time zone NOT NULL,
    locked_until timestamp with time zone
);


--
-- Name: login_log; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.login_log (
    id bigint NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    user_id uuid,
    username text NOT NULL,
    realname text NOT NULL,
    ip text NOT NULL,
    outcome text NOT NULL,
    CONSTRAINT login_log_outcome_known CHECK ((outcome = ANY (ARRAY['signedIn'::text, 'signedOut'::text, 'refused'::text])))
);

ALTER TABLE ONLY public.login_log FORCE ROW LEVEL SECURITY;


--
-- Name: login_log_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.login_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.login_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: member_number; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.member_number
    START WITH 100001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: member; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.member (
    id text DEFAULT (nextval('public.member_number'::regclass))::text NOT NULL COLLATE pg_catalog."C",
    org_code text NOT NULL COLLATE pg_catalog."C",
    nickname text DEFAULT ''::text NOT NULL,
    realname text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    phone_reversed text GENERATED ALWAYS AS (reverse(phone)) STORED NOT NULL COLLATE pg_catalog."C",
    avatar text DEFAULT ''::text NOT NULL,
    physical_card text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    balance bigint DEFAULT 0 NOT NULL,
    give bigint DEFAULT 0 NOT NULL,
    integral bigint DEFAULT 0 NOT NULL,
    laps bigint DEFAULT 0 NOT NULL,
    held_money bigint DEFAULT 0 NOT NULL,
    held_integral bigint DEFAULT 0 NOT NULL,
    held_laps bigint DEFAULT 0 NOT NULL,
    member_level text DEFAULT ''::text NOT NULL,
    consume_password text,
    frozen boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT member_balance_not_negative CHECK ((balance >= 0)),
    CONSTRAINT member_give_not_negative CHECK ((give >= 0)),
    CONSTRAINT member_held_integral_covered CHECK (((held_integral >= 0) AND (held_integral <= integral))),
    CONSTRAINT member_held_laps_covered CHECK (((held_laps >= 0) AND (held_laps <= laps))),
    CONSTRAINT member_held_money_covered CHECK (((held_money >= 0) AND (held_money <= (balance + give)))),
    CONSTRAINT member_integral_not_negative CHECK ((integral >= 0)),
    CONSTRAINT member_laps_not_negative CHECK ((laps >= 0))
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.member FORCE ROW LEVEL SECURITY;


--
-- Name: member_project; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.member_project (
    member_id text NOT NULL COLLATE pg_catalog."C",
    org_code text NOT NULL COLLATE pg_catalog."C",
    project_type text NOT NULL,
    frequency bigint DEFAULT 0 NOT NULL,
    unlimited_name text DEFAULT ''::text NOT NULL,
    unlimited_until timestamp with time zone,
    unlimited_uses integer DEFAULT 0 NOT NULL,
    CONSTRAINT member_project_frequency_not_negative CHECK ((frequency >= 0)),
    CONSTRAINT member_project_unlimited_uses CHECK ((unlimited_uses >= '-1'::integer))
);

ALTER TABLE ONLY public.member_project FORCE ROW LEVEL SECURITY;


--
-- Name: message; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.message (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    content text NOT NULL,
    params text DEFAULT ''::text NOT NULL,
    receiver text NOT NULL,
    receiver_id uuid,
    type text NOT NULL,
    send_status text DEFAULT '0'::text NOT NULL,
    send_count integer DEFAULT 0 NOT NULL,
    send_time timestamp with time zone,
    result text DEFAULT ''::text NOT NULL,
    template_code text DEFAULT ''::text NOT NULL,
    remark text DEFAULT ''::text NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_by text,
    updated_at timestamp with time zone,
    CONSTRAINT message_status_known CHECK ((send_status = ANY (ARRAY['0'::text, '1'::text, '2'::text, '3'::text]))),
    CONSTRAINT message_type_known CHECK ((type = ANY (ARRAY['1'::text, '2'::text, '3'::text, '4'::text])))
);

ALTER TABLE ONLY public.message FORCE ROW LEVEL SECURITY;


--
-- Name: COLUMN message.send_status; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.message.send_status IS '0 waiting or to be tried again, 1 sent, 2 failed for good, 3 being sent';


--
-- Name: message_template; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.message_template (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    template_code text NOT NULL,
    template_name text NOT NULL,
    template_content text DEFAULT ''::text NOT NULL,
    template_type text NOT NULL,
    template_test_json text DEFAULT ''::text NOT NULL,
    created_by text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by text,
    updated_at timestamp with time zone,
    CONSTRAINT message_template_type_known CHECK ((template_type = ANY (ARRAY['1'::text, '2'::text, '3'::text, '4'::text])))
);

ALTER TABLE ONLY public.message_template FORCE ROW LEVEL SECURITY;


--
-- Name: COLUMN message_template.template_type; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.message_template.template_type IS '1 SMS, 2 email, 3 WeChat, 4 system message';


--
-- Name: permission; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.permission (
    id text NOT NULL,
    parent_id text,
    name_zh text NOT NULL,
    name_en text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    perms text DEFAULT ''::text NOT NULL,
    perms_type text DEFAULT '1'::text NOT NULL,
    icon text DEFAULT ''::text NOT NULL,
    component text DEFAULT ''::text NOT NULL,
    component_name text DEFAULT ''::text NOT NULL,
    url text DEFAULT ''::text NOT NULL,
    redirect text,
    sort_no double precision DEFAULT 0 NOT NULL,
    menu_type smallint NOT NULL,
    route boolean DEFAULT true NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    keep_alive boolean DEFAULT false NOT NULL,
    always_show boolean DEFAULT false NOT NULL,
    internal_or_external boolean DEFAULT false NOT NULL,
    status text DEFAULT '1'::text NOT NULL,
    created_by text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by text,
    updated_at timestamp with time zone,
    CONSTRAINT permission_button_has_action CHECK (((menu_type <> 2) OR (perms <> ''::text))),
    CONSTRAINT permission_menu_has_component CHECK (((menu_type = 2) OR (component <> ''::text))),
    CONSTRAINT permission_menu_type_known CHECK ((menu_type = ANY (ARRAY[0, 1, 2]))),
    CONSTRAINT permission_status_known CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
);


--
-- Name: COLUMN permission.menu_type; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.permission.menu_type IS '0 top menu, 1 sub menu, 2 button';


--
-- Name: COLUMN permission.status; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.permission.status IS '0: the rule is off and the button is allowed for everyone';


--
-- Name: permission_rule; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.permission_rule (
    id uuid NOT NULL,
    permission_id text NOT NULL,
    rule_name text NOT NULL,
    rule_column text NOT NULL,
    rule_conditions text NOT NULL,
    rule_value text NOT NULL,
    status text DEFAULT '1'::text NOT NULL,
    created_by text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by text,
    updated_at timestamp with time zone,
    CONSTRAINT permission_rule_known CHECK ((rule_conditions = ANY (ARRAY['>'::text, '<'::text, '!='::text, '='::text, '>='::text, '<='::text, 'LIKE'::text, 'LEFT_LIKE'::text, 'RIGHT_LIKE'::text, 'IN'::text]))),
    CONSTRAINT permission_rule_status_known CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
);


--
-- Name: play_before_pay; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.play_before_pay (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    state public.play_state DEFAULT 'GUADAN'::text NOT NULL,
    ticket_no text NOT NULL,
    terminal_ticket text DEFAULT ''::text NOT NULL,
    queue_number integer NOT NULL,
    game_log_id uuid,
    recharge_id uuid,
    consume_id uuid,
    member_id text COLLATE pg_catalog."C",
    racer text NOT NULL,
    rule_id uuid NOT NULL,
    rule_name text NOT NULL,
    consume_type text NOT NULL,
    run_mode public.run_mode NOT NULL,
    laps integer NOT NULL,
    minutes integer NOT NULL,
    people integer NOT NULL,
    price_mode text NOT NULL,
    price bigint NOT NULL,
    deposit bigint DEFAULT 0 NOT NULL,
    integral bigint DEFAULT 0 NOT NULL,
    frequency bigint DEFAULT 0 NOT NULL,
    vehicle_id uuid NOT NULL,
    vehicle_name text NOT NULL,
    remark text DEFAULT ''::text NOT NULL,
    print_id text DEFAULT ''::text NOT NULL,
    terminal_id uuid,
    terminal_name text DEFAULT ''::text NOT NULL,
    operator_id uuid NOT NULL,
    operator_name text DEFAULT ''::text NOT NULL,
    offline boolean DEFAULT false NOT NULL,
    vehicle_conflict boolean DEFAULT false NOT NULL,
    settled_at timestamp with time zone,
    settled_by uuid,
    CONSTRAINT play_before_pay_amounts CHECK (((price >= 0) AND (deposit >= 0) AND (integral >= 0) AND (frequency >= 0))),
    CONSTRAINT play_before_pay_people CHECK ((people >= 1))
);

ALTER TABLE ONLY public.play_before_pay FORCE ROW LEVEL SECURITY;


--
-- Name: print_job; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.print_job (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    order_id uuid NOT NULL,
    copy_no integer DEFAULT 0 NOT NULL,
    print_id text DEFAULT ''::text NOT NULL,
    ticket jsonb NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    claimed_by uuid,
    claim_until timestamp with time zone,
    returned_by uuid,
    attempt integer DEFAULT 0 NOT NULL,
    outcome text,
    detail text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT print_job_claimed CHECK (((state <> 'claimed'::text) OR ((claimed_by IS NOT NULL) AND (claim_until IS NOT NULL)))),
    CONSTRAINT print_job_state CHECK ((state = ANY (ARRAY['waiting'::text, 'claimed'::text, 'printed'::text, 'unknown'::text, 'expired'::text])))
);

ALTER TABLE ONLY public.print_job FORCE ROW LEVEL SECURITY;


--
-- Name: queue_counter; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.queue_counter (
    org_code text NOT NULL COLLATE pg_catalog."C",
    business_day date NOT NULL,
    last_number integer NOT NULL
);

ALTER TABLE ONLY public.queue_counter FORCE ROW LEVEL SECURITY;


--
-- Name: queue_entry; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.queue_entry (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    play_id uuid NOT NULL,
    business_day date NOT NULL,
    number integer NOT NULL,
    state text DEFAULT 'WAITING'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT queue_entry_state CHECK ((state = ANY (ARRAY['WAITING'::text, 'CALLED'::text, 'STARTED'::text, 'DONE'::text, 'CANCELLED'::text])))
);

ALTER TABLE ONLY public.queue_entry FORCE ROW LEVEL SECURITY;


--
-- Name: request_key; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.request_key (
    key uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    user_id uuid NOT NULL,
    path text NOT NULL,
    body_hash text NOT NULL,
    answer jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.request_key FORCE ROW LEVEL SECURITY;


--
-- Name: role; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.role (
    id text NOT NULL,
    role_code text NOT NULL,
    role_name text NOT NULL,
    owner_code text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    description text DEFAULT ''::text NOT NULL,
    created_by text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by text,
    updated_at timestamp with time zone
);


--
-- Name: COLUMN role.owner_code; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.role.owner_code IS 'the store whose role it is; empty: built in';


--
-- Name: role_permission; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.role_permission (
    role_id text NOT NULL,
    permission_id text NOT NULL
);


--
-- Name: role_rule; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.role_rule (
    role_id text NOT NULL,
    permission_id text NOT NULL,
    rule_id uuid NOT NULL
);


--
-- Name: scheduled_job; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.scheduled_job (
    id uuid NOT NULL,
    job_name text NOT NULL,
    cron_expression text NOT NULL,
    parameter text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    status smallint DEFAULT 0 NOT NULL,
    next_run_at timestamp with time zone,
    created_by text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by text,
    updated_at timestamp with time zone,
    CONSTRAINT scheduled_job_status_known CHECK ((status = ANY (ARRAY[0, '-1'::integer])))
);


--
-- Name: COLUMN scheduled_job.status; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.scheduled_job.status IS '0 normal, -1 paused';


--
-- Name: schema_function; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_function (
    name text NOT NULL,
    hash text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: schema_migration; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_migration (
    name text NOT NULL,
    hash text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: sms_code; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sms_code (
    phone text NOT NULL,
    mode text NOT NULL,
    code_hash text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT sms_code_mode_known CHECK ((mode = ANY (ARRAY['0'::text, '1'::text, '2'::text])))
);


--
-- Name: COLUMN sms_code.mode; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.sms_code.mode IS '0 sign-in, 1 register, 2 password reset';


--
-- Name: sms_outbox; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sms_outbox (
    id uuid NOT NULL,
    phone text NOT NULL,
    text text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    claim_until timestamp with time zone,
    tries integer DEFAULT 0 NOT NULL,
    result text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sms_outbox_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])))
);


--
-- Name: store; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.store (
    id uuid NOT NULL,
    parent_id uuid,
    org_code text NOT NULL COLLATE pg_catalog."C",
    kind text DEFAULT 'store'::text NOT NULL,
    name text NOT NULL,
    name_en text DEFAULT ''::text NOT NULL,
    short_name text DEFAULT ''::text NOT NULL,
    sort_order integer DEFAULT 0 NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    org_category text DEFAULT '1'::text NOT NULL,
    mobile text DEFAULT ''::text NOT NULL,
    fax text DEFAULT ''::text NOT NULL,
    address text DEFAULT ''::text NOT NULL,
    memo text DEFAULT ''::text NOT NULL,
    status text DEFAULT '1'::text NOT NULL,
    apps text[] DEFAULT '{}'::text[] NOT NULL,
    accepts_cash text DEFAULT 'NO'::text NOT NULL,
    sms_count integer DEFAULT 0 NOT NULL,
    end_time timestamp with time zone,
    time_zone text DEFAULT 'Asia/Shanghai'::text NOT NULL,
    day_start_hour smallint DEFAULT 0 NOT NULL,
    queue_prefix text DEFAULT ''::text NOT NULL,
    hung_order_limit integer DEFAULT 5 NOT NULL,
    charge_order text DEFAULT 'paidFirst'::text NOT NULL,
    created_by text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by text,
    updated_at timestamp with time zone,
    CONSTRAINT store_accepts_cash_known CHECK ((accepts_cash = ANY (ARRAY['YES'::text, 'NO'::text]))),
    CONSTRAINT store_charge_order_known CHECK ((charge_order = ANY (ARRAY['paidFirst'::text, 'giftFirst'::text, 'proportional'::text]))),
    CONSTRAINT store_day_start_hour_range CHECK (((day_start_hour >= 0) AND (day_start_hour <= 23))),
    CONSTRAINT store_hung_order_limit_range CHECK ((hung_order_limit >= 0)),
    CONSTRAINT store_kind_known CHECK ((kind = ANY (ARRAY['chain'::text, 'store'::text]))),
    CONSTRAINT store_org_category_known CHECK ((org_category = ANY (ARRAY['1'::text, '2'::text, '3'::text]))),
    CONSTRAINT store_org_code_form CHECK ((org_code ~ '^[A-Za-z0-9]{1,64}$'::text)),
    CONSTRAINT store_sms_count_range CHECK ((sms_count >= 0)),
    CONSTRAINT store_status_known CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
);

ALTER TABLE ONLY public.store FORCE ROW LEVEL SECURITY;


--
-- Name: COLUMN store.end_time; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.store.end_time IS 'until when the store has paid for the product';


--
-- Name: store_counter; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.store_counter (
    parent_code text NOT NULL COLLATE pg_catalog."C",
    last_number integer NOT NULL
);


--
-- Name: store_permission; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.store_permission (
    store_id uuid NOT NULL,
    permission_id text NOT NULL
);


--
-- Name: store_role; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.store_role (
    id uuid NOT NULL,
    store_id uuid NOT NULL,
    role_name text NOT NULL,
    role_code text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    created_by text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by text,
    updated_at timestamp with time zone
);


--
-- Name: store_role_permission; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.store_role_permission (
    role_id uuid NOT NULL,
    permission_id text NOT NULL
);


--
-- Name: store_role_rule; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.store_role_rule (
    role_id uuid NOT NULL,
    permission_id text NOT NULL,
    rule_id uuid NOT NULL
);


--
-- Name: store_role_user; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.store_role_user (
    role_id uuid NOT NULL,
    user_id uuid NOT NULL
);


--
-- Name: store_rule; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.store_rule (
    store_id uuid NOT NULL,
    permission_id text NOT NULL,
    rule_id uuid NOT NULL
);


--
-- Name: stored_file; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.stored_file (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    file_name text NOT NULL,
    url text NOT NULL,
    created_by text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by text,
    updated_at timestamp with time zone
);

ALTER TABLE ONLY public.stored_file FORCE ROW LEVEL SECURITY;


--
-- Name: sync_refusal; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sync_refusal (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    terminal_id uuid,
    terminal_name text DEFAULT ''::text NOT NULL,
    operator_id uuid NOT NULL,
    code text NOT NULL,
    details jsonb NOT NULL,
    payload jsonb NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    remark text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    closed_by uuid,
    CONSTRAINT sync_refusal_state CHECK ((state = ANY (ARRAY['open'::text, 'settled'::text, 'dismissed'::text])))
);

ALTER TABLE ONLY public.sync_refusal FORCE ROW LEVEL SECURITY;


--
-- Name: terminal; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.terminal (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    prefix text NOT NULL,
    print_id text DEFAULT ''::text NOT NULL,
    registered_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    public_key text,
    enrolled_by uuid,
    enrolled_at timestamp with time zone,
    revoked_by uuid,
    revoked_at timestamp with time zone,
    state text GENERATED ALWAYS AS (
CASE
    WHEN (public_key IS NULL) THEN 'registered'::text
    WHEN (revoked_at IS NULL) THEN 'enrolled'::text
    ELSE 'revoked'::text
END) STORED NOT NULL,
    CONSTRAINT terminal_public_key_form CHECK ((public_key ~ '^[A-Za-z0-9_-]{43}$'::text))
);

ALTER TABLE ONLY public.terminal FORCE ROW LEVEL SECURITY;


--
-- Name: user_account; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.user_account (
    id uuid NOT NULL,
    username text NOT NULL,
    password_hash text NOT NULL,
    realname text NOT NULL,
    identity text NOT NULL,
    status smallint DEFAULT 1 NOT NULL,
    avatar text DEFAULT ''::text NOT NULL,
    sex smallint,
    birthday date,
    phone text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    telephone text DEFAULT ''::text NOT NULL,
    work_no text DEFAULT ''::text NOT NULL,
    post text DEFAULT ''::text NOT NULL,
    user_identity smallint DEFAULT 1 NOT NULL,
    con_password_hash text,
    refund_password_hash text,
    last_org_code text COLLATE pg_catalog."C",
    last_chosen_at timestamp with time zone,
    deleted_at timestamp with time zone,
    created_by text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by text,
    updated_at timestamp with time zone,
    CONSTRAINT user_account_identity_known CHECK ((identity = ANY (ARRAY['-1'::text, '0'::text, '1'::text, '2'::text, '3'::text, '4'::text]))),
    CONSTRAINT user_account_sex_known CHECK ((sex = ANY (ARRAY[1, 2]))),
    CONSTRAINT user_account_status_known CHECK ((status = ANY (ARRAY[1, 2]))),
    CONSTRAINT user_account_user_identity_known CHECK ((user_identity = ANY (ARRAY[1, 2]))),
    CONSTRAINT user_account_username_form CHECK (((username = lower(username)) AND (username <> ''::text)))
);


--
-- Name: COLUMN user_account.status; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.user_account.status IS '1 normal, 2 frozen';


--
-- Name: COLUMN user_account.user_identity; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.user_account.user_identity IS '1 member, 2 superior of the own stores';


--
-- Name: COLUMN user_account.con_password_hash; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.user_account.con_password_hash IS 'asked for when this person takes over the counter; null: nothing is asked';


--
-- Name: COLUMN user_account.refund_password_hash; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.user_account.refund_password_hash IS 'the second secret, which refunds ask for';


--
-- Name: COLUMN user_account.deleted_at; Type: COMMENT; Schema: public; Owner: -
--

COMMENT ON COLUMN public.user_account.deleted_at IS 'in the recycle bin since';


--
-- Name: user_role; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.user_role (
    user_id uuid NOT NULL,
    role_id text NOT NULL
);


--
-- Name: user_store; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.user_store (
    user_id uuid NOT NULL,
    store_id uuid NOT NULL
);


--
-- Name: vehicle; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.vehicle (
    id uuid NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    card_name text DEFAULT ''::text NOT NULL,
    vehicle_type text DEFAULT ''::text NOT NULL,
    connected boolean DEFAULT false NOT NULL,
    condition text DEFAULT 'ready'::text NOT NULL,
    index_number integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT vehicle_condition CHECK ((condition = ANY (ARRAY['ready'::text, 'maintenance'::text, 'scrapped'::text])))
);

ALTER TABLE ONLY public.vehicle FORCE ROW LEVEL SECURITY;


--
-- Name: wallet_ledger; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.wallet_ledger (
    seq bigint NOT NULL,
    org_code text NOT NULL COLLATE pg_catalog."C",
    member_id text NOT NULL COLLATE pg_catalog."C",
    wallet public.wallet_kind NOT NULL,
    project text DEFAULT ''::text NOT NULL,
    delta bigint NOT NULL,
    value_after bigint NOT NULL,
    cause_kind public.wallet_cause NOT NULL,
    cause_id uuid NOT NULL,
    operator_id uuid,
    cashier_id uuid,
    terminal_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT wallet_ledger_changes CHECK ((delta <> 0)),
    CONSTRAINT wallet_ledger_value_not_negative CHECK ((value_after >= 0))
);

ALTER TABLE ONLY public.wallet_ledger FORCE ROW LEVEL SECURITY;


--
-- Name: wallet_ledger_seq_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.wallet_ledger ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.wallet_ledger_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Data for Name: access_token; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: announcement; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.announcement VALUES
	('01900000-0000-7000-8004-000000000001', 'A01', '国庆营业时间调整', '节假日各店延长营业至 23:00', '<p>国庆期间各店营业时间延长至 <b>23:00</b>，请提前安排排班。</p>', NULL, NULL, 'hq', 'M', '1', 'ALL', '1', '2026-01-29 10:00:00+00', NULL, '', '', '', '', false, 'hq', '2026-01-29 10:00:00+00', NULL, NULL),
	('01900000-0000-7000-8004-000000000002', 'A01A01', '8号车停用检修', '恢复时间另行通知', '<p>8号车制动异常，<b>停用检修</b>，请勿派车。</p>', NULL, NULL, 'manager', 'H', '1', 'ALL', '1', '2026-01-31 07:00:00+00', NULL, '', '', '', '', false, 'manager', '2026-01-31 07:00:00+00', NULL, NULL),
	('01900000-0000-7000-8004-000000000003', 'A01A01', '有未处理的挂单', '请在交班前处理', '<p>请在交班前处理昨日的挂单。</p>', NULL, NULL, 'manager', 'L', '2', 'USER', '1', '2026-01-31 10:00:00+00', NULL, '', '', 'url', '/playbeforepay/sysPlayBeforePayList', false, 'manager', '2026-01-31 10:00:00+00', NULL, NULL),
	('01900000-0000-7000-8004-000000000004', 'A01A01', '会员日活动草案', '', '<p>每周三会员日，充值加赠 10%。</p>', NULL, NULL, '', 'L', '1', 'ALL', '0', NULL, NULL, '', '', '', '', false, 'manager', '2026-01-31 12:00:00+00', NULL, NULL);


--
-- Data for Name: announcement_reader; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.announcement_reader VALUES
	('01900000-0000-7000-8004-000000000003', '01900000-0000-7000-8000-000000000106', 'A01A01', NULL),
	('01900000-0000-7000-8004-000000000001', '01900000-0000-7000-8000-000000000102', 'A01', '2026-01-31 12:00:00+00'),
	('01900000-0000-7000-8004-000000000002', '01900000-0000-7000-8000-000000000103', 'A01A01', '2026-01-31 12:00:00+00');


--
-- Data for Name: audit_entry; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: audit_head; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: audit_hidden; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: audit_link; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: audit_watermark; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audit_watermark VALUES
	(true, '0', 0, 7710892806353114729);


--
-- Data for Name: category; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: check_rule; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: consume_order; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.consume_order VALUES
	('019bfe6d-d710-7d64-8a84-894dea534697', 'A01A01', '019bfe61-05d0-7c1f-8bc6-85172241d176', '100005', '01900000-0000-7000-8001-000000001004', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 12800, 12800, 0, '闪电', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-27 07:49:30+00', '2026-01-27 07:49:30+00'),
	('019bf8ff-94d0-7540-8a40-8700ba3192a6', 'A01A01', '019bf8f2-c390-7fee-84fe-e8aa199ad2b6', '100007', '01900000-0000-7000-8001-000000001004', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 12800, 12800, 0, '赛道一哥', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-26 06:30:58+00', '2026-01-26 06:30:58+00'),
	('019bf82b-d5c8-74ac-81e6-71ad2f9bd930', 'A01A01', '019bf81f-0488-7de7-8f45-65b5a23f8cc1', '100001', '01900000-0000-7000-8001-000000001004', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 12800, 12800, 0, '风一样的男子', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-26 02:39:41+00', '2026-01-26 02:39:41+00'),
	('019bf3e6-c978-7a91-803f-2fbaf87c8686', 'A01A01', '019bf3d9-f838-7960-8a5f-eed0b52e38a5', '100008', '01900000-0000-7000-8001-000000001003', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 9800, 9800, 0, '小旋风', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-25 06:45:47+00', '2026-01-25 06:45:47+00'),
	('019bead9-2510-7559-8421-9396cac97835', 'A01A01', '019beacc-53d0-77c3-8c42-fa3c4b8caf7a', '100010', '01900000-0000-7000-8001-000000001004', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 12800, 12800, 0, 'Speedy', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-23 12:34:18+00', '2026-01-23 12:34:18+00'),
	('019be59d-ca10-79c0-8502-2dd10529c9e4', 'A01A01', '019be590-f8d0-7327-854e-6a2bcead1ba6', '100001', '01900000-0000-7000-8001-000000001003', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 9800, 9800, 0, '风一样的男子', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-22 12:11:22+00', '2026-01-22 12:11:22+00'),
	('019bdfd3-0ff0-751d-8516-c71d64db94ae', 'A01A01', '019bdfc6-3eb0-7dee-82c1-531d11e986b1', '100005', '01900000-0000-7000-8001-000000001004', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 12800, 12800, 0, '闪电', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-21 09:11:50+00', '2026-01-21 09:11:50+00'),
	('019bda0b-b130-7744-8425-c46184bd13cc', 'A01A01', '019bd9fe-dff0-755a-8b5d-a1325d2a4445', '100006', '01900000-0000-7000-8001-000000001003', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 9800, 9800, 0, '老司机', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-20 06:15:58+00', '2026-01-20 06:15:58+00'),
	('019bd5de-2c50-7bee-80b0-4b0d2564c328', 'A01A01', '019bd5d1-5b10-7ddb-830e-10db25eb421b', NULL, '01900000-0000-7000-8001-000000001010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-19 10:47:46+00', '2026-01-19 10:47:46+00'),
	('019bcb38-c530-7c9c-8960-a32dfb0518d1', 'A01A01', '019bcb2b-f3f0-7366-8db0-627216d2fe37', '100010', '01900000-0000-7000-8001-000000001004', 'payed', 'BALANCE', 'wechat', 'lineup', 2, 12800, 12800, 0, 'Speedy', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-17 09:10:54+00', '2026-01-17 09:10:54+00'),
	('019bca64-ead0-7fff-8998-154fac40f269', 'A01A01', '019bca58-1990-79aa-867b-c0b2e7c62ceb', NULL, '01900000-0000-7000-8001-000000001010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-17 05:19:30+00', '2026-01-17 05:19:30+00'),
	('019bc637-9ca0-7fda-81cc-d1e1252cdf9c', 'A01A01', '019bc62a-cb60-724a-88d9-8be5518f04cc', '100010', '01900000-0000-7000-8001-000000001003', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 9800, 9800, 0, 'Speedy', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-16 09:51:32+00', '2026-01-16 09:51:32+00'),
	('019bc4d7-06e8-7b2a-8d59-f55cb4326d3b', 'A01A01', '019bc4ca-35a8-7dc0-892c-5ef1bfd445e9', NULL, '01900000-0000-7000-8001-000000001010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-16 03:26:25+00', '2026-01-16 03:26:25+00'),
	('019bbcab-7968-7b19-81a3-e1e8c986f083', 'A01A01', '019bbc9e-a828-77a9-8a38-f91578af28a8', '100003', '01900000-0000-7000-8001-000000001003', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 9800, 9800, 0, '漂移女王', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-14 13:21:53+00', '2026-01-14 13:21:53+00'),
	('019bb5b2-f190-73af-8024-fe2b6d1c2d1a', 'A01A01', '019bb5a6-2050-7481-861a-4f24a77fc9c2', NULL, '01900000-0000-7000-8001-000000001010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 2, 17600, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-13 04:52:42+00', '2026-01-13 04:52:42+00'),
	('019bb14f-4568-7450-8a78-be7bac256c53', 'A01A01', '019bb142-7428-7e1f-8dbd-659a7cf80c7c', NULL, '01900000-0000-7000-8001-000000001010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-12 08:25:21+00', '2026-01-12 08:25:21+00'),
	('019bb080-dd90-77f0-8c63-bc7ea64c9336', 'A01A01', '019bb074-0c50-76da-8d97-4d9564795c98', NULL, '01900000-0000-7000-8001-000000001010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-12 04:39:54+00', '2026-01-12 04:39:54+00'),
	('019bac30-b198-7efc-89fb-54cfe471d332', 'A01A01', '019bac23-e058-7543-8a91-e931df05a9c4', '100009', '01900000-0000-7000-8001-000000001004', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 12800, 12800, 0, '周末车手', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-11 08:33:51+00', '2026-01-11 08:33:51+00'),
	('019ba683-c848-71a3-81cf-fa3486e4642e', 'A01A01', '019ba676-f708-7931-8bbe-9e86c16e0b22', NULL, '01900000-0000-7000-8001-000000001010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-10 06:06:53+00', '2026-01-10 06:06:53+00'),
	('019ba2ad-a298-7084-89f8-ed34ef3347dc', 'A01A01', '019ba2a0-d158-77bf-828b-3732fa24112e', NULL, '01900000-0000-7000-8001-000000001010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-09 12:14:07+00', '2026-01-09 12:14:07+00'),
	('019ba1a4-0680-7a76-891a-43e5e736830f', 'A01A01', '019ba197-3540-76d4-8293-2d5f803a1d8f', '100003', '01900000-0000-7000-8001-000000001001', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 6800, 6800, 0, '漂移女王', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-09 07:24:00+00', '2026-01-09 07:24:00+00'),
	('019ba189-94f8-7a5f-8c1a-a42e91045067', 'A01A01', '019ba17c-c3b8-70a6-8bf2-0f99c63f2d74', '100001', '01900000-0000-7000-8001-000000001001', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 6800, 6800, 0, '风一样的男子', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-09 06:55:07+00', '2026-01-09 06:55:07+00'),
	('019b9cb2-6e50-7527-8ea0-835e605c1c32', 'A01A01', '019b9ca5-9d10-7193-87fe-6090868f8fd8', '100003', '01900000-0000-7000-8001-000000001002', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 5800, 5800, 0, '漂移女王', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-08 08:21:38+00', '2026-01-08 08:21:38+00'),
	('019b9c32-c6a0-7bbe-81ec-12a43bdf205a', 'A01A01', '019b9c25-f560-7885-84d0-712f63159357', '100003', '01900000-0000-7000-8001-000000001003', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 9800, 9800, 0, '漂移女王', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-08 06:02:12+00', '2026-01-08 06:02:12+00'),
	('019b9b70-2668-781f-827e-a638168d4cf1', 'A01A01', '019b9b63-5528-7c50-8b5c-344f3aaa19ea', '100003', '01900000-0000-7000-8001-000000001004', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 12800, 12800, 0, '漂移女王', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-08 02:29:37+00', '2026-01-08 02:29:37+00'),
	('019b971d-b850-78d5-8049-7506a835c3e1', 'A01A01', '019b9710-e710-71fb-8d2d-a02fb659c33d', '100003', '01900000-0000-7000-8001-000000001002', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 5800, 5800, 0, '漂移女王', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-07 06:21:06+00', '2026-01-07 06:21:06+00'),
	('019b9270-35d0-79f4-86a5-f19ebec352eb', 'A01A01', '019b9263-6490-73f7-841d-63404df1c208', '100007', '01900000-0000-7000-8001-000000001004', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 12800, 12800, 0, '赛道一哥', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-06 08:33:06+00', '2026-01-06 08:33:06+00'),
	('019b8c97-9518-76f2-89d4-ccda9213fa6e', 'A01A01', '019b8c8a-c3d8-76cb-865a-11467215020b', '100005', '01900000-0000-7000-8001-000000001004', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 12800, 12800, 0, '闪电', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-05 05:18:23+00', '2026-01-05 05:18:23+00'),
	('019b8800-fdc8-7077-8ec9-e6fa88d56f00', 'A01A01', '019b87f4-2c88-75b5-8df4-26f4c39f890a', NULL, '01900000-0000-7000-8001-000000001010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-04 07:55:25+00', '2026-01-04 07:55:25+00'),
	('019b8734-a548-7924-8ab9-6ae51d5edac2', 'A01A01', '019b8727-d408-7e33-8c99-78a49c0eea14', NULL, '01900000-0000-7000-8001-000000001010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-04 04:12:13+00', '2026-01-04 04:12:13+00'),
	('019b7e86-4398-774b-8821-5cbe756154b0', 'A01A01', '019b7e79-7258-7e07-8ba4-4bdbaefbe30d', '100001', '01900000-0000-7000-8001-000000001004', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 12800, 12800, 0, '风一样的男子', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-02 11:44:47+00', '2026-01-02 11:44:47+00'),
	('019b7e80-f050-7fad-8bfa-b727c509a6b5', 'A01A01', '019b7e74-1f10-7393-8431-c11014c7373f', '100010', '01900000-0000-7000-8001-000000001001', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 6800, 6800, 0, 'Speedy', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-02 11:38:58+00', '2026-01-02 11:38:58+00'),
	('019b78f6-7380-72e1-88ff-cdbeabb51d6e', 'A01A01', '019b78e9-a240-7af8-8414-9ead12f6b1e8', '100005', '01900000-0000-7000-8001-000000001002', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 5800, 5800, 0, '闪电', '', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-01 09:49:36+00', '2026-01-01 09:49:36+00'),
	('019bfa23-f860-7002-8e20-873ad2bfa863', 'A01A02', '019bfa17-2720-7b5d-87b5-510c5b15087c', '100013', '01900000-0000-7000-8001-000000002003', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 9800, 9800, 0, '弯道王', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-26 11:50:20+00', '2026-01-26 11:50:20+00'),
	('019bf397-c300-74ff-8443-c7f9f01836f5', 'A01A02', '019bf38a-f1c0-70d2-8437-ad214b80a70f', '100011', '01900000-0000-7000-8001-000000002001', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 6800, 6800, 0, '城西车神', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-25 05:19:28+00', '2026-01-25 05:19:28+00'),
	('019beaed-ba98-72ff-8506-dc66d4040669', 'A01A02', '019beae0-e958-7761-8363-18cc82b9daf4', '100011', '01900000-0000-7000-8001-000000002001', 'payed', 'BALANCE', 'wechat', 'lineup', 2, 13600, 13600, 0, '城西车神', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-23 12:56:47+00', '2026-01-23 12:56:47+00'),
	('019be9ec-e0b0-7682-8642-34b6ec3a791f', 'A01A02', '019be9e0-0f70-7737-8444-dfb770d9e1d5', '100011', '01900000-0000-7000-8001-000000002002', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 5800, 5800, 0, '城西车神', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-23 08:16:14+00', '2026-01-23 08:16:14+00'),
	('019be484-b508-7411-8a08-6922ee009059', 'A01A02', '019be477-e3c8-7feb-8ffe-6c8da36e695a', '100012', '01900000-0000-7000-8001-000000002002', 'payed', 'BALANCE', 'wechat', 'lineup', 2, 11600, 11600, 0, '夜跑者', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-22 07:04:21+00', '2026-01-22 07:04:21+00'),
	('019bda6a-f3e8-79e5-8695-a2dbeb0b8293', 'A01A02', '019bda5e-22a8-7eed-8c4d-1499809e6c0a', NULL, '01900000-0000-7000-8001-000000002010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-20 08:00:01+00', '2026-01-20 08:00:01+00'),
	('019bd665-7138-7aad-8c15-650eaff1d23c', 'A01A02', '019bd658-9ff8-7fb7-8196-bff4e31158ae', '100012', '01900000-0000-7000-8001-000000002001', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 6800, 6800, 0, '夜跑者', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-19 13:15:31+00', '2026-01-19 13:15:31+00'),
	('019bd433-00d8-73ab-8fba-d40e70c5f787', 'A01A02', '019bd426-2f98-7b1e-8d01-0d97fa59656e', NULL, '01900000-0000-7000-8001-000000002010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-19 03:01:11+00', '2026-01-19 03:01:11+00'),
	('019bcc23-30e8-7dc8-846e-cd40dcb5f103', 'A01A02', '019bcc16-5fa8-7e5f-8288-133747818ad6', '100014', '01900000-0000-7000-8001-000000002001', 'payed', 'BALANCE', 'wechat', 'lineup', 2, 13600, 13600, 0, '萌新', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-17 13:26:57+00', '2026-01-17 13:26:57+00'),
	('019bc65a-c888-7af7-8172-9b5062160fcb', 'A01A02', '019bc64d-f748-7c4c-873e-3eaa1618b771', '100012', '01900000-0000-7000-8001-000000002003', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 9800, 9800, 0, '夜跑者', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-16 10:29:57+00', '2026-01-16 10:29:57+00'),
	('019bc5cd-3e28-7142-8e16-3aa81274e8b7', 'A01A02', '019bc5c0-6ce8-7fa8-81c2-30fe4d7ffa22', NULL, '01900000-0000-7000-8001-000000002010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-16 07:55:21+00', '2026-01-16 07:55:21+00'),
	('019bc078-67b8-78f9-8698-6461fcd63bcb', 'A01A02', '019bc06b-9678-7244-8f7f-2b6121c49ddf', '100013', '01900000-0000-7000-8001-000000002001', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 6800, 6800, 0, '弯道王', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-15 07:04:35+00', '2026-01-15 07:04:35+00'),
	('019bbf77-3fb0-7a45-823a-d3c1c36d889d', 'A01A02', '019bbf6a-6e70-71e2-84ac-b431944ffbb0', '100011', '01900000-0000-7000-8001-000000002003', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 9800, 9800, 0, '城西车神', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-15 02:23:42+00', '2026-01-15 02:23:42+00'),
	('019bb624-6488-793d-8524-c9c47ed952ae', 'A01A02', '019bb617-9348-7a08-84b1-b1ead45e1981', NULL, '01900000-0000-7000-8001-000000002010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-13 06:56:37+00', '2026-01-13 06:56:37+00'),
	('019bacc0-4f38-7d84-8fae-d514c54b8d22', 'A01A02', '019bacb3-7df8-74da-80be-b019d01ccfc9', '100011', '01900000-0000-7000-8001-000000002004', 'payed', 'BALANCE', 'wechat', 'lineup', 2, 12800, 12800, 0, '城西车神', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-11 11:10:43+00', '2026-01-11 11:10:43+00'),
	('019ba670-6370-7198-80d7-56385e681490', 'A01A02', '019ba663-9230-77b9-8153-bf3f88deb7c9', '100014', '01900000-0000-7000-8001-000000002002', 'payed', 'BALANCE', 'wechat', 'lineup', 2, 11600, 11600, 0, '萌新', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-10 05:45:42+00', '2026-01-10 05:45:42+00'),
	('019ba633-3360-7753-8bdf-d9654890cff2', 'A01A02', '019ba626-6220-7743-8aec-efc1856a41b4', '100012', '01900000-0000-7000-8001-000000002003', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 9800, 9800, 0, '夜跑者', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-10 04:38:52+00', '2026-01-10 04:38:52+00'),
	('019ba5cc-a578-7d67-84c1-51211b150579', 'A01A02', '019ba5bf-d438-7d5d-8280-bd62e7f29734', '100011', '01900000-0000-7000-8001-000000002001', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 6800, 6800, 0, '城西车神', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-10 02:46:51+00', '2026-01-10 02:46:51+00'),
	('019ba20f-4b70-72fc-8dbd-466cb264aef4', 'A01A02', '019ba202-7a30-7b1b-8c28-272df32770fc', '100013', '01900000-0000-7000-8001-000000002004', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 12800, 12800, 0, '弯道王', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-09 09:21:10+00', '2026-01-09 09:21:10+00'),
	('019ba123-7088-7376-85bf-0a1015ff6c66', 'A01A02', '019ba116-9f48-73df-88be-82267b3b42a4', '100012', '01900000-0000-7000-8001-000000002002', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 5800, 5800, 0, '夜跑者', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-09 05:03:33+00', '2026-01-09 05:03:33+00'),
	('019b9c9e-f9d8-7096-88b2-f13fe3a14d1c', 'A01A02', '019b9c92-2898-735a-88cf-7b88a7d1d899', '100013', '01900000-0000-7000-8001-000000002002', 'payed', 'BALANCE', 'wechat', 'lineup', 2, 11600, 11600, 0, '弯道王', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-08 08:00:23+00', '2026-01-08 08:00:23+00'),
	('019b983c-3bf8-710e-834a-a0ada8cf9f8d', 'A01A02', '019b982f-6ab8-75c3-85fc-61d40b43eaf7', '100012', '01900000-0000-7000-8001-000000002003', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 9800, 9800, 0, '夜跑者', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-07 11:34:03+00', '2026-01-07 11:34:03+00'),
	('019b97a9-46e0-7709-843e-261f19f454b3', 'A01A02', '019b979c-75a0-7806-800e-4931fabb8341', '100011', '01900000-0000-7000-8001-000000002001', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 6800, 6800, 0, '城西车神', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-07 08:53:32+00', '2026-01-07 08:53:32+00'),
	('019b96ac-ca28-7441-85c6-dd5578743b79', 'A01A02', '019b969f-f8e8-7b0b-89ca-9205be705018', '100014', '01900000-0000-7000-8001-000000002004', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 12800, 12800, 0, '萌新', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-07 04:17:45+00', '2026-01-07 04:17:45+00'),
	('019b9260-c898-7b50-8852-887558dec865', 'A01A02', '019b9253-f758-7a76-8a07-1421131b5c5b', '100011', '01900000-0000-7000-8001-000000002002', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 5800, 5800, 0, '城西车神', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-06 08:16:15+00', '2026-01-06 08:16:15+00'),
	('019b91d3-cec0-7017-88ec-987ab93c33af', 'A01A02', '019b91c6-fd80-70d9-8e9c-b77fef855f3c', '100014', '01900000-0000-7000-8001-000000002004', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 12800, 12800, 0, '萌新', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-06 05:42:16+00', '2026-01-06 05:42:16+00'),
	('019b8c4a-7eb8-7df3-8489-c642db4eb81c', 'A01A02', '019b8c3d-ad78-73d6-88d5-dffeab6584b3', NULL, '01900000-0000-7000-8001-000000002010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-05 03:54:11+00', '2026-01-05 03:54:11+00'),
	('019b83ac-0b28-7bb2-8f25-eb30bb324691', 'A01A02', '019b839f-39e8-7847-873f-f827debce56f', NULL, '01900000-0000-7000-8001-000000002010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-03 11:44:09+00', '2026-01-03 11:44:09+00'),
	('019b824a-6bd0-7d25-83c5-946985b0edc6', 'A01A02', '019b823d-9a90-7fba-8c3b-deb45e8d264f', '100011', '01900000-0000-7000-8001-000000002004', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 12800, 12800, 0, '城西车神', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-03 05:17:54+00', '2026-01-03 05:17:54+00'),
	('019b7dd0-5178-78f0-83a7-9c7401a5c90d', 'A01A02', '019b7dc3-8038-7f4e-8566-e3869aaf9394', NULL, '01900000-0000-7000-8001-000000002010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-02 08:26:03+00', '2026-01-02 08:26:03+00'),
	('019b7dc5-6c68-7875-8160-aacba811e049', 'A01A02', '019b7db8-9b28-73f0-8114-7f6aa728a009', '100014', '01900000-0000-7000-8001-000000002003', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 9800, 9800, 0, '萌新', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-02 08:14:09+00', '2026-01-02 08:14:09+00'),
	('019b7d73-7020-78dd-8a77-e3158612006d', 'A01A02', '019b7d66-9ee0-7d8c-8167-c40fb29b36dc', '100014', '01900000-0000-7000-8001-000000002003', 'payed', 'BALANCE', 'wechat', 'lineup', 2, 19600, 19600, 0, '萌新', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-02 06:44:36+00', '2026-01-02 06:44:36+00'),
	('019b7969-9040-7b40-87df-3ce3e92750ae', 'A01A02', '019b795c-bf00-7f5e-8100-3c8f6bcab4b6', NULL, '01900000-0000-7000-8001-000000002010', 'payed', 'NOCARDCONSUME', 'unline', 'lineup', 1, 8800, 0, 0, '神秘车手', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-01 11:55:20+00', '2026-01-01 11:55:20+00'),
	('019b7910-7b90-7952-8477-5f47d4aa5d29', 'A01A02', '019b7903-aa50-7850-853a-8ac9185ee0e9', '100014', '01900000-0000-7000-8001-000000002003', 'payed', 'BALANCE', 'wechat', 'lineup', 1, 9800, 9800, 0, '萌新', '', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-01 10:18:02+00', '2026-01-01 10:18:02+00');


--
-- Data for Name: consume_rule; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.consume_rule VALUES
	('01900000-0000-7000-8001-000000001001', 'A01A01', '标准卡丁', 'BALANCE', 'TONGYONG', 'currency', 'every', 6800, 0, 0, 0, 10, 8, '', 1, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001002', 'A01A01', '竞速八圈', 'BALANCE', 'TONGYONG', 'currency', 'every', 5800, 0, 0, 0, 0, 8, '', 2, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001003', 'A01A01', '畅跑十五分钟', 'BALANCE', 'TONGYONG', 'currency', 'every', 9800, 0, 0, 0, 15, 0, '', 3, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001004', 'A01A01', '亲子双人', 'BALANCE', 'TONGYONG', 'currency', 'one', 12800, 0, 0, 0, 8, 6, '', 4, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001005', 'A01A01', '次卡一次', 'FREQUENCY', 'TONGYONG', 'currency', 'every', 0, 0, 0, 1, 10, 8, '', 5, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001006', 'A01A01', '积分兑换', 'INTEGRAL', 'TONGYONG', 'currency', 'every', 0, 0, 100, 0, 6, 5, '', 6, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001007', 'A01A01', '余额加积分', 'BALANCEANDINTEGRAL', 'TONGYONG', 'currency', 'every', 3000, 0, 50, 0, 10, 8, '', 7, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001008', 'A01A01', '团购券', 'GROUPCOUPON', 'TONGYONG', 'currency', 'every', 0, 0, 0, 0, 10, 8, '', 8, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001009', 'A01A01', '圈数卡五圈', 'QUAN', 'TONGYONG', 'currency', 'every', 0, 0, 0, 0, 0, 5, '', 9, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001010', 'A01A01', '散客单次', 'NOCARDCONSUME', 'TONGYONG', 'currency', 'every', 8800, 2000, 0, 0, 10, 8, '', 10, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001011', 'A01A01', '畅玩卡', 'PLAYFREELY', 'TONGYONG', 'currency', 'one', 0, 0, 0, 0, 10, 8, '', 11, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001012', 'A01A01', '车辆测试', 'TESTCARD', 'TONGYONG', 'currency', 'one', 0, 0, 0, 0, 3, 2, '', 12, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002001', 'A01A02', '标准卡丁', 'BALANCE', 'TONGYONG', 'currency', 'every', 6800, 0, 0, 0, 10, 8, '', 1, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002002', 'A01A02', '竞速八圈', 'BALANCE', 'TONGYONG', 'currency', 'every', 5800, 0, 0, 0, 0, 8, '', 2, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002003', 'A01A02', '畅跑十五分钟', 'BALANCE', 'TONGYONG', 'currency', 'every', 9800, 0, 0, 0, 15, 0, '', 3, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002004', 'A01A02', '亲子双人', 'BALANCE', 'TONGYONG', 'currency', 'one', 12800, 0, 0, 0, 8, 6, '', 4, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002005', 'A01A02', '次卡一次', 'FREQUENCY', 'TONGYONG', 'currency', 'every', 0, 0, 0, 1, 10, 8, '', 5, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002006', 'A01A02', '积分兑换', 'INTEGRAL', 'TONGYONG', 'currency', 'every', 0, 0, 100, 0, 6, 5, '', 6, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002007', 'A01A02', '余额加积分', 'BALANCEANDINTEGRAL', 'TONGYONG', 'currency', 'every', 3000, 0, 50, 0, 10, 8, '', 7, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002008', 'A01A02', '团购券', 'GROUPCOUPON', 'TONGYONG', 'currency', 'every', 0, 0, 0, 0, 10, 8, '', 8, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002009', 'A01A02', '圈数卡五圈', 'QUAN', 'TONGYONG', 'currency', 'every', 0, 0, 0, 0, 0, 5, '', 9, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002010', 'A01A02', '散客单次', 'NOCARDCONSUME', 'TONGYONG', 'currency', 'every', 8800, 2000, 0, 0, 10, 8, '', 10, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002011', 'A01A02', '畅玩卡', 'PLAYFREELY', 'TONGYONG', 'currency', 'one', 0, 0, 0, 0, 10, 8, '', 11, true, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002012', 'A01A02', '车辆测试', 'TESTCARD', 'TONGYONG', 'currency', 'one', 0, 0, 0, 0, 3, 2, '', 12, true, '2026-11-22 07:22:24.459614+00');


--
-- Data for Name: dictionary; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.dictionary VALUES
	('yn', 'yn', '是否', 'Yes or no', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('status', 'status', '状态', 'Status', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('valid_status', 'valid_status', '有效状态', 'Validity', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('del_flag', 'del_flag', '删除标志', 'Deleted', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('dict_item_status', 'dict_item_status', '字典项状态', 'Dictionary item state', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('quartz_status', 'quartz_status', '定时任务状态', 'Job state', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('position_rank', 'position_rank', '职务等级', 'Position rank', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('database_type', 'database_type', '数据库类型', 'Database type', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('cgform_table_type', 'cgform_table_type', '表单类型', 'Form type', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('activiti_sync', 'activiti_sync', '同步工作流引擎', 'Synchronised with the workflow engine', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('form_perms_type', 'form_perms_type', '表单权限策略', 'Form permission', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('identity', 'identity', '身份', 'Identity', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('sex', 'sex', '性别', 'Sex', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('user_status', 'user_status', '用户状态', 'User status', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu_type', 'menu_type', '菜单类型', 'Menu type', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('perms_type', 'perms_type', '权限策略', 'Permission type', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('global_perms_type', 'global_perms_type', '全局权限策略', 'Global permission type', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('rule_conditions', 'rule_conditions', '条件规则', 'Rule condition', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('org_category', 'org_category', '机构类型', 'Organisation type', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('depart_status', 'depart_status', '部门状态', 'Department state', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('log_type', 'log_type', '日志类型', 'Log type', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('operate_type', 'operate_type', '操作类型', 'Operation', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('consume_type', 'consume_type', '消费类型', 'Consume type', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('vehicle_state', 'vehicle_state', '车辆状态', 'Vehicle state', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('run_mode', 'run_mode', '运行模式', 'Run mode', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('play_state', 'play_state', '挂单状态', 'State of a pay-later record', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('pay_state', 'pay_state', '支付状态', 'Payment state', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('terminal_state', 'terminal_state', '终端状态', 'Terminal state', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msgType', 'msgType', '推送类别', 'Message channel', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msg_category', 'msg_category', '消息类型', 'Message category', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msg_type', 'msg_type', '通告对象', 'Audience', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('priority', 'priority', '优先级', 'Priority', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('send_status', 'send_status', '发布状态', 'Release state', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msgSendStatus', 'msgSendStatus', '推送状态', 'Delivery state', '', 0, NULL, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL);


--
-- Data for Name: dictionary_item; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.dictionary_item VALUES
	('yn:YES', 'yn', 'YES', '是', 'Yes', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('yn:NO', 'yn', 'NO', '否', 'No', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('status:1', 'status', '1', '正常', 'Normal', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('status:2', 'status', '2', '冻结', 'Frozen', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('valid_status:0', 'valid_status', '0', '无效', 'Invalid', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('valid_status:1', 'valid_status', '1', '有效', 'Valid', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('del_flag:0', 'del_flag', '0', '正常', 'Present', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('del_flag:1', 'del_flag', '1', '已删除', 'Deleted', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('dict_item_status:1', 'dict_item_status', '1', '启用', 'In use', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('dict_item_status:0', 'dict_item_status', '0', '不启用', 'Not in use', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('quartz_status:0', 'quartz_status', '0', '正常', 'Running', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('quartz_status:-1', 'quartz_status', '-1', '停止', 'Paused', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('position_rank:1', 'position_rank', '1', '员级', 'Junior', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('position_rank:2', 'position_rank', '2', '助级', 'Assistant', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('position_rank:3', 'position_rank', '3', '中级', 'Intermediate', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('position_rank:4', 'position_rank', '4', '副高级', 'Deputy senior', '', 3, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('position_rank:5', 'position_rank', '5', '正高级', 'Senior', '', 4, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('database_type:1', 'database_type', '1', 'MySQL', 'MySQL', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('database_type:2', 'database_type', '2', 'Oracle', 'Oracle', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('database_type:3', 'database_type', '3', 'SQLServer', 'SQLServer', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('cgform_table_type:1', 'cgform_table_type', '1', '单表', 'Single table', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('cgform_table_type:2', 'cgform_table_type', '2', '主表', 'Main table', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('cgform_table_type:3', 'cgform_table_type', '3', '附表', 'Sub-table', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('activiti_sync:1', 'activiti_sync', '1', '同步', 'Synchronised', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('activiti_sync:0', 'activiti_sync', '0', '不同步', 'Not synchronised', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('form_perms_type:1', 'form_perms_type', '1', '可见（未授权不可见）', 'Visible (hidden without the right)', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('form_perms_type:2', 'form_perms_type', '2', '可编辑（未授权时禁用）', 'Editable (disabled without the right)', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('identity:0', 'identity', '0', '总部', 'Headquarters', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('identity:1', 'identity', '1', '店长', 'Manager', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('identity:2', 'identity', '2', '教练', 'Coach', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('identity:3', 'identity', '3', '收银员', 'Cashier', '', 3, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('identity:4', 'identity', '4', '合作方', 'Partner', '', 4, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('identity:-1', 'identity', '-1', '平台管理员', 'Platform administrator', '', 5, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('sex:1', 'sex', '1', '男', 'Male', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('sex:2', 'sex', '2', '女', 'Female', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('user_status:1', 'user_status', '1', '正常', 'Normal', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('user_status:2', 'user_status', '2', '冻结', 'Frozen', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu_type:0', 'menu_type', '0', '一级菜单', 'Top menu', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu_type:1', 'menu_type', '1', '子菜单', 'Sub menu', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu_type:2', 'menu_type', '2', '按钮', 'Button', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('perms_type:1', 'perms_type', '1', '显示', 'Show', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('perms_type:2', 'perms_type', '2', '禁用', 'Disable', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('global_perms_type:1', 'global_perms_type', '1', '可见/可访问', 'Visible when granted', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('global_perms_type:2', 'global_perms_type', '2', '可编辑', 'Editable when granted', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('rule_conditions:>', 'rule_conditions', '>', '大于', 'Greater than', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('rule_conditions:<', 'rule_conditions', '<', '小于', 'Less than', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('rule_conditions:!=', 'rule_conditions', '!=', '不等于', 'Not equal', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('rule_conditions:=', 'rule_conditions', '=', '等于', 'Equal', '', 3, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('rule_conditions:>=', 'rule_conditions', '>=', '大于等于', 'At least', '', 4, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('rule_conditions:<=', 'rule_conditions', '<=', '小于等于', 'At most', '', 5, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('rule_conditions:LIKE', 'rule_conditions', 'LIKE', '包含', 'Contains', '', 6, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('rule_conditions:LEFT_LIKE', 'rule_conditions', 'LEFT_LIKE', '以…结尾', 'Ends with', '', 7, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('rule_conditions:RIGHT_LIKE', 'rule_conditions', 'RIGHT_LIKE', '以…开头', 'Starts with', '', 8, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('rule_conditions:IN', 'rule_conditions', 'IN', '在其中', 'One of', '', 9, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('org_category:1', 'org_category', '1', '公司', 'Company', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('org_category:2', 'org_category', '2', '部门', 'Department', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('org_category:3', 'org_category', '3', '岗位', 'Post', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('depart_status:0', 'depart_status', '0', '不启用', 'Not in use', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('depart_status:1', 'depart_status', '1', '启用', 'In use', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('log_type:1', 'log_type', '1', '登录日志', 'Sign-in', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('log_type:2', 'log_type', '2', '操作日志', 'Operation', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('operate_type:1', 'operate_type', '1', '查询', 'Query', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('operate_type:2', 'operate_type', '2', '添加', 'Add', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('operate_type:3', 'operate_type', '3', '修改', 'Change', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('operate_type:4', 'operate_type', '4', '删除', 'Delete', '', 3, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('operate_type:5', 'operate_type', '5', '导入', 'Import', '', 4, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('operate_type:6', 'operate_type', '6', '导出', 'Export', '', 5, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('consume_type:BALANCE', 'consume_type', 'BALANCE', '余额', 'Balance', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('consume_type:FREQUENCY', 'consume_type', 'FREQUENCY', '次数', 'Visits', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('consume_type:INTEGRAL', 'consume_type', 'INTEGRAL', '积分', 'Points', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('consume_type:BALANCEANDINTEGRAL', 'consume_type', 'BALANCEANDINTEGRAL', '余额+积分', 'Balance+points', '', 3, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('consume_type:GROUPCOUPON', 'consume_type', 'GROUPCOUPON', '团购券', 'Coupon', '', 4, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('consume_type:QUAN', 'consume_type', 'QUAN', '圈数', 'Laps', '', 5, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('consume_type:NOCARDCONSUME', 'consume_type', 'NOCARDCONSUME', '散客', 'Guest', '', 6, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('consume_type:PLAYFREELY', 'consume_type', 'PLAYFREELY', '畅玩', 'Unlimited', '', 7, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('consume_type:TESTCARD', 'consume_type', 'TESTCARD', '测试', 'Test', '', 8, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('vehicle_state:idle', 'vehicle_state', 'idle', '空闲', 'Idle', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('vehicle_state:queuing', 'vehicle_state', 'queuing', '排队', 'Queuing', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('vehicle_state:inUse', 'vehicle_state', 'inUse', '使用中', 'In use', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('vehicle_state:maintenance', 'vehicle_state', 'maintenance', '维护', 'Service', '', 3, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('vehicle_state:scrapped', 'vehicle_state', 'scrapped', '报废', 'Scrapped', '', 4, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('run_mode:circlemode', 'run_mode', 'circlemode', '圈数', 'Laps', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('run_mode:timermode', 'run_mode', 'timermode', '计时', 'Timer', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('play_state:GUADAN', 'play_state', 'GUADAN', '挂单', 'Hung', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('play_state:RECHARGED', 'play_state', 'RECHARGED', '已充值', 'Recharged', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('play_state:CONSUMED', 'play_state', 'CONSUMED', '已消费', 'Deducted', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('play_state:ESCAPED', 'play_state', 'ESCAPED', '逃单', 'Escaped', '', 3, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('play_state:CANCELLED', 'play_state', 'CANCELLED', '已取消', 'Cancelled', '', 4, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('pay_state:nopay', 'pay_state', 'nopay', '未支付', 'Unpaid', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('pay_state:payed', 'pay_state', 'payed', '已支付', 'Paid', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('pay_state:closed', 'pay_state', 'closed', '已关闭', 'Closed', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('pay_state:refunding', 'pay_state', 'refunding', '退款中', 'Refunding', '', 3, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('pay_state:refunded', 'pay_state', 'refunded', '已退款', 'Refunded', '', 4, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('terminal_state:registered', 'terminal_state', 'registered', '未登记密钥', 'Not enrolled', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('terminal_state:enrolled', 'terminal_state', 'enrolled', '已登记密钥', 'Enrolled', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('terminal_state:revoked', 'terminal_state', 'revoked', '已停用', 'Revoked', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msgType:1', 'msgType', '1', '短信', 'SMS', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msgType:2', 'msgType', '2', '邮件', 'Email', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msgType:3', 'msgType', '3', '微信', 'WeChat', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msgType:4', 'msgType', '4', '系统', 'System', '', 3, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL);
INSERT INTO public.dictionary_item VALUES
	('msg_category:1', 'msg_category', '1', '通知公告', 'Notice', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msg_category:2', 'msg_category', '2', '系统消息', 'System message', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msg_type:ALL', 'msg_type', 'ALL', '全体用户', 'Everyone', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msg_type:USER', 'msg_type', 'USER', '指定用户', 'Chosen users', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('priority:L', 'priority', 'L', '一般', 'Normal', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('priority:M', 'priority', 'M', '重要', 'Important', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('priority:H', 'priority', 'H', '紧急', 'Urgent', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('send_status:0', 'send_status', '0', '未发布', 'Not released', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('send_status:1', 'send_status', '1', '已发布', 'Released', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('send_status:2', 'send_status', '2', '已撤销', 'Revoked', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msgSendStatus:0', 'msgSendStatus', '0', '未发送', 'Not sent', '', 0, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msgSendStatus:1', 'msgSendStatus', '1', '发送成功', 'Sent', '', 1, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msgSendStatus:2', 'msgSendStatus', '2', '发送失败', 'Failed', '', 2, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('msgSendStatus:3', 'msgSendStatus', '3', '正在发送', 'Being sent', '', 3, 1, NULL, '2026-11-22 07:22:23.385273+00', NULL, NULL);


--
-- Data for Name: game_log; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.game_log VALUES
	('019b9152-9c88-724d-8695-0c3f4405afaa', 'A01A01', '019b9152-9c88-75d2-8f12-90b7f859b677', '01900000-0000-7000-8001-000000001504', 'circlemode', '周末车手', 'ENDED', '2026-01-06 03:21:09+00', NULL, '2026-01-06 03:30:09+00', '前台'),
	('019bfe61-05d0-7fbc-8fca-b98a7c1d650e', 'A01A01', '019bfe61-05d0-7c1f-8bc6-85172241d176', '01900000-0000-7000-8001-000000001501', 'circlemode', '闪电', 'ENDED', '2026-01-27 07:35:30+00', NULL, '2026-01-27 07:44:30+00', '前台'),
	('019bf8f2-c390-7cae-8ddd-3d4e0a64fe2d', 'A01A01', '019bf8f2-c390-7fee-84fe-e8aa199ad2b6', '01900000-0000-7000-8001-000000001504', 'circlemode', '赛道一哥', 'ENDED', '2026-01-26 06:16:58+00', NULL, '2026-01-26 06:25:58+00', '前台'),
	('019bf81f-0488-7ba6-8b8b-0a4d1b10636b', 'A01A01', '019bf81f-0488-7de7-8f45-65b5a23f8cc1', '01900000-0000-7000-8001-000000001503', 'circlemode', '风一样的男子', 'ENDED', '2026-01-26 02:25:41+00', NULL, '2026-01-26 02:34:41+00', '前台'),
	('019bf3d9-f838-74f5-88b4-033e15534461', 'A01A01', '019bf3d9-f838-7960-8a5f-eed0b52e38a5', '01900000-0000-7000-8001-000000001505', 'timermode', '小旋风', 'ENDED', '2026-01-25 06:31:47+00', '2026-01-25 06:46:47+00', '2026-01-25 06:46:47+00', '前台'),
	('019beacc-53d0-79aa-8c7b-f2532200e35e', 'A01A01', '019beacc-53d0-77c3-8c42-fa3c4b8caf7a', '01900000-0000-7000-8001-000000001506', 'circlemode', 'Speedy', 'ENDED', '2026-01-23 12:20:18+00', NULL, '2026-01-23 12:29:18+00', '前台'),
	('019be590-f8d0-7ab7-8a01-fa93ed8bea7d', 'A01A01', '019be590-f8d0-7327-854e-6a2bcead1ba6', '01900000-0000-7000-8001-000000001504', 'timermode', '风一样的男子', 'ENDED', '2026-01-22 11:57:22+00', '2026-01-22 12:12:22+00', '2026-01-22 12:12:22+00', '前台'),
	('019bdfc6-3eb0-79d2-8ee2-2acebdd3e367', 'A01A01', '019bdfc6-3eb0-7dee-82c1-531d11e986b1', '01900000-0000-7000-8001-000000001504', 'circlemode', '闪电', 'ENDED', '2026-01-21 08:57:50+00', NULL, '2026-01-21 09:06:50+00', '前台'),
	('019bd9fe-dff0-716f-8d8e-09759c1ebf2a', 'A01A01', '019bd9fe-dff0-755a-8b5d-a1325d2a4445', '01900000-0000-7000-8001-000000001502', 'timermode', '老司机', 'ENDED', '2026-01-20 06:01:58+00', '2026-01-20 06:16:58+00', '2026-01-20 06:16:58+00', '前台'),
	('019bd5d1-5b10-7f1c-8821-55cc0a1f1ce2', 'A01A01', '019bd5d1-5b10-7ddb-830e-10db25eb421b', '01900000-0000-7000-8001-000000001504', 'timermode', '神秘车手', 'ENDED', '2026-01-19 10:33:46+00', '2026-01-19 10:43:46+00', '2026-01-19 10:43:46+00', '前台'),
	('019bcb2b-f3f0-7740-8c54-0f1f5d4d3565', 'A01A01', '019bcb2b-f3f0-7366-8db0-627216d2fe37', '01900000-0000-7000-8001-000000001505', 'circlemode', 'Speedy', 'ENDED', '2026-01-17 08:56:54+00', NULL, '2026-01-17 09:05:54+00', '前台'),
	('019bca58-1990-7a87-8573-238f3b1ea129', 'A01A01', '019bca58-1990-79aa-867b-c0b2e7c62ceb', '01900000-0000-7000-8001-000000001502', 'timermode', '神秘车手', 'ENDED', '2026-01-17 05:05:30+00', '2026-01-17 05:15:30+00', '2026-01-17 05:15:30+00', '前台'),
	('019bc62a-cb60-79b2-8423-99448f2e5bbd', 'A01A01', '019bc62a-cb60-724a-88d9-8be5518f04cc', '01900000-0000-7000-8001-000000001504', 'timermode', 'Speedy', 'ENDED', '2026-01-16 09:37:32+00', '2026-01-16 09:52:32+00', '2026-01-16 09:52:32+00', '前台'),
	('019bc4ca-35a8-791b-8342-24cf95dd9020', 'A01A01', '019bc4ca-35a8-7dc0-892c-5ef1bfd445e9', '01900000-0000-7000-8001-000000001507', 'circlemode', '神秘车手', 'ENDED', '2026-01-16 03:12:25+00', NULL, '2026-01-16 03:21:25+00', '前台'),
	('019bbc9e-a828-7efa-825c-b0e23f6f3ec6', 'A01A01', '019bbc9e-a828-77a9-8a38-f91578af28a8', '01900000-0000-7000-8001-000000001501', 'timermode', '漂移女王', 'ENDED', '2026-01-14 13:07:53+00', '2026-01-14 13:22:53+00', '2026-01-14 13:22:53+00', '前台'),
	('019bb5a6-2050-7fc1-8691-ef33e0bbed9b', 'A01A01', '019bb5a6-2050-7481-861a-4f24a77fc9c2', '01900000-0000-7000-8001-000000001505', 'circlemode', '神秘车手', 'ENDED', '2026-01-13 04:38:42+00', NULL, '2026-01-13 04:47:42+00', '前台'),
	('019bb142-7428-747a-8c60-79066b904505', 'A01A01', '019bb142-7428-7e1f-8dbd-659a7cf80c7c', '01900000-0000-7000-8001-000000001504', 'circlemode', '神秘车手', 'ENDED', '2026-01-12 08:11:21+00', NULL, '2026-01-12 08:20:21+00', '前台'),
	('019bb074-0c50-789d-8601-81db57ba023a', 'A01A01', '019bb074-0c50-76da-8d97-4d9564795c98', '01900000-0000-7000-8001-000000001505', 'circlemode', '神秘车手', 'ENDED', '2026-01-12 04:25:54+00', NULL, '2026-01-12 04:34:54+00', '前台'),
	('019bac23-e058-7760-8494-133cdbc1c8b7', 'A01A01', '019bac23-e058-7543-8a91-e931df05a9c4', '01900000-0000-7000-8001-000000001504', 'circlemode', '周末车手', 'ENDED', '2026-01-11 08:19:51+00', NULL, '2026-01-11 08:28:51+00', '前台'),
	('019ba676-f708-7148-8b24-7971403c4587', 'A01A01', '019ba676-f708-7931-8bbe-9e86c16e0b22', '01900000-0000-7000-8001-000000001504', 'timermode', '神秘车手', 'ENDED', '2026-01-10 05:52:53+00', '2026-01-10 06:02:53+00', '2026-01-10 06:02:53+00', '前台'),
	('019ba2a0-d158-7d3b-8d4f-120bbcd0de5c', 'A01A01', '019ba2a0-d158-77bf-828b-3732fa24112e', '01900000-0000-7000-8001-000000001501', 'circlemode', '神秘车手', 'ENDED', '2026-01-09 12:00:07+00', NULL, '2026-01-09 12:09:07+00', '前台'),
	('019ba197-3540-702c-8367-bce79963ec58', 'A01A01', '019ba197-3540-76d4-8293-2d5f803a1d8f', '01900000-0000-7000-8001-000000001503', 'circlemode', '漂移女王', 'ENDED', '2026-01-09 07:10:00+00', NULL, '2026-01-09 07:19:00+00', '前台'),
	('019ba17c-c3b8-7687-8085-0e6dc10fd6ce', 'A01A01', '019ba17c-c3b8-70a6-8bf2-0f99c63f2d74', '01900000-0000-7000-8001-000000001503', 'timermode', '风一样的男子', 'ENDED', '2026-01-09 06:41:07+00', '2026-01-09 06:51:07+00', '2026-01-09 06:51:07+00', '前台'),
	('019b9ca5-9d10-7c21-8e64-22f8067e96ee', 'A01A01', '019b9ca5-9d10-7193-87fe-6090868f8fd8', '01900000-0000-7000-8001-000000001501', 'circlemode', '漂移女王', 'ENDED', '2026-01-08 08:07:38+00', NULL, '2026-01-08 08:16:38+00', '前台'),
	('019b9c25-f560-7f62-88cc-645ebe75e524', 'A01A01', '019b9c25-f560-7885-84d0-712f63159357', '01900000-0000-7000-8001-000000001506', 'timermode', '漂移女王', 'ENDED', '2026-01-08 05:48:12+00', '2026-01-08 06:03:12+00', '2026-01-08 06:03:12+00', '前台'),
	('019b9b63-5528-7818-8d9d-aef8a333c1bd', 'A01A01', '019b9b63-5528-7c50-8b5c-344f3aaa19ea', '01900000-0000-7000-8001-000000001507', 'circlemode', '漂移女王', 'ENDED', '2026-01-08 02:15:37+00', NULL, '2026-01-08 02:24:37+00', '前台'),
	('019b9710-e710-769f-8796-68a1a1595a98', 'A01A01', '019b9710-e710-71fb-8d2d-a02fb659c33d', '01900000-0000-7000-8001-000000001506', 'circlemode', '漂移女王', 'ENDED', '2026-01-07 06:07:06+00', NULL, '2026-01-07 06:16:06+00', '前台'),
	('019b9263-6490-7e4a-84a4-f7ee3a40051f', 'A01A01', '019b9263-6490-73f7-841d-63404df1c208', '01900000-0000-7000-8001-000000001503', 'circlemode', '赛道一哥', 'ENDED', '2026-01-06 08:19:06+00', NULL, '2026-01-06 08:28:06+00', '前台'),
	('019b8c8a-c3d8-700a-8485-c1546d260faf', 'A01A01', '019b8c8a-c3d8-76cb-865a-11467215020b', '01900000-0000-7000-8001-000000001506', 'timermode', '闪电', 'ENDED', '2026-01-05 05:04:23+00', '2026-01-05 05:12:23+00', '2026-01-05 05:12:23+00', '前台'),
	('019b87f4-2c88-7786-8b7f-d0b85c04343e', 'A01A01', '019b87f4-2c88-75b5-8df4-26f4c39f890a', '01900000-0000-7000-8001-000000001507', 'circlemode', '神秘车手', 'ENDED', '2026-01-04 07:41:25+00', NULL, '2026-01-04 07:50:25+00', '前台'),
	('019b8727-d408-70f2-8335-2e05078e599e', 'A01A01', '019b8727-d408-7e33-8c99-78a49c0eea14', '01900000-0000-7000-8001-000000001506', 'timermode', '神秘车手', 'ENDED', '2026-01-04 03:58:13+00', '2026-01-04 04:08:13+00', '2026-01-04 04:08:13+00', '前台'),
	('019b7e79-7258-7d90-8d7a-431fc615e8d0', 'A01A01', '019b7e79-7258-7e07-8ba4-4bdbaefbe30d', '01900000-0000-7000-8001-000000001507', 'circlemode', '风一样的男子', 'ENDED', '2026-01-02 11:30:47+00', NULL, '2026-01-02 11:39:47+00', '前台'),
	('019b7e74-1f10-7763-8d0c-006019c63ad2', 'A01A01', '019b7e74-1f10-7393-8431-c11014c7373f', '01900000-0000-7000-8001-000000001506', 'timermode', 'Speedy', 'ENDED', '2026-01-02 11:24:58+00', '2026-01-02 11:34:58+00', '2026-01-02 11:34:58+00', '前台'),
	('019b78e9-a240-7c1c-8b3f-5d5cad317c80', 'A01A01', '019b78e9-a240-7af8-8414-9ead12f6b1e8', '01900000-0000-7000-8001-000000001506', 'circlemode', '闪电', 'ENDED', '2026-01-01 09:35:36+00', NULL, '2026-01-01 09:44:36+00', '前台'),
	('019c0ed1-1770-74bc-8f53-7c067f83444b', 'A01A01', '019c0ed1-1770-7cb6-8d99-0911aebf22c6', '01900000-0000-7000-8001-000000001504', 'circlemode', '神秘车手', 'ENDED', '2026-01-30 12:11:50+00', NULL, '2026-01-30 12:20:50+00', '前台'),
	('019c041f-8ed8-7888-8a88-ca541561ca7d', 'A01A01', '019c041f-8ed8-7cee-8ae7-4d359a794308', '01900000-0000-7000-8001-000000001507', 'timermode', '神秘车手', 'ENDED', '2026-01-28 10:21:43+00', '2026-01-28 10:36:43+00', '2026-01-28 10:36:43+00', '前台'),
	('019bff69-4640-75da-88ff-d562e4658dcc', 'A01A01', '019bff69-4640-71f3-82d2-9a4194445958', '01900000-0000-7000-8001-000000001503', 'circlemode', '神秘车手', 'ENDED', '2026-01-27 12:24:08+00', NULL, '2026-01-27 12:33:08+00', '前台'),
	('019bfeb6-ea18-733c-8897-26ca8198a4c0', 'A01A01', '019bfeb6-ea18-7d3c-80a4-c4689b6452db', '01900000-0000-7000-8001-000000001507', 'circlemode', '神秘车手', 'ENDED', '2026-01-27 09:09:19+00', NULL, '2026-01-27 09:18:19+00', '前台'),
	('019bacd1-8d48-76d2-8506-04b14d03a71d', 'A01A01', '019bacd1-8d48-7980-82cc-88ed6e03e30a', '01900000-0000-7000-8001-000000001502', 'circlemode', '神秘车手', 'ENDED', '2026-01-11 11:29:33+00', NULL, '2026-01-11 11:38:33+00', '前台'),
	('019b9196-ba08-7f26-8974-9b10e3b7e918', 'A01A01', '019b9196-ba08-7fe5-8e44-2b6defdffbc8', '01900000-0000-7000-8001-000000001507', 'circlemode', '神秘车手', 'ENDED', '2026-01-06 04:35:33+00', NULL, '2026-01-06 04:44:33+00', '前台'),
	('019ba2b6-39d0-75c1-8c5a-bd62b271e753', 'A01A02', '019ba2b6-39d0-7281-8330-460e3d683bbf', '01900000-0000-7000-8001-000000002506', 'circlemode', '萌新', 'ENDED', '2026-01-09 12:23:30+00', NULL, '2026-01-09 12:32:30+00', '前台'),
	('019bfa17-2720-7436-8032-6ba459831706', 'A01A02', '019bfa17-2720-7b5d-87b5-510c5b15087c', '01900000-0000-7000-8001-000000002506', 'timermode', '弯道王', 'ENDED', '2026-01-26 11:36:20+00', '2026-01-26 11:51:20+00', '2026-01-26 11:51:20+00', '前台'),
	('019bf38a-f1c0-708c-8c53-50e342d70adc', 'A01A02', '019bf38a-f1c0-70d2-8437-ad214b80a70f', '01900000-0000-7000-8001-000000002504', 'timermode', '城西车神', 'ENDED', '2026-01-25 05:05:28+00', '2026-01-25 05:15:28+00', '2026-01-25 05:15:28+00', '前台'),
	('019beae0-e958-702a-83b8-be0f84f286af', 'A01A02', '019beae0-e958-7761-8363-18cc82b9daf4', '01900000-0000-7000-8001-000000002504', 'timermode', '城西车神', 'ENDED', '2026-01-23 12:42:47+00', '2026-01-23 12:52:47+00', '2026-01-23 12:52:47+00', '前台'),
	('019be9e0-0f70-7295-86e6-8810515fa858', 'A01A02', '019be9e0-0f70-7737-8444-dfb770d9e1d5', '01900000-0000-7000-8001-000000002507', 'circlemode', '城西车神', 'ENDED', '2026-01-23 08:02:14+00', NULL, '2026-01-23 08:11:14+00', '前台'),
	('019be477-e3c8-79a9-8bc9-a6db9e534091', 'A01A02', '019be477-e3c8-7feb-8ffe-6c8da36e695a', '01900000-0000-7000-8001-000000002503', 'circlemode', '夜跑者', 'ENDED', '2026-01-22 06:50:21+00', NULL, '2026-01-22 06:59:21+00', '前台'),
	('019bda5e-22a8-7a67-88e3-70fe05507248', 'A01A02', '019bda5e-22a8-7eed-8c4d-1499809e6c0a', '01900000-0000-7000-8001-000000002503', 'circlemode', '神秘车手', 'ENDED', '2026-01-20 07:46:01+00', NULL, '2026-01-20 07:55:01+00', '前台'),
	('019bd658-9ff8-790f-82cf-a2dfcb1e4d20', 'A01A02', '019bd658-9ff8-7fb7-8196-bff4e31158ae', '01900000-0000-7000-8001-000000002504', 'timermode', '夜跑者', 'ENDED', '2026-01-19 13:01:31+00', '2026-01-19 13:11:31+00', '2026-01-19 13:11:31+00', '前台'),
	('019bd426-2f98-782e-8641-00aedca8fb00', 'A01A02', '019bd426-2f98-7b1e-8d01-0d97fa59656e', '01900000-0000-7000-8001-000000002502', 'timermode', '神秘车手', 'ENDED', '2026-01-19 02:47:11+00', '2026-01-19 02:57:11+00', '2026-01-19 02:57:11+00', '前台'),
	('019bcc16-5fa8-74a5-8b4c-956002d74a84', 'A01A02', '019bcc16-5fa8-7e5f-8288-133747818ad6', '01900000-0000-7000-8001-000000002502', 'circlemode', '萌新', 'ENDED', '2026-01-17 13:12:57+00', NULL, '2026-01-17 13:21:57+00', '前台'),
	('019bc64d-f748-72d9-8f99-4c0eb5cda6f3', 'A01A02', '019bc64d-f748-7c4c-873e-3eaa1618b771', '01900000-0000-7000-8001-000000002501', 'timermode', '夜跑者', 'ENDED', '2026-01-16 10:15:57+00', '2026-01-16 10:30:57+00', '2026-01-16 10:30:57+00', '前台'),
	('019bc5c0-6ce8-758a-8a33-f5f8d1bf8705', 'A01A02', '019bc5c0-6ce8-7fa8-81c2-30fe4d7ffa22', '01900000-0000-7000-8001-000000002503', 'circlemode', '神秘车手', 'ENDED', '2026-01-16 07:41:21+00', NULL, '2026-01-16 07:50:21+00', '前台'),
	('019bc06b-9678-710c-8423-1c9c2fb61054', 'A01A02', '019bc06b-9678-7244-8f7f-2b6121c49ddf', '01900000-0000-7000-8001-000000002501', 'circlemode', '弯道王', 'ENDED', '2026-01-15 06:50:35+00', NULL, '2026-01-15 06:59:35+00', '前台'),
	('019bbf6a-6e70-7967-84a0-f6eb21facf12', 'A01A02', '019bbf6a-6e70-71e2-84ac-b431944ffbb0', '01900000-0000-7000-8001-000000002507', 'timermode', '城西车神', 'ENDED', '2026-01-15 02:09:42+00', '2026-01-15 02:24:42+00', '2026-01-15 02:24:42+00', '前台'),
	('019bb617-9348-7b68-85bf-1c0358620a65', 'A01A02', '019bb617-9348-7a08-84b1-b1ead45e1981', '01900000-0000-7000-8001-000000002507', 'circlemode', '神秘车手', 'ENDED', '2026-01-13 06:42:37+00', NULL, '2026-01-13 06:51:37+00', '前台'),
	('019bacb3-7df8-79b6-8a3d-479a4a9ff33a', 'A01A02', '019bacb3-7df8-74da-80be-b019d01ccfc9', '01900000-0000-7000-8001-000000002506', 'timermode', '城西车神', 'ENDED', '2026-01-11 10:56:43+00', '2026-01-11 11:04:43+00', '2026-01-11 11:04:43+00', '前台'),
	('019ba663-9230-71ae-8341-6e4c3b4ba0cf', 'A01A02', '019ba663-9230-77b9-8153-bf3f88deb7c9', '01900000-0000-7000-8001-000000002506', 'circlemode', '萌新', 'ENDED', '2026-01-10 05:31:42+00', NULL, '2026-01-10 05:40:42+00', '前台'),
	('019ba626-6220-70f7-8ce5-34bc9fd80f7a', 'A01A02', '019ba626-6220-7743-8aec-efc1856a41b4', '01900000-0000-7000-8001-000000002504', 'timermode', '夜跑者', 'ENDED', '2026-01-10 04:24:52+00', '2026-01-10 04:39:52+00', '2026-01-10 04:39:52+00', '前台'),
	('019ba5bf-d438-7797-8a2c-b0dc7c3508d6', 'A01A02', '019ba5bf-d438-7d5d-8280-bd62e7f29734', '01900000-0000-7000-8001-000000002503', 'timermode', '城西车神', 'ENDED', '2026-01-10 02:32:51+00', '2026-01-10 02:42:51+00', '2026-01-10 02:42:51+00', '前台'),
	('019ba202-7a30-70c3-81f3-7e0d3065a212', 'A01A02', '019ba202-7a30-7b1b-8c28-272df32770fc', '01900000-0000-7000-8001-000000002506', 'circlemode', '弯道王', 'ENDED', '2026-01-09 09:07:10+00', NULL, '2026-01-09 09:16:10+00', '前台'),
	('019ba116-9f48-7e45-8203-29a55ec93cbe', 'A01A02', '019ba116-9f48-73df-88be-82267b3b42a4', '01900000-0000-7000-8001-000000002506', 'circlemode', '夜跑者', 'ENDED', '2026-01-09 04:49:33+00', NULL, '2026-01-09 04:58:33+00', '前台'),
	('019b9c92-2898-7f53-8cd0-5085805402a6', 'A01A02', '019b9c92-2898-735a-88cf-7b88a7d1d899', '01900000-0000-7000-8001-000000002507', 'circlemode', '弯道王', 'ENDED', '2026-01-08 07:46:23+00', NULL, '2026-01-08 07:55:23+00', '前台'),
	('019b982f-6ab8-7cdf-8b3b-cc69f283171c', 'A01A02', '019b982f-6ab8-75c3-85fc-61d40b43eaf7', '01900000-0000-7000-8001-000000002502', 'timermode', '夜跑者', 'ENDED', '2026-01-07 11:20:03+00', '2026-01-07 11:35:03+00', '2026-01-07 11:35:03+00', '前台'),
	('019b979c-75a0-7e60-8a5c-e5f92ffbaa8c', 'A01A02', '019b979c-75a0-7806-800e-4931fabb8341', '01900000-0000-7000-8001-000000002501', 'circlemode', '城西车神', 'ENDED', '2026-01-07 08:39:32+00', NULL, '2026-01-07 08:48:32+00', '前台'),
	('019b969f-f8e8-79b4-87fb-f2433c0897a8', 'A01A02', '019b969f-f8e8-7b0b-89ca-9205be705018', '01900000-0000-7000-8001-000000002505', 'circlemode', '萌新', 'ENDED', '2026-01-07 04:03:45+00', NULL, '2026-01-07 04:12:45+00', '前台'),
	('019b9253-f758-7832-874f-3671e7c57653', 'A01A02', '019b9253-f758-7a76-8a07-1421131b5c5b', '01900000-0000-7000-8001-000000002506', 'circlemode', '城西车神', 'ENDED', '2026-01-06 08:02:15+00', NULL, '2026-01-06 08:11:15+00', '前台'),
	('019b91c6-fd80-71df-87ae-e507b6fcc040', 'A01A02', '019b91c6-fd80-70d9-8e9c-b77fef855f3c', '01900000-0000-7000-8001-000000002505', 'timermode', '萌新', 'ENDED', '2026-01-06 05:28:16+00', '2026-01-06 05:36:16+00', '2026-01-06 05:36:16+00', '前台'),
	('019b8c3d-ad78-7e70-8706-7ce68882b2f5', 'A01A02', '019b8c3d-ad78-73d6-88d5-dffeab6584b3', '01900000-0000-7000-8001-000000002504', 'circlemode', '神秘车手', 'ENDED', '2026-01-05 03:40:11+00', NULL, '2026-01-05 03:49:11+00', '前台'),
	('019b839f-39e8-799f-867f-a0f0e9141bf0', 'A01A02', '019b839f-39e8-7847-873f-f827debce56f', '01900000-0000-7000-8001-000000002506', 'circlemode', '神秘车手', 'ENDED', '2026-01-03 11:30:09+00', NULL, '2026-01-03 11:39:09+00', '前台'),
	('019b823d-9a90-7086-8467-064ba369fb74', 'A01A02', '019b823d-9a90-7fba-8c3b-deb45e8d264f', '01900000-0000-7000-8001-000000002503', 'circlemode', '城西车神', 'ENDED', '2026-01-03 05:03:54+00', NULL, '2026-01-03 05:12:54+00', '前台'),
	('019b7dc3-8038-7b91-8d64-b007c351a602', 'A01A02', '019b7dc3-8038-7f4e-8566-e3869aaf9394', '01900000-0000-7000-8001-000000002506', 'timermode', '神秘车手', 'ENDED', '2026-01-02 08:12:03+00', '2026-01-02 08:22:03+00', '2026-01-02 08:22:03+00', '前台'),
	('019b7db8-9b28-790e-8465-7f875d140dd1', 'A01A02', '019b7db8-9b28-73f0-8114-7f6aa728a009', '01900000-0000-7000-8001-000000002504', 'timermode', '萌新', 'ENDED', '2026-01-02 08:00:09+00', '2026-01-02 08:15:09+00', '2026-01-02 08:15:09+00', '前台'),
	('019b7d66-9ee0-7a0d-8129-80957f756374', 'A01A02', '019b7d66-9ee0-7d8c-8167-c40fb29b36dc', '01900000-0000-7000-8001-000000002501', 'timermode', '萌新', 'ENDED', '2026-01-02 06:30:36+00', '2026-01-02 06:45:36+00', '2026-01-02 06:45:36+00', '前台'),
	('019b795c-bf00-7998-8a56-124a7374e14e', 'A01A02', '019b795c-bf00-7f5e-8100-3c8f6bcab4b6', '01900000-0000-7000-8001-000000002505', 'circlemode', '神秘车手', 'ENDED', '2026-01-01 11:41:20+00', NULL, '2026-01-01 11:50:20+00', '前台'),
	('019b7903-aa50-7bf5-8938-95425c0d3859', 'A01A02', '019b7903-aa50-7850-853a-8ac9185ee0e9', '01900000-0000-7000-8001-000000002502', 'timermode', '萌新', 'ENDED', '2026-01-01 10:04:02+00', '2026-01-01 10:19:02+00', '2026-01-01 10:19:02+00', '前台'),
	('019b88e1-20b0-792b-8878-edeb11eb5cf5', 'A01A02', '019b88e1-20b0-7876-859f-15945d9bb30f', '01900000-0000-7000-8001-000000002502', 'circlemode', '神秘车手', 'ENDED', '2026-01-04 12:00:14+00', NULL, '2026-01-04 12:09:14+00', '前台'),
	('019c0ece-3528-707d-8cfc-d32a50cf43d8', 'A01A02', '019c0ece-3528-7284-8c13-a2fbce995d6b', '01900000-0000-7000-8001-000000002506', 'timermode', '神秘车手', 'ENDED', '2026-01-30 12:08:41+00', '2026-01-30 12:23:41+00', '2026-01-30 12:23:41+00', '前台'),
	('019c0e61-ee68-7395-8f7f-dffadf8363fd', 'A01A02', '019c0e61-ee68-7f9d-85e1-26639507dd91', '01900000-0000-7000-8001-000000002504', 'circlemode', '神秘车手', 'ENDED', '2026-01-30 10:10:25+00', NULL, '2026-01-30 10:19:25+00', '前台'),
	('019c093b-4448-794b-8c48-b75a99b89213', 'A01A02', '019c093b-4448-75f6-8944-544bdb1acaf3', '01900000-0000-7000-8001-000000002501', 'circlemode', '神秘车手', 'ENDED', '2026-01-29 10:10:05+00', NULL, '2026-01-29 10:19:05+00', '前台'),
	('019c0385-3720-7ac8-88c4-4eba6a9253d3', 'A01A02', '019c0385-3720-768b-8d2e-35a04727c109', '01900000-0000-7000-8001-000000002504', 'timermode', '神秘车手', 'ENDED', '2026-01-28 07:33:08+00', '2026-01-28 07:43:08+00', '2026-01-28 07:43:08+00', '前台');


--
-- Data for Name: hold; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: job_position; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: job_run; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: known_place; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: login_captcha; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: login_guard; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: login_log; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: member; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.member VALUES
	('100001', 'A01A01', '风一样的男子', '张伟', '13800001111', DEFAULT, '', '0004829731', 50000, 5000, 300, 20, 0, 0, 0, 'VIP', NULL, false, '2024-12-27 12:00:00+00'),
	('100002', 'A01A01', '新手小白', '李娜', '13800002222', DEFAULT, '', '0004829732', 0, 0, 0, 0, 0, 0, 0, '普通', NULL, false, '2025-01-16 12:00:00+00'),
	('100003', 'A01A01', '漂移女王', '王芳', '13800003333', DEFAULT, '', '0004829733', 36000, 4000, 120, 0, 0, 0, 0, '普通', '$argon2id$v=19$m=19456,t=2,p=1$TJxAQcF1+05JjjkL7AZlaw$xenEIK1nsBPbvqNgaIg91BcJKGaNwZYSZ6BX9+gtJqQ', false, '2025-02-05 12:00:00+00'),
	('100004', 'A01A01', '停车场常客', '刘洋', '13800004444', DEFAULT, '', '0004829734', 20000, 0, 50, 5, 0, 0, 0, 'VIP', NULL, true, '2025-02-25 12:00:00+00'),
	('100005', 'A01A01', '闪电', '陈静', '13800005555', DEFAULT, '', '0004829735', 82050, 12000, 960, 12, 0, 0, 0, '普通', NULL, false, '2025-03-17 12:00:00+00'),
	('100006', 'A01A01', '老司机', '杨帆', '13800006666', DEFAULT, '', '0004829736', 15480, 600, 40, 0, 0, 0, 0, '普通', NULL, false, '2025-04-06 12:00:00+00'),
	('100007', 'A01A01', '赛道一哥', '赵磊', '13800007777', DEFAULT, '', '0004829737', 128800, 20000, 2210, 40, 0, 0, 0, 'VIP', NULL, false, '2025-04-26 12:00:00+00'),
	('100008', 'A01A01', '小旋风', '黄蓉', '13800008888', DEFAULT, '', '0004829738', 9900, 100, 15, 2, 0, 0, 0, '普通', NULL, false, '2025-05-16 12:00:00+00'),
	('100009', 'A01A01', '周末车手', '周涛', '13800009999', DEFAULT, '', '0004829739', 6600, 0, 10, 0, 0, 0, 0, '普通', NULL, false, '2025-06-05 12:00:00+00'),
	('100010', 'A01A01', 'Speedy', '吴迪', '13800001010', DEFAULT, '', '0004829740', 45000, 9000, 480, 8, 0, 0, 0, 'VIP', NULL, false, '2025-06-25 12:00:00+00'),
	('100011', 'A01A02', '城西车神', '郑凯', '13900001111', DEFAULT, '', '0005829731', 66600, 6600, 300, 20, 0, 0, 0, '普通', NULL, false, '2025-07-15 12:00:00+00'),
	('100012', 'A01A02', '夜跑者', '孙悦', '13900002222', DEFAULT, '', '0005829732', 12000, 800, 60, 0, 0, 0, 0, '普通', NULL, false, '2025-08-04 12:00:00+00'),
	('100013', 'A01A02', '弯道王', '马超', '13900003333', DEFAULT, '', '0005829733', 30500, 0, 90, 6, 0, 0, 0, 'VIP', NULL, false, '2025-08-24 12:00:00+00'),
	('100014', 'A01A02', '萌新', '朱婷', '13900004444', DEFAULT, '', '0005829734', 8000, 500, 5, 0, 0, 0, 0, '普通', NULL, false, '2025-09-13 12:00:00+00');


--
-- Data for Name: member_project; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.member_project VALUES
	('100001', 'A01A01', 'currency', 10, '', NULL, 0),
	('100003', 'A01A01', 'currency', 3, '', NULL, 0),
	('100005', 'A01A01', 'currency', 6, '', NULL, 0),
	('100007', 'A01A01', 'currency', 15, '', NULL, 0),
	('100008', 'A01A01', 'currency', 1, '', NULL, 0),
	('100010', 'A01A01', 'currency', 2, '', NULL, 0),
	('100011', 'A01A02', 'currency', 10, '', NULL, 0),
	('100012', 'A01A02', 'currency', 4, '', NULL, 0),
	('100014', 'A01A02', 'currency', 1, '', NULL, 0);


--
-- Data for Name: message; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: message_template; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.message_template VALUES
	('01900000-0000-7000-8004-000000000100', 'A01', 'queue.called', '排队叫号', '您的排队号 ${number} 已到，请到 ${store} 候车区上车。', '1', '{"number":"A012","store":"滨江店"}', 'hq', '2026-11-22 07:22:24.459614+00', NULL, NULL),
	('01900000-0000-7000-8004-000000000101', 'A01', 'recharge.thanks', '充值成功', '<p>尊敬的 <b>${name}</b>，您已充值 ${amount} 元，余额 ${balance} 元。</p>', '2', '{"name":"张伟","amount":"500.00","balance":"1000.00"}', 'hq', '2026-11-22 07:22:24.459614+00', NULL, NULL),
	('01900000-0000-7000-8004-000000000102', 'A01', 'match.opens', '赛事开始报名', '${match} 开始报名，截止 ${until}。', '3', '{"match":"周末耐力赛","until":"周五 20:00"}', 'hq', '2026-11-22 07:22:24.459614+00', NULL, NULL),
	('01900000-0000-7000-8004-000000000103', 'A01', 'shift.handover', '交班提醒', '<p>${name}，请在 ${time} 前完成交班并核对现金。</p>', '4', '{"name":"李小敏","time":"22:00"}', 'hq', '2026-11-22 07:22:24.459614+00', NULL, NULL);


--
-- Data for Name: permission; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.permission VALUES
	('menu-home', NULL, '首页', 'Home', '', '', '1', 'home', 'dashboard/Analysis', 'dashboard-analysis', '/dashboard/analysis', NULL, 0, 0, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-counter', NULL, '收银台', 'Counter', '', '', '1', 'thunderbolt', 'sessions/StartSession', 'counter', '/counter', NULL, 10, 0, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-playbeforepay', NULL, '先玩后付', 'Play first, pay later', '', '', '1', 'unordered-list', 'playbeforepay/SysPlayBeforePayList', 'playbeforepay-sysPlayBeforePayList', '/playbeforepay/sysPlayBeforePayList', NULL, 20, 0, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-messages', NULL, '消息中心', 'Messages', '', '', '1', 'message', 'layouts/RouteView', 'message', '/message', NULL, 30, 0, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-templates', 'menu-messages', '消息模板', 'Message templates', '', '', '1', 'file-text', 'modules/message/SysMessageTemplateList', 'modules-message-sysMessageTemplateList', '/modules/message/sysMessageTemplateList', NULL, 40, 1, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-announcements', 'menu-messages', '系统通告', 'Announcements', '', '', '1', 'notification', 'system/SysAnnouncementList', 'isystem-annountCement', '/isystem/annountCement', NULL, 50, 1, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-my-messages', 'menu-messages', '我的消息', 'My messages', '', '', '1', 'bell', 'system/UserAnnouncementList', 'isps-userAnnouncement', '/isps/userAnnouncement', NULL, 60, 1, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-system', NULL, '系统管理', 'System', '', '', '1', 'setting', 'layouts/RouteView', 'isystem', '/isystem', NULL, 70, 0, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-users', 'menu-system', '用户管理', 'Users', '', '', '1', 'user', 'system/UserList', 'isystem-user', '/isystem/user', NULL, 80, 1, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-roles', 'menu-system', '角色管理', 'Roles', '', '', '1', 'team', 'system/RoleList', 'isystem-role', '/isystem/role', NULL, 90, 1, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-permissions', 'menu-system', '菜单管理', 'Menus and actions', '', '', '1', 'safety', 'system/PermissionList', 'isystem-permission', '/isystem/permission', NULL, 100, 1, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-departs', 'menu-system', '门店管理', 'Stores', '', '', '1', 'apartment', 'system/DepartList', 'isystem-depart', '/isystem/depart', NULL, 110, 1, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-depart-roles', 'menu-system', '门店角色', 'Store roles', '', '', '1', 'idcard', 'system/DepartRoleList', 'isystem-departRole', '/isystem/departRole', NULL, 120, 1, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-dicts', 'menu-system', '数据字典', 'Dictionaries', '', '', '1', 'book', 'system/DictList', 'isystem-dict', '/isystem/dict', NULL, 130, 1, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-positions', 'menu-system', '职务管理', 'Positions', '', '', '1', 'solution', 'system/SysPositionList', 'isystem-position', '/isystem/position', NULL, 140, 1, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-categories', 'menu-system', '分类字典', 'Categories', '', '', '1', 'cluster', 'system/SysCategoryList', 'isys-category', '/isys/category', NULL, 150, 1, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-logs', 'menu-system', '日志管理', 'Logs', '', '', '1', 'history', 'system/LogList', 'isystem-log', '/isystem/log', NULL, 160, 1, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-terminals', 'menu-system', '收银终端', 'Counter terminals', '', '', '1', 'desktop', 'terminals/TerminalList', 'terminal-sysTerminalList', '/terminal/sysTerminalList', NULL, 165, 1, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-jobs', 'menu-system', '定时任务', 'Scheduled jobs', '', '', '1', 'clock-circle', 'system/QuartzJobList', 'isystem-QuartzJobList', '/isystem/QuartzJobList', NULL, 170, 1, true, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-account', NULL, '个人中心', 'Personal centre', '', '', '1', 'profile', 'account/center/Index', 'account-center', '/account/center', NULL, 180, 0, true, true, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-account-settings', NULL, '个人设置', 'Personal settings', '', '', '1', 'tool', 'account/settings/Index', 'account-settings-Index', '/account/settings/Index', NULL, 190, 0, true, true, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-account-settings-base', 'menu-account-settings', '基本设置', 'Basic settings', '', '', '1', 'tool', 'account/settings/BaseSetting', 'account-settings-base', '/account/settings/base', NULL, 191, 1, true, true, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-account-settings-security', 'menu-account-settings', '安全设置', 'Security', '', '', '1', 'tool', 'account/settings/Security', 'account-settings-security', '/account/settings/security', NULL, 192, 1, true, true, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-account-settings-custom', 'menu-account-settings', '个性化', 'Appearance', '', '', '1', 'tool', 'account/settings/Custom', 'account-settings-custom', '/account/settings/custom', NULL, 193, 1, true, true, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-account-settings-binding', 'menu-account-settings', '账户绑定', 'Linked accounts', '', '', '1', 'tool', 'account/settings/Binding', 'account-settings-binding', '/account/settings/binding', NULL, 194, 1, true, true, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('menu-account-settings-notification', 'menu-account-settings', '新消息通知', 'Notifications', '', '', '1', 'tool', 'account/settings/Notification', 'account-settings-notification', '/account/settings/notification', NULL, 195, 1, true, true, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('category:add', 'menu-categories', '添加分类字典', 'Add categories', '', 'category:add', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('category:delete', 'menu-categories', '删除分类字典', 'Delete categories', '', 'category:delete', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('category:edit', 'menu-categories', '修改分类字典', 'Change categories', '', 'category:edit', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('category:list', 'menu-categories', '查看分类字典', 'View categories', '', 'category:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('checkrule:add', 'menu-system', '添加编码校验规则', 'Add rules for codes', '', 'checkrule:add', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('checkrule:delete', 'menu-system', '删除编码校验规则', 'Delete rules for codes', '', 'checkrule:delete', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('checkrule:edit', 'menu-system', '修改编码校验规则', 'Edit rules for codes', '', 'checkrule:edit', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('checkrule:export', 'menu-system', '导出编码校验规则', 'Export rules for codes', '', 'checkrule:export', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('checkrule:import', 'menu-system', '导入编码校验规则', 'Import rules for codes', '', 'checkrule:import', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('checkrule:list', 'menu-system', '查看编码校验规则', 'See rules for codes', '', 'checkrule:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('dict:add', 'menu-dicts', '添加数据字典', 'Add dictionaries', '', 'dict:add', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('dict:delete', 'menu-dicts', '删除数据字典', 'Delete dictionaries', '', 'dict:delete', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('dict:edit', 'menu-dicts', '修改数据字典', 'Change dictionaries', '', 'dict:edit', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('dict:export', 'menu-dicts', '导出数据字典', 'Export dictionaries', '', 'dict:export', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('dict:import', 'menu-dicts', '导入数据字典', 'Import dictionaries', '', 'dict:import', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('dict:list', 'menu-dicts', '查看数据字典', 'View dictionaries', '', 'dict:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('job:add', 'menu-jobs', '新增定时任务', 'Add scheduled jobs', '', 'job:add', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('job:delete', 'menu-jobs', '删除定时任务', 'Delete scheduled jobs', '', 'job:delete', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('job:edit', 'menu-jobs', '编辑、暂停与恢复定时任务', 'Edit, pause and resume scheduled jobs', '', 'job:edit', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('job:export', 'menu-jobs', '导出定时任务', 'Export scheduled jobs', '', 'job:export', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('job:import', 'menu-jobs', '导入定时任务', 'Import scheduled jobs', '', 'job:import', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('job:list', 'menu-jobs', '查看定时任务', 'See scheduled jobs', '', 'job:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('job:run', 'menu-jobs', '立即执行定时任务', 'Run scheduled jobs now', '', 'job:run', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('ossfile:add', 'menu-system', '上传文件到列表', 'Keep files in the list', '', 'ossfile:add', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('ossfile:delete', 'menu-system', '删除列表中的文件', 'Delete kept files', '', 'ossfile:delete', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('ossfile:list', 'menu-system', '查看文件列表', 'See kept files', '', 'ossfile:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('position:add', 'menu-positions', '添加职务', 'Add positions', '', 'position:add', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('position:delete', 'menu-positions', '删除职务', 'Delete positions', '', 'position:delete', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('position:edit', 'menu-positions', '修改职务', 'Change positions', '', 'position:edit', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('position:export', 'menu-positions', '导出职务', 'Export positions', '', 'position:export', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('position:import', 'menu-positions', '导入职务', 'Import positions', '', 'position:import', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('position:list', 'menu-positions', '查看职务', 'View positions', '', 'position:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('depart:delete', 'menu-departs', '删除门店', 'Delete stores', '', 'depart:delete', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('depart:edit', 'menu-departs', '新增和修改门店', 'Add and change stores', '', 'depart:edit', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('depart:list', 'menu-departs', '查看门店', 'See stores', '', 'depart:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('departrole:edit', 'menu-depart-roles', '维护门店角色', 'Maintain store roles', '', 'departrole:edit', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('departrole:list', 'menu-depart-roles', '查看门店角色', 'See store roles', '', 'departrole:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('permission:edit', 'menu-permissions', '维护菜单权限', 'Maintain menus and actions', '', 'permission:edit', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('permission:list', 'menu-permissions', '查看菜单权限', 'See menus and actions', '', 'permission:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('role:delete', 'menu-roles', '删除角色', 'Delete roles', '', 'role:delete', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('role:edit', 'menu-roles', '新增和修改角色', 'Add and change roles', '', 'role:edit', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('role:export', 'menu-roles', '导出角色', 'Export roles', '', 'role:export', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('role:grant', 'menu-roles', '角色授权', 'Grant rights to roles', '', 'role:grant', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('role:import', 'menu-roles', '导入角色', 'Import roles', '', 'role:import', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('role:list', 'menu-roles', '查看角色', 'See roles', '', 'role:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('user:add', 'menu-users', '添加用户', 'Add users', '', 'user:add', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('user:delete', 'menu-users', '删除用户', 'Delete users', '', 'user:delete', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('user:edit', 'menu-users', '修改用户', 'Change users', '', 'user:edit', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('user:export', 'menu-users', '导出用户', 'Export users', '', 'user:export', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('user:freeze', 'menu-users', '冻结用户', 'Freeze users', '', 'user:freeze', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('user:import', 'menu-users', '导入用户', 'Import users', '', 'user:import', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('user:list', 'menu-users', '查看用户', 'See users', '', 'user:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('user:password', 'menu-users', '重置用户密码', 'Reset passwords of users', '', 'user:password', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('user:recycle', 'menu-users', '用户回收站', 'Recycle bin of users', '', 'user:recycle', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('audit:list', 'menu-logs', '查看操作历史', 'See the history of records', '', 'audit:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('log:delete', 'menu-logs', '删除日志', 'Delete logs', '', 'log:delete', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('log:list', 'menu-logs', '查看日志', 'See logs', '', 'log:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('member:search', 'menu-counter', '查询会员', 'Search members', '', 'member:search', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('member:phone', 'menu-counter', '查看会员完整手机号', 'See whole phone numbers of members', '', 'member:phone', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('rule:search', 'menu-counter', '查询消费规则', 'Search consume rules', '', 'rule:search', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('vehicle:search', 'menu-counter', '查询车辆', 'Search vehicles', '', 'vehicle:search', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('vehicle:finish', 'menu-counter', '结束车辆运行', 'End a vehicle run', '', 'vehicle:finish', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('consume:print', 'menu-playbeforepay', '补打排队小票', 'Print queue tickets again', '', 'consume:print', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('consume:query', 'menu-playbeforepay', '查询消费订单', 'See consume orders', '', 'consume:query', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('playbeforepay:add', 'menu-playbeforepay', '先玩后付开始', 'Start a pay-later session', '', 'playbeforepay:add', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('playbeforepay:consume', 'menu-playbeforepay', '挂单扣费', 'Deduct hung orders', '', 'playbeforepay:consume', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('playbeforepay:delete', 'menu-playbeforepay', '取消挂单', 'Cancel hung orders', '', 'playbeforepay:delete', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('playbeforepay:edite', 'menu-playbeforepay', '修改挂单的规则和类型', 'Change rule and type of hung orders', '', 'playbeforepay:edite', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('playbeforepay:export', 'menu-playbeforepay', '导出先玩后付记录', 'Export pay-later records', '', 'playbeforepay:export', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('playbeforepay:import', 'menu-playbeforepay', '导入先玩后付记录', 'Import pay-later records', '', 'playbeforepay:import', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('playbeforepay:list', 'menu-playbeforepay', '查看先玩后付记录', 'See pay-later records', '', 'playbeforepay:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('cashier:search', 'menu-counter', '查询收银员', 'Search cashiers', '', 'cashier:search', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('refusal:list', 'menu-counter', '查看被拒的离线记录', 'See refused offline starts', '', 'refusal:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('terminal:enrol', 'menu-terminals', '登记终端密钥', 'Enrol terminals', '', 'terminal:enrol', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL);
INSERT INTO public.permission VALUES
	('terminal:list', 'menu-terminals', '查看收银终端', 'View counter terminals', '', 'terminal:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('terminal:revoke', 'menu-terminals', '停用终端密钥', 'Revoke terminals', '', 'terminal:revoke', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('terminal:use', 'menu-terminals', '使用收银终端', 'Use a counter terminal', '', 'terminal:use', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('announcement:add', 'menu-announcements', '新增通知公告', 'Add announcements', '', 'announcement:add', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('announcement:delete', 'menu-announcements', '删除通知公告', 'Delete announcements', '', 'announcement:delete', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('announcement:edit', 'menu-announcements', '编辑通知公告', 'Edit announcements', '', 'announcement:edit', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('announcement:export', 'menu-announcements', '导出通知公告', 'Export announcements', '', 'announcement:export', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('announcement:import', 'menu-announcements', '导入通知公告', 'Import announcements', '', 'announcement:import', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('announcement:list', 'menu-announcements', '查看通知公告', 'See announcements', '', 'announcement:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('announcement:release', 'menu-announcements', '发布与撤销通知公告', 'Release and revoke announcements', '', 'announcement:release', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('message:add', 'menu-templates', '新增并发送消息', 'Add and send messages', '', 'message:add', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('message:delete', 'menu-templates', '删除消息发送记录', 'Delete from the delivery log', '', 'message:delete', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('message:edit', 'menu-templates', '修改未发送的消息', 'Change messages that wait', '', 'message:edit', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('message:export', 'menu-templates', '导出消息发送记录', 'Export the delivery log', '', 'message:export', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('message:import', 'menu-templates', '导入并发送消息', 'Import and send messages', '', 'message:import', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('message:list', 'menu-templates', '查看消息发送记录', 'See the delivery log', '', 'message:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('template:add', 'menu-templates', '新增消息模板', 'Add message templates', '', 'template:add', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('template:delete', 'menu-templates', '删除消息模板', 'Delete message templates', '', 'template:delete', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('template:edit', 'menu-templates', '编辑消息模板', 'Edit message templates', '', 'template:edit', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('template:export', 'menu-templates', '导出消息模板', 'Export message templates', '', 'template:export', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('template:import', 'menu-templates', '导入消息模板', 'Import message templates', '', 'template:import', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('template:list', 'menu-templates', '查看消息模板', 'See message templates', '', 'template:list', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('template:send', 'menu-templates', '发送消息', 'Send messages', '', 'template:send', '1', '', '', '', '', NULL, 1000, 2, false, false, false, false, false, '1', '', '2026-11-22 07:22:23.385273+00', NULL, NULL);


--
-- Data for Name: permission_rule; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: play_before_pay; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.play_before_pay VALUES
	('019b78e9-a240-7af8-8414-9ead12f6b1e8', 'A01A01', '2026-01-01 09:35:36+00', '2026-01-01 09:35:36+00', 'CONSUMED', 'A001', '', 1, '019b78e9-a240-7c1c-8b3f-5d5cad317c80', NULL, '019b78f6-7380-72e1-88ff-cdbeabb51d6e', '100005', '闪电', '01900000-0000-7000-8001-000000001002', '竞速八圈', 'BALANCE', 'circlemode', 8, 0, 1, 'every', 5800, 0, 0, 0, '01900000-0000-7000-8001-000000001506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-01 09:49:36+00', '01900000-0000-7000-8000-000000000106'),
	('019b7e74-1f10-7393-8431-c11014c7373f', 'A01A01', '2026-01-02 11:24:58+00', '2026-01-02 11:24:58+00', 'CONSUMED', 'A001', '', 1, '019b7e74-1f10-7763-8d0c-006019c63ad2', NULL, '019b7e80-f050-7fad-8bfa-b727c509a6b5', '100010', 'Speedy', '01900000-0000-7000-8001-000000001001', '标准卡丁', 'BALANCE', 'timermode', 8, 10, 1, 'every', 6800, 0, 0, 0, '01900000-0000-7000-8001-000000001506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-02 11:38:58+00', '01900000-0000-7000-8000-000000000106'),
	('019b7e79-7258-7e07-8ba4-4bdbaefbe30d', 'A01A01', '2026-01-02 11:30:47+00', '2026-01-02 11:30:47+00', 'CONSUMED', 'A002', '', 2, '019b7e79-7258-7d90-8d7a-431fc615e8d0', NULL, '019b7e86-4398-774b-8821-5cbe756154b0', '100001', '风一样的男子', '01900000-0000-7000-8001-000000001004', '亲子双人', 'BALANCE', 'circlemode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000001507', '7号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-02 11:44:47+00', '01900000-0000-7000-8000-000000000106'),
	('019b8727-d408-7e33-8c99-78a49c0eea14', 'A01A01', '2026-01-04 03:58:13+00', '2026-01-04 03:58:13+00', 'CONSUMED', 'A001', '', 1, '019b8727-d408-70f2-8335-2e05078e599e', NULL, '019b8734-a548-7924-8ab9-6ae51d5edac2', NULL, '神秘车手', '01900000-0000-7000-8001-000000001010', '散客单次', 'NOCARDCONSUME', 'timermode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000001506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-04 04:12:13+00', '01900000-0000-7000-8000-000000000106'),
	('019b87f4-2c88-75b5-8df4-26f4c39f890a', 'A01A01', '2026-01-04 07:41:25+00', '2026-01-04 07:41:25+00', 'CONSUMED', 'A002', '', 2, '019b87f4-2c88-7786-8b7f-d0b85c04343e', NULL, '019b8800-fdc8-7077-8ec9-e6fa88d56f00', NULL, '神秘车手', '01900000-0000-7000-8001-000000001010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000001507', '7号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-04 07:55:25+00', '01900000-0000-7000-8000-000000000106'),
	('019b8c8a-c3d8-76cb-865a-11467215020b', 'A01A01', '2026-01-05 05:04:23+00', '2026-01-05 05:04:23+00', 'CONSUMED', 'A001', '', 1, '019b8c8a-c3d8-700a-8485-c1546d260faf', NULL, '019b8c97-9518-76f2-89d4-ccda9213fa6e', '100005', '闪电', '01900000-0000-7000-8001-000000001004', '亲子双人', 'BALANCE', 'timermode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000001506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-05 05:18:23+00', '01900000-0000-7000-8000-000000000106'),
	('019b9152-9c88-75d2-8f12-90b7f859b677', 'A01A01', '2026-01-06 03:21:09+00', '2026-01-06 03:21:09+00', 'CANCELLED', 'A001', '', 1, '019b9152-9c88-724d-8695-0c3f4405afaa', NULL, NULL, '100009', '周末车手', '01900000-0000-7000-8001-000000001004', '亲子双人', 'BALANCE', 'circlemode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000001504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-06 03:35:09+00', '01900000-0000-7000-8000-000000000106'),
	('019b9196-ba08-7fe5-8e44-2b6defdffbc8', 'A01A01', '2026-01-06 04:35:33+00', '2026-01-06 04:35:33+00', 'RECHARGED', 'A002', '', 2, '019b9196-ba08-7f26-8974-9b10e3b7e918', '019b91a4-75a8-7ea5-84c1-9ead4f122008', NULL, NULL, '神秘车手', '01900000-0000-7000-8001-000000001010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 2, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000001507', '7号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-06 04:49:33+00', '01900000-0000-7000-8000-000000000106'),
	('019b9263-6490-73f7-841d-63404df1c208', 'A01A01', '2026-01-06 08:19:06+00', '2026-01-06 08:19:06+00', 'CONSUMED', 'A003', '', 3, '019b9263-6490-7e4a-84a4-f7ee3a40051f', NULL, '019b9270-35d0-79f4-86a5-f19ebec352eb', '100007', '赛道一哥', '01900000-0000-7000-8001-000000001004', '亲子双人', 'BALANCE', 'circlemode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000001503', '3号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-06 08:33:06+00', '01900000-0000-7000-8000-000000000106'),
	('019b9710-e710-71fb-8d2d-a02fb659c33d', 'A01A01', '2026-01-07 06:07:06+00', '2026-01-07 06:07:06+00', 'CONSUMED', 'A001', '', 1, '019b9710-e710-769f-8796-68a1a1595a98', NULL, '019b971d-b850-78d5-8049-7506a835c3e1', '100003', '漂移女王', '01900000-0000-7000-8001-000000001002', '竞速八圈', 'BALANCE', 'circlemode', 8, 0, 1, 'every', 5800, 0, 0, 0, '01900000-0000-7000-8001-000000001506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-07 06:21:06+00', '01900000-0000-7000-8000-000000000106'),
	('019b9b63-5528-7c50-8b5c-344f3aaa19ea', 'A01A01', '2026-01-08 02:15:37+00', '2026-01-08 02:15:37+00', 'CONSUMED', 'A001', '', 1, '019b9b63-5528-7818-8d9d-aef8a333c1bd', NULL, '019b9b70-2668-781f-827e-a638168d4cf1', '100003', '漂移女王', '01900000-0000-7000-8001-000000001004', '亲子双人', 'BALANCE', 'circlemode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000001507', '7号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-08 02:29:37+00', '01900000-0000-7000-8000-000000000106'),
	('019b9c25-f560-7885-84d0-712f63159357', 'A01A01', '2026-01-08 05:48:12+00', '2026-01-08 05:48:12+00', 'CONSUMED', 'A002', '', 2, '019b9c25-f560-7f62-88cc-645ebe75e524', NULL, '019b9c32-c6a0-7bbe-81ec-12a43bdf205a', '100003', '漂移女王', '01900000-0000-7000-8001-000000001003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000001506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-08 06:02:12+00', '01900000-0000-7000-8000-000000000106'),
	('019b9ca5-9d10-7193-87fe-6090868f8fd8', 'A01A01', '2026-01-08 08:07:38+00', '2026-01-08 08:07:38+00', 'CONSUMED', 'A003', '', 3, '019b9ca5-9d10-7c21-8e64-22f8067e96ee', NULL, '019b9cb2-6e50-7527-8ea0-835e605c1c32', '100003', '漂移女王', '01900000-0000-7000-8001-000000001002', '竞速八圈', 'BALANCE', 'circlemode', 8, 0, 1, 'every', 5800, 0, 0, 0, '01900000-0000-7000-8001-000000001501', '1号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-08 08:21:38+00', '01900000-0000-7000-8000-000000000106'),
	('019ba17c-c3b8-70a6-8bf2-0f99c63f2d74', 'A01A01', '2026-01-09 06:41:07+00', '2026-01-09 06:41:07+00', 'CONSUMED', 'A001', '', 1, '019ba17c-c3b8-7687-8085-0e6dc10fd6ce', NULL, '019ba189-94f8-7a5f-8c1a-a42e91045067', '100001', '风一样的男子', '01900000-0000-7000-8001-000000001001', '标准卡丁', 'BALANCE', 'timermode', 8, 10, 1, 'every', 6800, 0, 0, 0, '01900000-0000-7000-8001-000000001503', '3号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-09 06:55:07+00', '01900000-0000-7000-8000-000000000106'),
	('019ba197-3540-76d4-8293-2d5f803a1d8f', 'A01A01', '2026-01-09 07:10:00+00', '2026-01-09 07:10:00+00', 'CONSUMED', 'A002', '', 2, '019ba197-3540-702c-8367-bce79963ec58', NULL, '019ba1a4-0680-7a76-891a-43e5e736830f', '100003', '漂移女王', '01900000-0000-7000-8001-000000001001', '标准卡丁', 'BALANCE', 'circlemode', 8, 10, 1, 'every', 6800, 0, 0, 0, '01900000-0000-7000-8001-000000001503', '3号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-09 07:24:00+00', '01900000-0000-7000-8000-000000000106'),
	('019ba2a0-d158-77bf-828b-3732fa24112e', 'A01A01', '2026-01-09 12:00:07+00', '2026-01-09 12:00:07+00', 'CONSUMED', 'A003', '', 3, '019ba2a0-d158-7d3b-8d4f-120bbcd0de5c', NULL, '019ba2ad-a298-7084-89f8-ed34ef3347dc', NULL, '神秘车手', '01900000-0000-7000-8001-000000001010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000001501', '1号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-09 12:14:07+00', '01900000-0000-7000-8000-000000000106'),
	('019ba676-f708-7931-8bbe-9e86c16e0b22', 'A01A01', '2026-01-10 05:52:53+00', '2026-01-10 05:52:53+00', 'CONSUMED', 'A001', '', 1, '019ba676-f708-7148-8b24-7971403c4587', NULL, '019ba683-c848-71a3-81cf-fa3486e4642e', NULL, '神秘车手', '01900000-0000-7000-8001-000000001010', '散客单次', 'NOCARDCONSUME', 'timermode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000001504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-10 06:06:53+00', '01900000-0000-7000-8000-000000000106'),
	('019bac23-e058-7543-8a91-e931df05a9c4', 'A01A01', '2026-01-11 08:19:51+00', '2026-01-11 08:19:51+00', 'CONSUMED', 'A001', '', 1, '019bac23-e058-7760-8494-133cdbc1c8b7', NULL, '019bac30-b198-7efc-89fb-54cfe471d332', '100009', '周末车手', '01900000-0000-7000-8001-000000001004', '亲子双人', 'BALANCE', 'circlemode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000001504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-11 08:33:51+00', '01900000-0000-7000-8000-000000000106'),
	('019bacd1-8d48-7980-82cc-88ed6e03e30a', 'A01A01', '2026-01-11 11:29:33+00', '2026-01-11 11:29:33+00', 'RECHARGED', 'A002', '', 2, '019bacd1-8d48-76d2-8506-04b14d03a71d', '019bacdf-48e8-721b-8d64-29db57b40f7a', NULL, NULL, '神秘车手', '01900000-0000-7000-8001-000000001010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000001502', '2号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-11 11:43:33+00', '01900000-0000-7000-8000-000000000106'),
	('019bb074-0c50-76da-8d97-4d9564795c98', 'A01A01', '2026-01-12 04:25:54+00', '2026-01-12 04:25:54+00', 'CONSUMED', 'A001', '', 1, '019bb074-0c50-789d-8601-81db57ba023a', NULL, '019bb080-dd90-77f0-8c63-bc7ea64c9336', NULL, '神秘车手', '01900000-0000-7000-8001-000000001010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000001505', '5号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-12 04:39:54+00', '01900000-0000-7000-8000-000000000106'),
	('019bb142-7428-7e1f-8dbd-659a7cf80c7c', 'A01A01', '2026-01-12 08:11:21+00', '2026-01-12 08:11:21+00', 'CONSUMED', 'A002', '', 2, '019bb142-7428-747a-8c60-79066b904505', NULL, '019bb14f-4568-7450-8a78-be7bac256c53', NULL, '神秘车手', '01900000-0000-7000-8001-000000001010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000001504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-12 08:25:21+00', '01900000-0000-7000-8000-000000000106'),
	('019bb5a6-2050-7481-861a-4f24a77fc9c2', 'A01A01', '2026-01-13 04:38:42+00', '2026-01-13 04:38:42+00', 'CONSUMED', 'A001', '', 1, '019bb5a6-2050-7fc1-8691-ef33e0bbed9b', NULL, '019bb5b2-f190-73af-8024-fe2b6d1c2d1a', NULL, '神秘车手', '01900000-0000-7000-8001-000000001010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 2, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000001505', '5号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-13 04:52:42+00', '01900000-0000-7000-8000-000000000106'),
	('019bbc9e-a828-77a9-8a38-f91578af28a8', 'A01A01', '2026-01-14 13:07:53+00', '2026-01-14 13:07:53+00', 'CONSUMED', 'A001', '', 1, '019bbc9e-a828-7efa-825c-b0e23f6f3ec6', NULL, '019bbcab-7968-7b19-81a3-e1e8c986f083', '100003', '漂移女王', '01900000-0000-7000-8001-000000001003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000001501', '1号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-14 13:21:53+00', '01900000-0000-7000-8000-000000000106'),
	('019bc4ca-35a8-7dc0-892c-5ef1bfd445e9', 'A01A01', '2026-01-16 03:12:25+00', '2026-01-16 03:12:25+00', 'CONSUMED', 'A001', '', 1, '019bc4ca-35a8-791b-8342-24cf95dd9020', NULL, '019bc4d7-06e8-7b2a-8d59-f55cb4326d3b', NULL, '神秘车手', '01900000-0000-7000-8001-000000001010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000001507', '7号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-16 03:26:25+00', '01900000-0000-7000-8000-000000000106'),
	('019bc62a-cb60-724a-88d9-8be5518f04cc', 'A01A01', '2026-01-16 09:37:32+00', '2026-01-16 09:37:32+00', 'CONSUMED', 'A002', '', 2, '019bc62a-cb60-79b2-8423-99448f2e5bbd', NULL, '019bc637-9ca0-7fda-81cc-d1e1252cdf9c', '100010', 'Speedy', '01900000-0000-7000-8001-000000001003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000001504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-16 09:51:32+00', '01900000-0000-7000-8000-000000000106'),
	('019bca58-1990-79aa-867b-c0b2e7c62ceb', 'A01A01', '2026-01-17 05:05:30+00', '2026-01-17 05:05:30+00', 'CONSUMED', 'A001', '', 1, '019bca58-1990-7a87-8573-238f3b1ea129', NULL, '019bca64-ead0-7fff-8998-154fac40f269', NULL, '神秘车手', '01900000-0000-7000-8001-000000001010', '散客单次', 'NOCARDCONSUME', 'timermode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000001502', '2号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-17 05:19:30+00', '01900000-0000-7000-8000-000000000106'),
	('019bcb2b-f3f0-7366-8db0-627216d2fe37', 'A01A01', '2026-01-17 08:56:54+00', '2026-01-17 08:56:54+00', 'CONSUMED', 'A002', '', 2, '019bcb2b-f3f0-7740-8c54-0f1f5d4d3565', NULL, '019bcb38-c530-7c9c-8960-a32dfb0518d1', '100010', 'Speedy', '01900000-0000-7000-8001-000000001004', '亲子双人', 'BALANCE', 'circlemode', 6, 8, 2, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000001505', '5号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-17 09:10:54+00', '01900000-0000-7000-8000-000000000106'),
	('019bd5d1-5b10-7ddb-830e-10db25eb421b', 'A01A01', '2026-01-19 10:33:46+00', '2026-01-19 10:33:46+00', 'CONSUMED', 'A001', '', 1, '019bd5d1-5b10-7f1c-8821-55cc0a1f1ce2', NULL, '019bd5de-2c50-7bee-80b0-4b0d2564c328', NULL, '神秘车手', '01900000-0000-7000-8001-000000001010', '散客单次', 'NOCARDCONSUME', 'timermode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000001504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-19 10:47:46+00', '01900000-0000-7000-8000-000000000106'),
	('019bd9fe-dff0-755a-8b5d-a1325d2a4445', 'A01A01', '2026-01-20 06:01:58+00', '2026-01-20 06:01:58+00', 'CONSUMED', 'A001', '', 1, '019bd9fe-dff0-716f-8d8e-09759c1ebf2a', NULL, '019bda0b-b130-7744-8425-c46184bd13cc', '100006', '老司机', '01900000-0000-7000-8001-000000001003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000001502', '2号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-20 06:15:58+00', '01900000-0000-7000-8000-000000000106'),
	('019bdfc6-3eb0-7dee-82c1-531d11e986b1', 'A01A01', '2026-01-21 08:57:50+00', '2026-01-21 08:57:50+00', 'CONSUMED', 'A001', '', 1, '019bdfc6-3eb0-79d2-8ee2-2acebdd3e367', NULL, '019bdfd3-0ff0-751d-8516-c71d64db94ae', '100005', '闪电', '01900000-0000-7000-8001-000000001004', '亲子双人', 'BALANCE', 'circlemode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000001504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-21 09:11:50+00', '01900000-0000-7000-8000-000000000106'),
	('019be590-f8d0-7327-854e-6a2bcead1ba6', 'A01A01', '2026-01-22 11:57:22+00', '2026-01-22 11:57:22+00', 'CONSUMED', 'A001', '', 1, '019be590-f8d0-7ab7-8a01-fa93ed8bea7d', NULL, '019be59d-ca10-79c0-8502-2dd10529c9e4', '100001', '风一样的男子', '01900000-0000-7000-8001-000000001003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000001504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-22 12:11:22+00', '01900000-0000-7000-8000-000000000106'),
	('019beacc-53d0-77c3-8c42-fa3c4b8caf7a', 'A01A01', '2026-01-23 12:20:18+00', '2026-01-23 12:20:18+00', 'CONSUMED', 'A001', '', 1, '019beacc-53d0-79aa-8c7b-f2532200e35e', NULL, '019bead9-2510-7559-8421-9396cac97835', '100010', 'Speedy', '01900000-0000-7000-8001-000000001004', '亲子双人', 'BALANCE', 'circlemode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000001506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-23 12:34:18+00', '01900000-0000-7000-8000-000000000106'),
	('019bf3d9-f838-7960-8a5f-eed0b52e38a5', 'A01A01', '2026-01-25 06:31:47+00', '2026-01-25 06:31:47+00', 'CONSUMED', 'A001', '', 1, '019bf3d9-f838-74f5-88b4-033e15534461', NULL, '019bf3e6-c978-7a91-803f-2fbaf87c8686', '100008', '小旋风', '01900000-0000-7000-8001-000000001003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000001505', '5号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-25 06:45:47+00', '01900000-0000-7000-8000-000000000106'),
	('019bf81f-0488-7de7-8f45-65b5a23f8cc1', 'A01A01', '2026-01-26 02:25:41+00', '2026-01-26 02:25:41+00', 'CONSUMED', 'A001', '', 1, '019bf81f-0488-7ba6-8b8b-0a4d1b10636b', NULL, '019bf82b-d5c8-74ac-81e6-71ad2f9bd930', '100001', '风一样的男子', '01900000-0000-7000-8001-000000001004', '亲子双人', 'BALANCE', 'circlemode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000001503', '3号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-26 02:39:41+00', '01900000-0000-7000-8000-000000000106'),
	('019bf8f2-c390-7fee-84fe-e8aa199ad2b6', 'A01A01', '2026-01-26 06:16:58+00', '2026-01-26 06:16:58+00', 'CONSUMED', 'A002', '', 2, '019bf8f2-c390-7cae-8ddd-3d4e0a64fe2d', NULL, '019bf8ff-94d0-7540-8a40-8700ba3192a6', '100007', '赛道一哥', '01900000-0000-7000-8001-000000001004', '亲子双人', 'BALANCE', 'circlemode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000001504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-26 06:30:58+00', '01900000-0000-7000-8000-000000000106'),
	('019bfe61-05d0-7c1f-8bc6-85172241d176', 'A01A01', '2026-01-27 07:35:30+00', '2026-01-27 07:35:30+00', 'CONSUMED', 'A001', '', 1, '019bfe61-05d0-7fbc-8fca-b98a7c1d650e', NULL, '019bfe6d-d710-7d64-8a84-894dea534697', '100005', '闪电', '01900000-0000-7000-8001-000000001004', '亲子双人', 'BALANCE', 'circlemode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000001501', '1号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, '2026-01-27 07:49:30+00', '01900000-0000-7000-8000-000000000106'),
	('019bfeb6-ea18-7d3c-80a4-c4689b6452db', 'A01A01', '2026-01-27 09:09:19+00', '2026-01-27 09:09:19+00', 'GUADAN', 'A002', '', 2, '019bfeb6-ea18-733c-8897-26ca8198a4c0', NULL, NULL, NULL, '神秘车手', '01900000-0000-7000-8001-000000001010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000001507', '7号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, NULL, NULL),
	('019bff69-4640-71f3-82d2-9a4194445958', 'A01A01', '2026-01-27 12:24:08+00', '2026-01-27 12:24:08+00', 'GUADAN', 'A003', '', 3, '019bff69-4640-75da-88ff-d562e4658dcc', NULL, NULL, NULL, '神秘车手', '01900000-0000-7000-8001-000000001010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000001503', '3号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, NULL, NULL),
	('019c041f-8ed8-7cee-8ae7-4d359a794308', 'A01A01', '2026-01-28 10:21:43+00', '2026-01-28 10:21:43+00', 'GUADAN', 'A001', '', 1, '019c041f-8ed8-7888-8a88-ca541561ca7d', NULL, NULL, NULL, '神秘车手', '01900000-0000-7000-8001-000000001003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000001507', '7号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, NULL, NULL),
	('019c0ed1-1770-7cb6-8d99-0911aebf22c6', 'A01A01', '2026-01-30 12:11:50+00', '2026-01-30 12:11:50+00', 'GUADAN', 'A001', '', 1, '019c0ed1-1770-74bc-8f53-7c067f83444b', NULL, NULL, NULL, '神秘车手', '01900000-0000-7000-8001-000000001002', '竞速八圈', 'BALANCE', 'circlemode', 8, 0, 1, 'every', 5800, 0, 0, 0, '01900000-0000-7000-8001-000000001504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000106', '李小敏', false, false, NULL, NULL),
	('019b7903-aa50-7850-853a-8ac9185ee0e9', 'A01A02', '2026-01-01 10:04:02+00', '2026-01-01 10:04:02+00', 'CONSUMED', 'B001', '', 1, '019b7903-aa50-7bf5-8938-95425c0d3859', NULL, '019b7910-7b90-7952-8477-5f47d4aa5d29', '100014', '萌新', '01900000-0000-7000-8001-000000002003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000002502', '2号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-01 10:18:02+00', '01900000-0000-7000-8000-000000000104'),
	('019b795c-bf00-7f5e-8100-3c8f6bcab4b6', 'A01A02', '2026-01-01 11:41:20+00', '2026-01-01 11:41:20+00', 'CONSUMED', 'B002', '', 2, '019b795c-bf00-7998-8a56-124a7374e14e', NULL, '019b7969-9040-7b40-87df-3ce3e92750ae', NULL, '神秘车手', '01900000-0000-7000-8001-000000002010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000002505', '5号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-01 11:55:20+00', '01900000-0000-7000-8000-000000000104'),
	('019b7d66-9ee0-7d8c-8167-c40fb29b36dc', 'A01A02', '2026-01-02 06:30:36+00', '2026-01-02 06:30:36+00', 'CONSUMED', 'B001', '', 1, '019b7d66-9ee0-7a0d-8129-80957f756374', NULL, '019b7d73-7020-78dd-8a77-e3158612006d', '100014', '萌新', '01900000-0000-7000-8001-000000002003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 2, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000002501', '1号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-02 06:44:36+00', '01900000-0000-7000-8000-000000000104'),
	('019b7db8-9b28-73f0-8114-7f6aa728a009', 'A01A02', '2026-01-02 08:00:09+00', '2026-01-02 08:00:09+00', 'CONSUMED', 'B002', '', 2, '019b7db8-9b28-790e-8465-7f875d140dd1', NULL, '019b7dc5-6c68-7875-8160-aacba811e049', '100014', '萌新', '01900000-0000-7000-8001-000000002003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000002504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-02 08:14:09+00', '01900000-0000-7000-8000-000000000104'),
	('019b7dc3-8038-7f4e-8566-e3869aaf9394', 'A01A02', '2026-01-02 08:12:03+00', '2026-01-02 08:12:03+00', 'CONSUMED', 'B003', '', 3, '019b7dc3-8038-7b91-8d64-b007c351a602', NULL, '019b7dd0-5178-78f0-83a7-9c7401a5c90d', NULL, '神秘车手', '01900000-0000-7000-8001-000000002010', '散客单次', 'NOCARDCONSUME', 'timermode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000002506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-02 08:26:03+00', '01900000-0000-7000-8000-000000000104'),
	('019b823d-9a90-7fba-8c3b-deb45e8d264f', 'A01A02', '2026-01-03 05:03:54+00', '2026-01-03 05:03:54+00', 'CONSUMED', 'B001', '', 1, '019b823d-9a90-7086-8467-064ba369fb74', NULL, '019b824a-6bd0-7d25-83c5-946985b0edc6', '100011', '城西车神', '01900000-0000-7000-8001-000000002004', '亲子双人', 'BALANCE', 'circlemode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000002503', '3号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-03 05:17:54+00', '01900000-0000-7000-8000-000000000104'),
	('019b839f-39e8-7847-873f-f827debce56f', 'A01A02', '2026-01-03 11:30:09+00', '2026-01-03 11:30:09+00', 'CONSUMED', 'B002', '', 2, '019b839f-39e8-799f-867f-a0f0e9141bf0', NULL, '019b83ac-0b28-7bb2-8f25-eb30bb324691', NULL, '神秘车手', '01900000-0000-7000-8001-000000002010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000002506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-03 11:44:09+00', '01900000-0000-7000-8000-000000000104'),
	('019b88e1-20b0-7876-859f-15945d9bb30f', 'A01A02', '2026-01-04 12:00:14+00', '2026-01-04 12:00:14+00', 'ESCAPED', 'B001', '', 1, '019b88e1-20b0-792b-8878-edeb11eb5cf5', NULL, NULL, NULL, '神秘车手', '01900000-0000-7000-8001-000000002010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 2, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000002502', '2号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-04 12:14:14+00', '01900000-0000-7000-8000-000000000104'),
	('019b8c3d-ad78-73d6-88d5-dffeab6584b3', 'A01A02', '2026-01-05 03:40:11+00', '2026-01-05 03:40:11+00', 'CONSUMED', 'B001', '', 1, '019b8c3d-ad78-7e70-8706-7ce68882b2f5', NULL, '019b8c4a-7eb8-7df3-8489-c642db4eb81c', NULL, '神秘车手', '01900000-0000-7000-8001-000000002010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000002504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-05 03:54:11+00', '01900000-0000-7000-8000-000000000104'),
	('019b91c6-fd80-70d9-8e9c-b77fef855f3c', 'A01A02', '2026-01-06 05:28:16+00', '2026-01-06 05:28:16+00', 'CONSUMED', 'B001', '', 1, '019b91c6-fd80-71df-87ae-e507b6fcc040', NULL, '019b91d3-cec0-7017-88ec-987ab93c33af', '100014', '萌新', '01900000-0000-7000-8001-000000002004', '亲子双人', 'BALANCE', 'timermode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000002505', '5号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-06 05:42:16+00', '01900000-0000-7000-8000-000000000104'),
	('019b9253-f758-7a76-8a07-1421131b5c5b', 'A01A02', '2026-01-06 08:02:15+00', '2026-01-06 08:02:15+00', 'CONSUMED', 'B002', '', 2, '019b9253-f758-7832-874f-3671e7c57653', NULL, '019b9260-c898-7b50-8852-887558dec865', '100011', '城西车神', '01900000-0000-7000-8001-000000002002', '竞速八圈', 'BALANCE', 'circlemode', 8, 0, 1, 'every', 5800, 0, 0, 0, '01900000-0000-7000-8001-000000002506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-06 08:16:15+00', '01900000-0000-7000-8000-000000000104'),
	('019b969f-f8e8-7b0b-89ca-9205be705018', 'A01A02', '2026-01-07 04:03:45+00', '2026-01-07 04:03:45+00', 'CONSUMED', 'B001', '', 1, '019b969f-f8e8-79b4-87fb-f2433c0897a8', NULL, '019b96ac-ca28-7441-85c6-dd5578743b79', '100014', '萌新', '01900000-0000-7000-8001-000000002004', '亲子双人', 'BALANCE', 'circlemode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000002505', '5号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-07 04:17:45+00', '01900000-0000-7000-8000-000000000104'),
	('019b979c-75a0-7806-800e-4931fabb8341', 'A01A02', '2026-01-07 08:39:32+00', '2026-01-07 08:39:32+00', 'CONSUMED', 'B002', '', 2, '019b979c-75a0-7e60-8a5c-e5f92ffbaa8c', NULL, '019b97a9-46e0-7709-843e-261f19f454b3', '100011', '城西车神', '01900000-0000-7000-8001-000000002001', '标准卡丁', 'BALANCE', 'circlemode', 8, 10, 1, 'every', 6800, 0, 0, 0, '01900000-0000-7000-8001-000000002501', '1号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-07 08:53:32+00', '01900000-0000-7000-8000-000000000104'),
	('019b982f-6ab8-75c3-85fc-61d40b43eaf7', 'A01A02', '2026-01-07 11:20:03+00', '2026-01-07 11:20:03+00', 'CONSUMED', 'B003', '', 3, '019b982f-6ab8-7cdf-8b3b-cc69f283171c', NULL, '019b983c-3bf8-710e-834a-a0ada8cf9f8d', '100012', '夜跑者', '01900000-0000-7000-8001-000000002003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000002502', '2号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-07 11:34:03+00', '01900000-0000-7000-8000-000000000104'),
	('019b9c92-2898-735a-88cf-7b88a7d1d899', 'A01A02', '2026-01-08 07:46:23+00', '2026-01-08 07:46:23+00', 'CONSUMED', 'B001', '', 1, '019b9c92-2898-7f53-8cd0-5085805402a6', NULL, '019b9c9e-f9d8-7096-88b2-f13fe3a14d1c', '100013', '弯道王', '01900000-0000-7000-8001-000000002002', '竞速八圈', 'BALANCE', 'circlemode', 8, 0, 2, 'every', 5800, 0, 0, 0, '01900000-0000-7000-8001-000000002507', '7号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-08 08:00:23+00', '01900000-0000-7000-8000-000000000104'),
	('019ba116-9f48-73df-88be-82267b3b42a4', 'A01A02', '2026-01-09 04:49:33+00', '2026-01-09 04:49:33+00', 'CONSUMED', 'B001', '', 1, '019ba116-9f48-7e45-8203-29a55ec93cbe', NULL, '019ba123-7088-7376-85bf-0a1015ff6c66', '100012', '夜跑者', '01900000-0000-7000-8001-000000002002', '竞速八圈', 'BALANCE', 'circlemode', 8, 0, 1, 'every', 5800, 0, 0, 0, '01900000-0000-7000-8001-000000002506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-09 05:03:33+00', '01900000-0000-7000-8000-000000000104'),
	('019ba202-7a30-7b1b-8c28-272df32770fc', 'A01A02', '2026-01-09 09:07:10+00', '2026-01-09 09:07:10+00', 'CONSUMED', 'B002', '', 2, '019ba202-7a30-70c3-81f3-7e0d3065a212', NULL, '019ba20f-4b70-72fc-8dbd-466cb264aef4', '100013', '弯道王', '01900000-0000-7000-8001-000000002004', '亲子双人', 'BALANCE', 'circlemode', 6, 8, 1, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000002506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-09 09:21:10+00', '01900000-0000-7000-8000-000000000104'),
	('019ba2b6-39d0-7281-8330-460e3d683bbf', 'A01A02', '2026-01-09 12:23:30+00', '2026-01-09 12:23:30+00', 'CANCELLED', 'B003', '', 3, '019ba2b6-39d0-75c1-8c5a-bd62b271e753', NULL, NULL, '100014', '萌新', '01900000-0000-7000-8001-000000002002', '竞速八圈', 'BALANCE', 'circlemode', 8, 0, 1, 'every', 5800, 0, 0, 0, '01900000-0000-7000-8001-000000002506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-09 12:37:30+00', '01900000-0000-7000-8000-000000000104'),
	('019ba5bf-d438-7d5d-8280-bd62e7f29734', 'A01A02', '2026-01-10 02:32:51+00', '2026-01-10 02:32:51+00', 'CONSUMED', 'B001', '', 1, '019ba5bf-d438-7797-8a2c-b0dc7c3508d6', NULL, '019ba5cc-a578-7d67-84c1-51211b150579', '100011', '城西车神', '01900000-0000-7000-8001-000000002001', '标准卡丁', 'BALANCE', 'timermode', 8, 10, 1, 'every', 6800, 0, 0, 0, '01900000-0000-7000-8001-000000002503', '3号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-10 02:46:51+00', '01900000-0000-7000-8000-000000000104'),
	('019ba626-6220-7743-8aec-efc1856a41b4', 'A01A02', '2026-01-10 04:24:52+00', '2026-01-10 04:24:52+00', 'CONSUMED', 'B002', '', 2, '019ba626-6220-70f7-8ce5-34bc9fd80f7a', NULL, '019ba633-3360-7753-8bdf-d9654890cff2', '100012', '夜跑者', '01900000-0000-7000-8001-000000002003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000002504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-10 04:38:52+00', '01900000-0000-7000-8000-000000000104'),
	('019ba663-9230-77b9-8153-bf3f88deb7c9', 'A01A02', '2026-01-10 05:31:42+00', '2026-01-10 05:31:42+00', 'CONSUMED', 'B003', '', 3, '019ba663-9230-71ae-8341-6e4c3b4ba0cf', NULL, '019ba670-6370-7198-80d7-56385e681490', '100014', '萌新', '01900000-0000-7000-8001-000000002002', '竞速八圈', 'BALANCE', 'circlemode', 8, 0, 2, 'every', 5800, 0, 0, 0, '01900000-0000-7000-8001-000000002506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-10 05:45:42+00', '01900000-0000-7000-8000-000000000104'),
	('019bacb3-7df8-74da-80be-b019d01ccfc9', 'A01A02', '2026-01-11 10:56:43+00', '2026-01-11 10:56:43+00', 'CONSUMED', 'B001', '', 1, '019bacb3-7df8-79b6-8a3d-479a4a9ff33a', NULL, '019bacc0-4f38-7d84-8fae-d514c54b8d22', '100011', '城西车神', '01900000-0000-7000-8001-000000002004', '亲子双人', 'BALANCE', 'timermode', 6, 8, 2, 'one', 12800, 0, 0, 0, '01900000-0000-7000-8001-000000002506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-11 11:10:43+00', '01900000-0000-7000-8000-000000000104'),
	('019bb617-9348-7a08-84b1-b1ead45e1981', 'A01A02', '2026-01-13 06:42:37+00', '2026-01-13 06:42:37+00', 'CONSUMED', 'B001', '', 1, '019bb617-9348-7b68-85bf-1c0358620a65', NULL, '019bb624-6488-793d-8524-c9c47ed952ae', NULL, '神秘车手', '01900000-0000-7000-8001-000000002010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000002507', '7号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-13 06:56:37+00', '01900000-0000-7000-8000-000000000104'),
	('019bbf6a-6e70-71e2-84ac-b431944ffbb0', 'A01A02', '2026-01-15 02:09:42+00', '2026-01-15 02:09:42+00', 'CONSUMED', 'B001', '', 1, '019bbf6a-6e70-7967-84a0-f6eb21facf12', NULL, '019bbf77-3fb0-7a45-823a-d3c1c36d889d', '100011', '城西车神', '01900000-0000-7000-8001-000000002003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000002507', '7号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-15 02:23:42+00', '01900000-0000-7000-8000-000000000104'),
	('019bc06b-9678-7244-8f7f-2b6121c49ddf', 'A01A02', '2026-01-15 06:50:35+00', '2026-01-15 06:50:35+00', 'CONSUMED', 'B002', '', 2, '019bc06b-9678-710c-8423-1c9c2fb61054', NULL, '019bc078-67b8-78f9-8698-6461fcd63bcb', '100013', '弯道王', '01900000-0000-7000-8001-000000002001', '标准卡丁', 'BALANCE', 'circlemode', 8, 10, 1, 'every', 6800, 0, 0, 0, '01900000-0000-7000-8001-000000002501', '1号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-15 07:04:35+00', '01900000-0000-7000-8000-000000000104'),
	('019bc5c0-6ce8-7fa8-81c2-30fe4d7ffa22', 'A01A02', '2026-01-16 07:41:21+00', '2026-01-16 07:41:21+00', 'CONSUMED', 'B001', '', 1, '019bc5c0-6ce8-758a-8a33-f5f8d1bf8705', NULL, '019bc5cd-3e28-7142-8e16-3aa81274e8b7', NULL, '神秘车手', '01900000-0000-7000-8001-000000002010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000002503', '3号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-16 07:55:21+00', '01900000-0000-7000-8000-000000000104'),
	('019bc64d-f748-7c4c-873e-3eaa1618b771', 'A01A02', '2026-01-16 10:15:57+00', '2026-01-16 10:15:57+00', 'CONSUMED', 'B002', '', 2, '019bc64d-f748-72d9-8f99-4c0eb5cda6f3', NULL, '019bc65a-c888-7af7-8172-9b5062160fcb', '100012', '夜跑者', '01900000-0000-7000-8001-000000002003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000002501', '1号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-16 10:29:57+00', '01900000-0000-7000-8000-000000000104'),
	('019bcc16-5fa8-7e5f-8288-133747818ad6', 'A01A02', '2026-01-17 13:12:57+00', '2026-01-17 13:12:57+00', 'CONSUMED', 'B001', '', 1, '019bcc16-5fa8-74a5-8b4c-956002d74a84', NULL, '019bcc23-30e8-7dc8-846e-cd40dcb5f103', '100014', '萌新', '01900000-0000-7000-8001-000000002001', '标准卡丁', 'BALANCE', 'circlemode', 8, 10, 2, 'every', 6800, 0, 0, 0, '01900000-0000-7000-8001-000000002502', '2号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-17 13:26:57+00', '01900000-0000-7000-8000-000000000104'),
	('019bd426-2f98-7b1e-8d01-0d97fa59656e', 'A01A02', '2026-01-19 02:47:11+00', '2026-01-19 02:47:11+00', 'CONSUMED', 'B001', '', 1, '019bd426-2f98-782e-8641-00aedca8fb00', NULL, '019bd433-00d8-73ab-8fba-d40e70c5f787', NULL, '神秘车手', '01900000-0000-7000-8001-000000002010', '散客单次', 'NOCARDCONSUME', 'timermode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000002502', '2号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-19 03:01:11+00', '01900000-0000-7000-8000-000000000104'),
	('019bd658-9ff8-7fb7-8196-bff4e31158ae', 'A01A02', '2026-01-19 13:01:31+00', '2026-01-19 13:01:31+00', 'CONSUMED', 'B002', '', 2, '019bd658-9ff8-790f-82cf-a2dfcb1e4d20', NULL, '019bd665-7138-7aad-8c15-650eaff1d23c', '100012', '夜跑者', '01900000-0000-7000-8001-000000002001', '标准卡丁', 'BALANCE', 'timermode', 8, 10, 1, 'every', 6800, 0, 0, 0, '01900000-0000-7000-8001-000000002504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-19 13:15:31+00', '01900000-0000-7000-8000-000000000104'),
	('019bda5e-22a8-7eed-8c4d-1499809e6c0a', 'A01A02', '2026-01-20 07:46:01+00', '2026-01-20 07:46:01+00', 'CONSUMED', 'B001', '', 1, '019bda5e-22a8-7a67-88e3-70fe05507248', NULL, '019bda6a-f3e8-79e5-8695-a2dbeb0b8293', NULL, '神秘车手', '01900000-0000-7000-8001-000000002010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000002503', '3号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-20 08:00:01+00', '01900000-0000-7000-8000-000000000104'),
	('019be477-e3c8-7feb-8ffe-6c8da36e695a', 'A01A02', '2026-01-22 06:50:21+00', '2026-01-22 06:50:21+00', 'CONSUMED', 'B001', '', 1, '019be477-e3c8-79a9-8bc9-a6db9e534091', NULL, '019be484-b508-7411-8a08-6922ee009059', '100012', '夜跑者', '01900000-0000-7000-8001-000000002002', '竞速八圈', 'BALANCE', 'circlemode', 8, 0, 2, 'every', 5800, 0, 0, 0, '01900000-0000-7000-8001-000000002503', '3号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-22 07:04:21+00', '01900000-0000-7000-8000-000000000104'),
	('019be9e0-0f70-7737-8444-dfb770d9e1d5', 'A01A02', '2026-01-23 08:02:14+00', '2026-01-23 08:02:14+00', 'CONSUMED', 'B001', '', 1, '019be9e0-0f70-7295-86e6-8810515fa858', NULL, '019be9ec-e0b0-7682-8642-34b6ec3a791f', '100011', '城西车神', '01900000-0000-7000-8001-000000002002', '竞速八圈', 'BALANCE', 'circlemode', 8, 0, 1, 'every', 5800, 0, 0, 0, '01900000-0000-7000-8001-000000002507', '7号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-23 08:16:14+00', '01900000-0000-7000-8000-000000000104'),
	('019beae0-e958-7761-8363-18cc82b9daf4', 'A01A02', '2026-01-23 12:42:47+00', '2026-01-23 12:42:47+00', 'CONSUMED', 'B002', '', 2, '019beae0-e958-702a-83b8-be0f84f286af', NULL, '019beaed-ba98-72ff-8506-dc66d4040669', '100011', '城西车神', '01900000-0000-7000-8001-000000002001', '标准卡丁', 'BALANCE', 'timermode', 8, 10, 2, 'every', 6800, 0, 0, 0, '01900000-0000-7000-8001-000000002504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-23 12:56:47+00', '01900000-0000-7000-8000-000000000104'),
	('019bf38a-f1c0-70d2-8437-ad214b80a70f', 'A01A02', '2026-01-25 05:05:28+00', '2026-01-25 05:05:28+00', 'CONSUMED', 'B001', '', 1, '019bf38a-f1c0-708c-8c53-50e342d70adc', NULL, '019bf397-c300-74ff-8443-c7f9f01836f5', '100011', '城西车神', '01900000-0000-7000-8001-000000002001', '标准卡丁', 'BALANCE', 'timermode', 8, 10, 1, 'every', 6800, 0, 0, 0, '01900000-0000-7000-8001-000000002504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-25 05:19:28+00', '01900000-0000-7000-8000-000000000104'),
	('019bfa17-2720-7b5d-87b5-510c5b15087c', 'A01A02', '2026-01-26 11:36:20+00', '2026-01-26 11:36:20+00', 'CONSUMED', 'B001', '', 1, '019bfa17-2720-7436-8032-6ba459831706', NULL, '019bfa23-f860-7002-8e20-873ad2bfa863', '100013', '弯道王', '01900000-0000-7000-8001-000000002003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000002506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, '2026-01-26 11:50:20+00', '01900000-0000-7000-8000-000000000104'),
	('019c0385-3720-768b-8d2e-35a04727c109', 'A01A02', '2026-01-28 07:33:08+00', '2026-01-28 07:33:08+00', 'GUADAN', 'B001', '', 1, '019c0385-3720-7ac8-88c4-4eba6a9253d3', NULL, NULL, NULL, '神秘车手', '01900000-0000-7000-8001-000000002010', '散客单次', 'NOCARDCONSUME', 'timermode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000002504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, NULL, NULL),
	('019c093b-4448-75f6-8944-544bdb1acaf3', 'A01A02', '2026-01-29 10:10:05+00', '2026-01-29 10:10:05+00', 'GUADAN', 'B001', '', 1, '019c093b-4448-794b-8c48-b75a99b89213', NULL, NULL, NULL, '神秘车手', '01900000-0000-7000-8001-000000002010', '散客单次', 'NOCARDCONSUME', 'circlemode', 8, 10, 1, 'every', 8800, 0, 0, 0, '01900000-0000-7000-8001-000000002501', '1号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, NULL, NULL),
	('019c0e61-ee68-7f9d-85e1-26639507dd91', 'A01A02', '2026-01-30 10:10:25+00', '2026-01-30 10:10:25+00', 'GUADAN', 'B001', '', 1, '019c0e61-ee68-7395-8f7f-dffadf8363fd', NULL, NULL, NULL, '神秘车手', '01900000-0000-7000-8001-000000002002', '竞速八圈', 'BALANCE', 'circlemode', 8, 0, 1, 'every', 5800, 0, 0, 0, '01900000-0000-7000-8001-000000002504', '4号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, NULL, NULL),
	('019c0ece-3528-7284-8c13-a2fbce995d6b', 'A01A02', '2026-01-30 12:08:41+00', '2026-01-30 12:08:41+00', 'GUADAN', 'B002', '', 2, '019c0ece-3528-707d-8cfc-d32a50cf43d8', NULL, NULL, NULL, '神秘车手', '01900000-0000-7000-8001-000000002003', '畅跑十五分钟', 'BALANCE', 'timermode', 0, 15, 1, 'every', 9800, 0, 0, 0, '01900000-0000-7000-8001-000000002506', '6号车', '', '', NULL, '前台', '01900000-0000-7000-8000-000000000104', '林店长', false, false, NULL, NULL);


--
-- Data for Name: print_job; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: queue_counter; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.queue_counter VALUES
	('A01A01', '2026-01-01', 1),
	('A01A01', '2026-01-02', 2),
	('A01A01', '2026-01-04', 2),
	('A01A01', '2026-01-05', 1),
	('A01A01', '2026-01-06', 3),
	('A01A01', '2026-01-07', 1),
	('A01A01', '2026-01-08', 3),
	('A01A01', '2026-01-09', 3),
	('A01A01', '2026-01-10', 1),
	('A01A01', '2026-01-11', 2),
	('A01A01', '2026-01-12', 2),
	('A01A01', '2026-01-13', 1),
	('A01A01', '2026-01-14', 1),
	('A01A01', '2026-01-16', 2),
	('A01A01', '2026-01-17', 2),
	('A01A01', '2026-01-19', 1),
	('A01A01', '2026-01-20', 1),
	('A01A01', '2026-01-21', 1),
	('A01A01', '2026-01-22', 1),
	('A01A01', '2026-01-23', 1),
	('A01A01', '2026-01-25', 1),
	('A01A01', '2026-01-26', 2),
	('A01A01', '2026-01-27', 3),
	('A01A01', '2026-01-28', 1),
	('A01A01', '2026-01-30', 1),
	('A01A02', '2026-01-01', 2),
	('A01A02', '2026-01-02', 3),
	('A01A02', '2026-01-03', 2),
	('A01A02', '2026-01-04', 1),
	('A01A02', '2026-01-05', 1),
	('A01A02', '2026-01-06', 2),
	('A01A02', '2026-01-07', 3),
	('A01A02', '2026-01-08', 1),
	('A01A02', '2026-01-09', 3),
	('A01A02', '2026-01-10', 3),
	('A01A02', '2026-01-11', 1),
	('A01A02', '2026-01-13', 1),
	('A01A02', '2026-01-15', 2),
	('A01A02', '2026-01-16', 2),
	('A01A02', '2026-01-17', 1),
	('A01A02', '2026-01-19', 2),
	('A01A02', '2026-01-20', 1),
	('A01A02', '2026-01-22', 1),
	('A01A02', '2026-01-23', 2),
	('A01A02', '2026-01-25', 1),
	('A01A02', '2026-01-26', 1),
	('A01A02', '2026-01-28', 1),
	('A01A02', '2026-01-29', 1),
	('A01A02', '2026-01-30', 2);


--
-- Data for Name: queue_entry; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.queue_entry VALUES
	('019b9152-9c88-724d-8695-0c3f4405afaa', 'A01A01', '019b9152-9c88-75d2-8f12-90b7f859b677', '2026-01-06', 1, 'CANCELLED', '2026-01-06 03:21:09+00'),
	('019bfe61-05d0-7fbc-8fca-b98a7c1d650e', 'A01A01', '019bfe61-05d0-7c1f-8bc6-85172241d176', '2026-01-27', 1, 'DONE', '2026-01-27 07:35:30+00'),
	('019bf8f2-c390-7cae-8ddd-3d4e0a64fe2d', 'A01A01', '019bf8f2-c390-7fee-84fe-e8aa199ad2b6', '2026-01-26', 2, 'DONE', '2026-01-26 06:16:58+00'),
	('019bf81f-0488-7ba6-8b8b-0a4d1b10636b', 'A01A01', '019bf81f-0488-7de7-8f45-65b5a23f8cc1', '2026-01-26', 1, 'DONE', '2026-01-26 02:25:41+00'),
	('019bf3d9-f838-74f5-88b4-033e15534461', 'A01A01', '019bf3d9-f838-7960-8a5f-eed0b52e38a5', '2026-01-25', 1, 'DONE', '2026-01-25 06:31:47+00'),
	('019beacc-53d0-79aa-8c7b-f2532200e35e', 'A01A01', '019beacc-53d0-77c3-8c42-fa3c4b8caf7a', '2026-01-23', 1, 'DONE', '2026-01-23 12:20:18+00'),
	('019be590-f8d0-7ab7-8a01-fa93ed8bea7d', 'A01A01', '019be590-f8d0-7327-854e-6a2bcead1ba6', '2026-01-22', 1, 'DONE', '2026-01-22 11:57:22+00'),
	('019bdfc6-3eb0-79d2-8ee2-2acebdd3e367', 'A01A01', '019bdfc6-3eb0-7dee-82c1-531d11e986b1', '2026-01-21', 1, 'DONE', '2026-01-21 08:57:50+00'),
	('019bd9fe-dff0-716f-8d8e-09759c1ebf2a', 'A01A01', '019bd9fe-dff0-755a-8b5d-a1325d2a4445', '2026-01-20', 1, 'DONE', '2026-01-20 06:01:58+00'),
	('019bd5d1-5b10-7f1c-8821-55cc0a1f1ce2', 'A01A01', '019bd5d1-5b10-7ddb-830e-10db25eb421b', '2026-01-19', 1, 'DONE', '2026-01-19 10:33:46+00'),
	('019bcb2b-f3f0-7740-8c54-0f1f5d4d3565', 'A01A01', '019bcb2b-f3f0-7366-8db0-627216d2fe37', '2026-01-17', 2, 'DONE', '2026-01-17 08:56:54+00'),
	('019bca58-1990-7a87-8573-238f3b1ea129', 'A01A01', '019bca58-1990-79aa-867b-c0b2e7c62ceb', '2026-01-17', 1, 'DONE', '2026-01-17 05:05:30+00'),
	('019bc62a-cb60-79b2-8423-99448f2e5bbd', 'A01A01', '019bc62a-cb60-724a-88d9-8be5518f04cc', '2026-01-16', 2, 'DONE', '2026-01-16 09:37:32+00'),
	('019bc4ca-35a8-791b-8342-24cf95dd9020', 'A01A01', '019bc4ca-35a8-7dc0-892c-5ef1bfd445e9', '2026-01-16', 1, 'DONE', '2026-01-16 03:12:25+00'),
	('019bbc9e-a828-7efa-825c-b0e23f6f3ec6', 'A01A01', '019bbc9e-a828-77a9-8a38-f91578af28a8', '2026-01-14', 1, 'DONE', '2026-01-14 13:07:53+00'),
	('019bb5a6-2050-7fc1-8691-ef33e0bbed9b', 'A01A01', '019bb5a6-2050-7481-861a-4f24a77fc9c2', '2026-01-13', 1, 'DONE', '2026-01-13 04:38:42+00'),
	('019bb142-7428-747a-8c60-79066b904505', 'A01A01', '019bb142-7428-7e1f-8dbd-659a7cf80c7c', '2026-01-12', 2, 'DONE', '2026-01-12 08:11:21+00'),
	('019bb074-0c50-789d-8601-81db57ba023a', 'A01A01', '019bb074-0c50-76da-8d97-4d9564795c98', '2026-01-12', 1, 'DONE', '2026-01-12 04:25:54+00'),
	('019bac23-e058-7760-8494-133cdbc1c8b7', 'A01A01', '019bac23-e058-7543-8a91-e931df05a9c4', '2026-01-11', 1, 'DONE', '2026-01-11 08:19:51+00'),
	('019ba676-f708-7148-8b24-7971403c4587', 'A01A01', '019ba676-f708-7931-8bbe-9e86c16e0b22', '2026-01-10', 1, 'DONE', '2026-01-10 05:52:53+00'),
	('019ba2a0-d158-7d3b-8d4f-120bbcd0de5c', 'A01A01', '019ba2a0-d158-77bf-828b-3732fa24112e', '2026-01-09', 3, 'DONE', '2026-01-09 12:00:07+00'),
	('019ba197-3540-702c-8367-bce79963ec58', 'A01A01', '019ba197-3540-76d4-8293-2d5f803a1d8f', '2026-01-09', 2, 'DONE', '2026-01-09 07:10:00+00'),
	('019ba17c-c3b8-7687-8085-0e6dc10fd6ce', 'A01A01', '019ba17c-c3b8-70a6-8bf2-0f99c63f2d74', '2026-01-09', 1, 'DONE', '2026-01-09 06:41:07+00'),
	('019b9ca5-9d10-7c21-8e64-22f8067e96ee', 'A01A01', '019b9ca5-9d10-7193-87fe-6090868f8fd8', '2026-01-08', 3, 'DONE', '2026-01-08 08:07:38+00'),
	('019b9c25-f560-7f62-88cc-645ebe75e524', 'A01A01', '019b9c25-f560-7885-84d0-712f63159357', '2026-01-08', 2, 'DONE', '2026-01-08 05:48:12+00'),
	('019b9b63-5528-7818-8d9d-aef8a333c1bd', 'A01A01', '019b9b63-5528-7c50-8b5c-344f3aaa19ea', '2026-01-08', 1, 'DONE', '2026-01-08 02:15:37+00'),
	('019b9710-e710-769f-8796-68a1a1595a98', 'A01A01', '019b9710-e710-71fb-8d2d-a02fb659c33d', '2026-01-07', 1, 'DONE', '2026-01-07 06:07:06+00'),
	('019b9263-6490-7e4a-84a4-f7ee3a40051f', 'A01A01', '019b9263-6490-73f7-841d-63404df1c208', '2026-01-06', 3, 'DONE', '2026-01-06 08:19:06+00'),
	('019b8c8a-c3d8-700a-8485-c1546d260faf', 'A01A01', '019b8c8a-c3d8-76cb-865a-11467215020b', '2026-01-05', 1, 'DONE', '2026-01-05 05:04:23+00'),
	('019b87f4-2c88-7786-8b7f-d0b85c04343e', 'A01A01', '019b87f4-2c88-75b5-8df4-26f4c39f890a', '2026-01-04', 2, 'DONE', '2026-01-04 07:41:25+00'),
	('019b8727-d408-70f2-8335-2e05078e599e', 'A01A01', '019b8727-d408-7e33-8c99-78a49c0eea14', '2026-01-04', 1, 'DONE', '2026-01-04 03:58:13+00'),
	('019b7e79-7258-7d90-8d7a-431fc615e8d0', 'A01A01', '019b7e79-7258-7e07-8ba4-4bdbaefbe30d', '2026-01-02', 2, 'DONE', '2026-01-02 11:30:47+00'),
	('019b7e74-1f10-7763-8d0c-006019c63ad2', 'A01A01', '019b7e74-1f10-7393-8431-c11014c7373f', '2026-01-02', 1, 'DONE', '2026-01-02 11:24:58+00'),
	('019b78e9-a240-7c1c-8b3f-5d5cad317c80', 'A01A01', '019b78e9-a240-7af8-8414-9ead12f6b1e8', '2026-01-01', 1, 'DONE', '2026-01-01 09:35:36+00'),
	('019c0ed1-1770-74bc-8f53-7c067f83444b', 'A01A01', '019c0ed1-1770-7cb6-8d99-0911aebf22c6', '2026-01-30', 1, 'DONE', '2026-01-30 12:11:50+00'),
	('019c041f-8ed8-7888-8a88-ca541561ca7d', 'A01A01', '019c041f-8ed8-7cee-8ae7-4d359a794308', '2026-01-28', 1, 'DONE', '2026-01-28 10:21:43+00'),
	('019bff69-4640-75da-88ff-d562e4658dcc', 'A01A01', '019bff69-4640-71f3-82d2-9a4194445958', '2026-01-27', 3, 'DONE', '2026-01-27 12:24:08+00'),
	('019bfeb6-ea18-733c-8897-26ca8198a4c0', 'A01A01', '019bfeb6-ea18-7d3c-80a4-c4689b6452db', '2026-01-27', 2, 'DONE', '2026-01-27 09:09:19+00'),
	('019bacd1-8d48-76d2-8506-04b14d03a71d', 'A01A01', '019bacd1-8d48-7980-82cc-88ed6e03e30a', '2026-01-11', 2, 'DONE', '2026-01-11 11:29:33+00'),
	('019b9196-ba08-7f26-8974-9b10e3b7e918', 'A01A01', '019b9196-ba08-7fe5-8e44-2b6defdffbc8', '2026-01-06', 2, 'DONE', '2026-01-06 04:35:33+00'),
	('019ba2b6-39d0-75c1-8c5a-bd62b271e753', 'A01A02', '019ba2b6-39d0-7281-8330-460e3d683bbf', '2026-01-09', 3, 'CANCELLED', '2026-01-09 12:23:30+00'),
	('019bfa17-2720-7436-8032-6ba459831706', 'A01A02', '019bfa17-2720-7b5d-87b5-510c5b15087c', '2026-01-26', 1, 'DONE', '2026-01-26 11:36:20+00'),
	('019bf38a-f1c0-708c-8c53-50e342d70adc', 'A01A02', '019bf38a-f1c0-70d2-8437-ad214b80a70f', '2026-01-25', 1, 'DONE', '2026-01-25 05:05:28+00'),
	('019beae0-e958-702a-83b8-be0f84f286af', 'A01A02', '019beae0-e958-7761-8363-18cc82b9daf4', '2026-01-23', 2, 'DONE', '2026-01-23 12:42:47+00'),
	('019be9e0-0f70-7295-86e6-8810515fa858', 'A01A02', '019be9e0-0f70-7737-8444-dfb770d9e1d5', '2026-01-23', 1, 'DONE', '2026-01-23 08:02:14+00'),
	('019be477-e3c8-79a9-8bc9-a6db9e534091', 'A01A02', '019be477-e3c8-7feb-8ffe-6c8da36e695a', '2026-01-22', 1, 'DONE', '2026-01-22 06:50:21+00'),
	('019bda5e-22a8-7a67-88e3-70fe05507248', 'A01A02', '019bda5e-22a8-7eed-8c4d-1499809e6c0a', '2026-01-20', 1, 'DONE', '2026-01-20 07:46:01+00'),
	('019bd658-9ff8-790f-82cf-a2dfcb1e4d20', 'A01A02', '019bd658-9ff8-7fb7-8196-bff4e31158ae', '2026-01-19', 2, 'DONE', '2026-01-19 13:01:31+00'),
	('019bd426-2f98-782e-8641-00aedca8fb00', 'A01A02', '019bd426-2f98-7b1e-8d01-0d97fa59656e', '2026-01-19', 1, 'DONE', '2026-01-19 02:47:11+00'),
	('019bcc16-5fa8-74a5-8b4c-956002d74a84', 'A01A02', '019bcc16-5fa8-7e5f-8288-133747818ad6', '2026-01-17', 1, 'DONE', '2026-01-17 13:12:57+00'),
	('019bc64d-f748-72d9-8f99-4c0eb5cda6f3', 'A01A02', '019bc64d-f748-7c4c-873e-3eaa1618b771', '2026-01-16', 2, 'DONE', '2026-01-16 10:15:57+00'),
	('019bc5c0-6ce8-758a-8a33-f5f8d1bf8705', 'A01A02', '019bc5c0-6ce8-7fa8-81c2-30fe4d7ffa22', '2026-01-16', 1, 'DONE', '2026-01-16 07:41:21+00'),
	('019bc06b-9678-710c-8423-1c9c2fb61054', 'A01A02', '019bc06b-9678-7244-8f7f-2b6121c49ddf', '2026-01-15', 2, 'DONE', '2026-01-15 06:50:35+00'),
	('019bbf6a-6e70-7967-84a0-f6eb21facf12', 'A01A02', '019bbf6a-6e70-71e2-84ac-b431944ffbb0', '2026-01-15', 1, 'DONE', '2026-01-15 02:09:42+00'),
	('019bb617-9348-7b68-85bf-1c0358620a65', 'A01A02', '019bb617-9348-7a08-84b1-b1ead45e1981', '2026-01-13', 1, 'DONE', '2026-01-13 06:42:37+00'),
	('019bacb3-7df8-79b6-8a3d-479a4a9ff33a', 'A01A02', '019bacb3-7df8-74da-80be-b019d01ccfc9', '2026-01-11', 1, 'DONE', '2026-01-11 10:56:43+00'),
	('019ba663-9230-71ae-8341-6e4c3b4ba0cf', 'A01A02', '019ba663-9230-77b9-8153-bf3f88deb7c9', '2026-01-10', 3, 'DONE', '2026-01-10 05:31:42+00'),
	('019ba626-6220-70f7-8ce5-34bc9fd80f7a', 'A01A02', '019ba626-6220-7743-8aec-efc1856a41b4', '2026-01-10', 2, 'DONE', '2026-01-10 04:24:52+00'),
	('019ba5bf-d438-7797-8a2c-b0dc7c3508d6', 'A01A02', '019ba5bf-d438-7d5d-8280-bd62e7f29734', '2026-01-10', 1, 'DONE', '2026-01-10 02:32:51+00'),
	('019ba202-7a30-70c3-81f3-7e0d3065a212', 'A01A02', '019ba202-7a30-7b1b-8c28-272df32770fc', '2026-01-09', 2, 'DONE', '2026-01-09 09:07:10+00'),
	('019ba116-9f48-7e45-8203-29a55ec93cbe', 'A01A02', '019ba116-9f48-73df-88be-82267b3b42a4', '2026-01-09', 1, 'DONE', '2026-01-09 04:49:33+00'),
	('019b9c92-2898-7f53-8cd0-5085805402a6', 'A01A02', '019b9c92-2898-735a-88cf-7b88a7d1d899', '2026-01-08', 1, 'DONE', '2026-01-08 07:46:23+00'),
	('019b982f-6ab8-7cdf-8b3b-cc69f283171c', 'A01A02', '019b982f-6ab8-75c3-85fc-61d40b43eaf7', '2026-01-07', 3, 'DONE', '2026-01-07 11:20:03+00'),
	('019b979c-75a0-7e60-8a5c-e5f92ffbaa8c', 'A01A02', '019b979c-75a0-7806-800e-4931fabb8341', '2026-01-07', 2, 'DONE', '2026-01-07 08:39:32+00'),
	('019b969f-f8e8-79b4-87fb-f2433c0897a8', 'A01A02', '019b969f-f8e8-7b0b-89ca-9205be705018', '2026-01-07', 1, 'DONE', '2026-01-07 04:03:45+00'),
	('019b9253-f758-7832-874f-3671e7c57653', 'A01A02', '019b9253-f758-7a76-8a07-1421131b5c5b', '2026-01-06', 2, 'DONE', '2026-01-06 08:02:15+00'),
	('019b91c6-fd80-71df-87ae-e507b6fcc040', 'A01A02', '019b91c6-fd80-70d9-8e9c-b77fef855f3c', '2026-01-06', 1, 'DONE', '2026-01-06 05:28:16+00'),
	('019b8c3d-ad78-7e70-8706-7ce68882b2f5', 'A01A02', '019b8c3d-ad78-73d6-88d5-dffeab6584b3', '2026-01-05', 1, 'DONE', '2026-01-05 03:40:11+00'),
	('019b839f-39e8-799f-867f-a0f0e9141bf0', 'A01A02', '019b839f-39e8-7847-873f-f827debce56f', '2026-01-03', 2, 'DONE', '2026-01-03 11:30:09+00'),
	('019b823d-9a90-7086-8467-064ba369fb74', 'A01A02', '019b823d-9a90-7fba-8c3b-deb45e8d264f', '2026-01-03', 1, 'DONE', '2026-01-03 05:03:54+00'),
	('019b7dc3-8038-7b91-8d64-b007c351a602', 'A01A02', '019b7dc3-8038-7f4e-8566-e3869aaf9394', '2026-01-02', 3, 'DONE', '2026-01-02 08:12:03+00'),
	('019b7db8-9b28-790e-8465-7f875d140dd1', 'A01A02', '019b7db8-9b28-73f0-8114-7f6aa728a009', '2026-01-02', 2, 'DONE', '2026-01-02 08:00:09+00'),
	('019b7d66-9ee0-7a0d-8129-80957f756374', 'A01A02', '019b7d66-9ee0-7d8c-8167-c40fb29b36dc', '2026-01-02', 1, 'DONE', '2026-01-02 06:30:36+00'),
	('019b795c-bf00-7998-8a56-124a7374e14e', 'A01A02', '019b795c-bf00-7f5e-8100-3c8f6bcab4b6', '2026-01-01', 2, 'DONE', '2026-01-01 11:41:20+00'),
	('019b7903-aa50-7bf5-8938-95425c0d3859', 'A01A02', '019b7903-aa50-7850-853a-8ac9185ee0e9', '2026-01-01', 1, 'DONE', '2026-01-01 10:04:02+00'),
	('019b88e1-20b0-792b-8878-edeb11eb5cf5', 'A01A02', '019b88e1-20b0-7876-859f-15945d9bb30f', '2026-01-04', 1, 'DONE', '2026-01-04 12:00:14+00'),
	('019c0ece-3528-707d-8cfc-d32a50cf43d8', 'A01A02', '019c0ece-3528-7284-8c13-a2fbce995d6b', '2026-01-30', 2, 'DONE', '2026-01-30 12:08:41+00'),
	('019c0e61-ee68-7395-8f7f-dffadf8363fd', 'A01A02', '019c0e61-ee68-7f9d-85e1-26639507dd91', '2026-01-30', 1, 'DONE', '2026-01-30 10:10:25+00'),
	('019c093b-4448-794b-8c48-b75a99b89213', 'A01A02', '019c093b-4448-75f6-8944-544bdb1acaf3', '2026-01-29', 1, 'DONE', '2026-01-29 10:10:05+00'),
	('019c0385-3720-7ac8-88c4-4eba6a9253d3', 'A01A02', '019c0385-3720-768b-8d2e-35a04727c109', '2026-01-28', 1, 'DONE', '2026-01-28 07:33:08+00');


--
-- Data for Name: request_key; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: role; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.role VALUES
	('admin', 'admin', '平台管理员', '', '', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('hq', 'hq', '总部', '', '', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('manager', 'manager', '店长（单店通用）', '', '', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('coach', 'coach', '教练', '', '', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('cashier', 'cashier', '收银员', '', '', '', '2026-11-22 07:22:23.385273+00', NULL, NULL),
	('partner', 'partner', '合作方', '', '', '', '2026-11-22 07:22:23.385273+00', NULL, NULL);


--
-- Data for Name: role_permission; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.role_permission VALUES
	('admin', 'menu-home'),
	('hq', 'menu-home'),
	('manager', 'menu-home'),
	('coach', 'menu-home'),
	('cashier', 'menu-home'),
	('partner', 'menu-home'),
	('admin', 'menu-counter'),
	('hq', 'menu-counter'),
	('manager', 'menu-counter'),
	('coach', 'menu-counter'),
	('cashier', 'menu-counter'),
	('admin', 'menu-playbeforepay'),
	('hq', 'menu-playbeforepay'),
	('manager', 'menu-playbeforepay'),
	('coach', 'menu-playbeforepay'),
	('cashier', 'menu-playbeforepay'),
	('partner', 'menu-playbeforepay'),
	('admin', 'menu-messages'),
	('hq', 'menu-messages'),
	('manager', 'menu-messages'),
	('coach', 'menu-messages'),
	('cashier', 'menu-messages'),
	('partner', 'menu-messages'),
	('admin', 'menu-templates'),
	('hq', 'menu-templates'),
	('manager', 'menu-templates'),
	('admin', 'menu-announcements'),
	('hq', 'menu-announcements'),
	('manager', 'menu-announcements'),
	('admin', 'menu-my-messages'),
	('hq', 'menu-my-messages'),
	('manager', 'menu-my-messages'),
	('coach', 'menu-my-messages'),
	('cashier', 'menu-my-messages'),
	('partner', 'menu-my-messages'),
	('admin', 'menu-system'),
	('hq', 'menu-system'),
	('manager', 'menu-system'),
	('admin', 'menu-users'),
	('hq', 'menu-users'),
	('manager', 'menu-users'),
	('admin', 'menu-roles'),
	('hq', 'menu-roles'),
	('manager', 'menu-roles'),
	('admin', 'menu-permissions'),
	('admin', 'menu-departs'),
	('hq', 'menu-departs'),
	('manager', 'menu-departs'),
	('admin', 'menu-depart-roles'),
	('hq', 'menu-depart-roles'),
	('manager', 'menu-depart-roles'),
	('admin', 'menu-dicts'),
	('hq', 'menu-dicts'),
	('admin', 'menu-positions'),
	('hq', 'menu-positions'),
	('manager', 'menu-positions'),
	('admin', 'menu-categories'),
	('hq', 'menu-categories'),
	('admin', 'menu-logs'),
	('hq', 'menu-logs'),
	('manager', 'menu-logs'),
	('admin', 'menu-terminals'),
	('hq', 'menu-terminals'),
	('manager', 'menu-terminals'),
	('admin', 'menu-jobs'),
	('admin', 'menu-account'),
	('hq', 'menu-account'),
	('manager', 'menu-account'),
	('coach', 'menu-account'),
	('cashier', 'menu-account'),
	('partner', 'menu-account'),
	('admin', 'menu-account-settings'),
	('hq', 'menu-account-settings'),
	('manager', 'menu-account-settings'),
	('coach', 'menu-account-settings'),
	('cashier', 'menu-account-settings'),
	('partner', 'menu-account-settings'),
	('admin', 'menu-account-settings-base'),
	('hq', 'menu-account-settings-base'),
	('manager', 'menu-account-settings-base'),
	('coach', 'menu-account-settings-base'),
	('cashier', 'menu-account-settings-base'),
	('partner', 'menu-account-settings-base'),
	('admin', 'menu-account-settings-security'),
	('hq', 'menu-account-settings-security'),
	('manager', 'menu-account-settings-security'),
	('coach', 'menu-account-settings-security'),
	('cashier', 'menu-account-settings-security'),
	('partner', 'menu-account-settings-security'),
	('admin', 'menu-account-settings-custom'),
	('hq', 'menu-account-settings-custom'),
	('manager', 'menu-account-settings-custom'),
	('coach', 'menu-account-settings-custom'),
	('cashier', 'menu-account-settings-custom'),
	('partner', 'menu-account-settings-custom'),
	('admin', 'menu-account-settings-binding'),
	('hq', 'menu-account-settings-binding'),
	('manager', 'menu-account-settings-binding'),
	('coach', 'menu-account-settings-binding'),
	('cashier', 'menu-account-settings-binding');
INSERT INTO public.role_permission VALUES
	('partner', 'menu-account-settings-binding'),
	('admin', 'menu-account-settings-notification'),
	('hq', 'menu-account-settings-notification'),
	('manager', 'menu-account-settings-notification'),
	('coach', 'menu-account-settings-notification'),
	('cashier', 'menu-account-settings-notification'),
	('partner', 'menu-account-settings-notification'),
	('admin', 'category:add'),
	('admin', 'category:delete'),
	('admin', 'category:edit'),
	('admin', 'category:list'),
	('hq', 'category:list'),
	('manager', 'category:list'),
	('admin', 'checkrule:add'),
	('admin', 'checkrule:delete'),
	('admin', 'checkrule:edit'),
	('admin', 'checkrule:export'),
	('admin', 'checkrule:import'),
	('admin', 'checkrule:list'),
	('hq', 'checkrule:list'),
	('manager', 'checkrule:list'),
	('admin', 'dict:add'),
	('admin', 'dict:delete'),
	('admin', 'dict:edit'),
	('admin', 'dict:export'),
	('admin', 'dict:import'),
	('admin', 'dict:list'),
	('hq', 'dict:list'),
	('manager', 'dict:list'),
	('admin', 'job:add'),
	('admin', 'job:delete'),
	('admin', 'job:edit'),
	('admin', 'job:export'),
	('admin', 'job:import'),
	('admin', 'job:list'),
	('admin', 'job:run'),
	('admin', 'ossfile:add'),
	('hq', 'ossfile:add'),
	('manager', 'ossfile:add'),
	('admin', 'ossfile:delete'),
	('hq', 'ossfile:delete'),
	('manager', 'ossfile:delete'),
	('admin', 'ossfile:list'),
	('hq', 'ossfile:list'),
	('manager', 'ossfile:list'),
	('admin', 'position:add'),
	('hq', 'position:add'),
	('manager', 'position:add'),
	('admin', 'position:delete'),
	('hq', 'position:delete'),
	('manager', 'position:delete'),
	('admin', 'position:edit'),
	('hq', 'position:edit'),
	('manager', 'position:edit'),
	('admin', 'position:export'),
	('hq', 'position:export'),
	('manager', 'position:export'),
	('admin', 'position:import'),
	('hq', 'position:import'),
	('manager', 'position:import'),
	('admin', 'position:list'),
	('hq', 'position:list'),
	('manager', 'position:list'),
	('admin', 'depart:delete'),
	('hq', 'depart:delete'),
	('admin', 'depart:edit'),
	('hq', 'depart:edit'),
	('admin', 'depart:list'),
	('hq', 'depart:list'),
	('manager', 'depart:list'),
	('admin', 'departrole:edit'),
	('hq', 'departrole:edit'),
	('manager', 'departrole:edit'),
	('admin', 'departrole:list'),
	('hq', 'departrole:list'),
	('manager', 'departrole:list'),
	('admin', 'permission:edit'),
	('admin', 'permission:list'),
	('hq', 'permission:list'),
	('manager', 'permission:list'),
	('admin', 'role:delete'),
	('hq', 'role:delete'),
	('manager', 'role:delete'),
	('admin', 'role:edit'),
	('hq', 'role:edit'),
	('manager', 'role:edit'),
	('admin', 'role:export'),
	('hq', 'role:export'),
	('manager', 'role:export'),
	('admin', 'role:grant'),
	('hq', 'role:grant'),
	('manager', 'role:grant'),
	('admin', 'role:import'),
	('hq', 'role:import'),
	('manager', 'role:import'),
	('admin', 'role:list'),
	('hq', 'role:list'),
	('manager', 'role:list'),
	('admin', 'user:add'),
	('hq', 'user:add');
INSERT INTO public.role_permission VALUES
	('manager', 'user:add'),
	('admin', 'user:delete'),
	('hq', 'user:delete'),
	('manager', 'user:delete'),
	('admin', 'user:edit'),
	('hq', 'user:edit'),
	('manager', 'user:edit'),
	('admin', 'user:export'),
	('hq', 'user:export'),
	('manager', 'user:export'),
	('admin', 'user:freeze'),
	('hq', 'user:freeze'),
	('manager', 'user:freeze'),
	('admin', 'user:import'),
	('hq', 'user:import'),
	('manager', 'user:import'),
	('admin', 'user:list'),
	('hq', 'user:list'),
	('manager', 'user:list'),
	('admin', 'user:password'),
	('hq', 'user:password'),
	('manager', 'user:password'),
	('admin', 'user:recycle'),
	('hq', 'user:recycle'),
	('admin', 'audit:list'),
	('hq', 'audit:list'),
	('manager', 'audit:list'),
	('admin', 'log:delete'),
	('hq', 'log:delete'),
	('admin', 'log:list'),
	('hq', 'log:list'),
	('manager', 'log:list'),
	('admin', 'member:search'),
	('hq', 'member:search'),
	('manager', 'member:search'),
	('cashier', 'member:search'),
	('admin', 'member:phone'),
	('hq', 'member:phone'),
	('manager', 'member:phone'),
	('admin', 'rule:search'),
	('hq', 'rule:search'),
	('manager', 'rule:search'),
	('coach', 'rule:search'),
	('cashier', 'rule:search'),
	('admin', 'vehicle:search'),
	('hq', 'vehicle:search'),
	('manager', 'vehicle:search'),
	('coach', 'vehicle:search'),
	('cashier', 'vehicle:search'),
	('admin', 'vehicle:finish'),
	('hq', 'vehicle:finish'),
	('manager', 'vehicle:finish'),
	('coach', 'vehicle:finish'),
	('cashier', 'vehicle:finish'),
	('admin', 'consume:print'),
	('hq', 'consume:print'),
	('manager', 'consume:print'),
	('coach', 'consume:print'),
	('cashier', 'consume:print'),
	('admin', 'consume:query'),
	('hq', 'consume:query'),
	('manager', 'consume:query'),
	('cashier', 'consume:query'),
	('admin', 'playbeforepay:add'),
	('hq', 'playbeforepay:add'),
	('manager', 'playbeforepay:add'),
	('coach', 'playbeforepay:add'),
	('cashier', 'playbeforepay:add'),
	('admin', 'playbeforepay:consume'),
	('hq', 'playbeforepay:consume'),
	('manager', 'playbeforepay:consume'),
	('cashier', 'playbeforepay:consume'),
	('admin', 'playbeforepay:delete'),
	('hq', 'playbeforepay:delete'),
	('manager', 'playbeforepay:delete'),
	('admin', 'playbeforepay:edite'),
	('hq', 'playbeforepay:edite'),
	('admin', 'playbeforepay:export'),
	('hq', 'playbeforepay:export'),
	('manager', 'playbeforepay:export'),
	('admin', 'playbeforepay:import'),
	('hq', 'playbeforepay:import'),
	('manager', 'playbeforepay:import'),
	('admin', 'playbeforepay:list'),
	('hq', 'playbeforepay:list'),
	('manager', 'playbeforepay:list'),
	('coach', 'playbeforepay:list'),
	('cashier', 'playbeforepay:list'),
	('partner', 'playbeforepay:list'),
	('admin', 'cashier:search'),
	('hq', 'cashier:search'),
	('manager', 'cashier:search'),
	('cashier', 'cashier:search'),
	('admin', 'refusal:list'),
	('hq', 'refusal:list'),
	('manager', 'refusal:list'),
	('cashier', 'refusal:list'),
	('admin', 'terminal:enrol'),
	('hq', 'terminal:enrol'),
	('manager', 'terminal:enrol');
INSERT INTO public.role_permission VALUES
	('admin', 'terminal:list'),
	('hq', 'terminal:list'),
	('manager', 'terminal:list'),
	('admin', 'terminal:revoke'),
	('hq', 'terminal:revoke'),
	('manager', 'terminal:revoke'),
	('admin', 'terminal:use'),
	('hq', 'terminal:use'),
	('manager', 'terminal:use'),
	('coach', 'terminal:use'),
	('cashier', 'terminal:use'),
	('admin', 'announcement:add'),
	('hq', 'announcement:add'),
	('manager', 'announcement:add'),
	('admin', 'announcement:delete'),
	('hq', 'announcement:delete'),
	('manager', 'announcement:delete'),
	('admin', 'announcement:edit'),
	('hq', 'announcement:edit'),
	('manager', 'announcement:edit'),
	('admin', 'announcement:export'),
	('hq', 'announcement:export'),
	('manager', 'announcement:export'),
	('admin', 'announcement:import'),
	('hq', 'announcement:import'),
	('manager', 'announcement:import'),
	('admin', 'announcement:list'),
	('hq', 'announcement:list'),
	('manager', 'announcement:list'),
	('admin', 'announcement:release'),
	('hq', 'announcement:release'),
	('manager', 'announcement:release'),
	('admin', 'message:add'),
	('hq', 'message:add'),
	('manager', 'message:add'),
	('admin', 'message:delete'),
	('hq', 'message:delete'),
	('manager', 'message:delete'),
	('admin', 'message:edit'),
	('hq', 'message:edit'),
	('manager', 'message:edit'),
	('admin', 'message:export'),
	('hq', 'message:export'),
	('manager', 'message:export'),
	('admin', 'message:import'),
	('hq', 'message:import'),
	('manager', 'message:import'),
	('admin', 'message:list'),
	('hq', 'message:list'),
	('manager', 'message:list'),
	('admin', 'template:add'),
	('hq', 'template:add'),
	('manager', 'template:add'),
	('admin', 'template:delete'),
	('hq', 'template:delete'),
	('manager', 'template:delete'),
	('admin', 'template:edit'),
	('hq', 'template:edit'),
	('manager', 'template:edit'),
	('admin', 'template:export'),
	('hq', 'template:export'),
	('manager', 'template:export'),
	('admin', 'template:import'),
	('hq', 'template:import'),
	('manager', 'template:import'),
	('admin', 'template:list'),
	('hq', 'template:list'),
	('manager', 'template:list'),
	('admin', 'template:send'),
	('hq', 'template:send'),
	('manager', 'template:send');


--
-- Data for Name: role_rule; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: scheduled_job; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.scheduled_job VALUES
	('01900000-0000-7000-8040-000000000001', 'runs.end', '0/30 * * * * ?', '', '结束已到时间的计时场次，释放车辆', 0, NULL, NULL, '2026-11-22 07:22:22.019191+00', NULL, NULL),
	('01900000-0000-7000-8040-000000000002', 'printJobs.expire', '0 0/10 * * * ?', '', '关闭已过期的打印任务', 0, NULL, NULL, '2026-11-22 07:22:22.019191+00', NULL, NULL),
	('01900000-0000-7000-8040-000000000003', 'tokens.prune', '0 15 4 * * ?', '7', '清除过期的登录令牌和短信验证码（保留天数）', 0, NULL, NULL, '2026-11-22 07:22:22.019191+00', NULL, NULL),
	('01900000-0000-7000-8040-000000000004', 'messages.prune', '0 30 4 * * ?', '90', '清除旧的消息发送记录（保留天数）', 0, NULL, NULL, '2026-11-22 07:22:22.019191+00', NULL, NULL);


--
-- Data for Name: schema_function; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_function VALUES
	('protect_by_store', '09d4d295f835b8578b235f1bb9d1e372cec84df2b8fa7a30671adf03e05a3117', '2026-11-22 07:22:22.019191+00'),
	('bound_rules', 'f5d57e31b198c885257f9781fcf97fa893d157411bc0f2c15c734f1f4328aa5a', '2026-11-22 07:22:22.019191+00'),
	('end_tokens', 'bdeeff1459611cab5606066b7e858212e14544fd7bd418f1d917a4bd0057af39', '2026-11-22 07:22:22.019191+00'),
	('find_signed_in', '1630749ac6f47c8f8bf2849d80f2a30b258f69d78ca1861a314577484c591e77', '2026-11-22 07:22:22.019191+00'),
	('forget_everyone', 'cff64c417454f8c7d53d8807776ae798b0398464d60477e924ef9d17fc37bf9f', '2026-11-22 07:22:22.019191+00'),
	('forget_person', '88766e11d5774c883d3a688dc5432794218ec02024ff4da42ecb6af13377b0db', '2026-11-22 07:22:22.019191+00'),
	('granted_permissions', 'adbdd941b3b5b9e471246c4b9829844ba604b12c732dfd97ee2bc0f2ce017600', '2026-11-22 07:22:22.019191+00'),
	('next_org_code', '0194d007033aff6b789666486b7574e6bed3a95ab812ac791bec2c82bffb89be', '2026-11-22 07:22:22.019191+00'),
	('reserve_try', 'fad65e3e12ca3269550d5f69aaddc43f9444f6d5af2cb21dc61058315c53d76e', '2026-11-22 07:22:22.019191+00'),
	('return_try', '308168185edecdfe4effead0482914bec3a2ef5734eac16f9559ec28a6120e13', '2026-11-22 07:22:22.019191+00'),
	('store_in_use', '1f9ca1e49b00861feca255b047ea05be4bca5fe3c8fee85a3c8bd5194441a66e', '2026-11-22 07:22:22.019191+00'),
	('answer_before', '7080d9be6e24dd09adcc20cc4da79a62ca98c4dfa802a1ff0feb219bc15a9368', '2026-11-22 07:22:22.019191+00'),
	('audit_chain', '25797304efe9eaae2df494d42b3cc4604c8435dd7df208c9b135e385d4d7de99', '2026-11-22 07:22:22.019191+00'),
	('audit_end_at', 'f6e47008a4613c82b0ed27aee668f64d4488e89552713369914702215de1274b', '2026-11-22 07:22:22.019191+00'),
	('audit_hash', '8b4fb840874d7a2882f8edcfb6c08f1c6b93d3896163de8b069f88a77aa01248', '2026-11-22 07:22:22.019191+00'),
	('audit_problems', '602093b9319408d739387b00c7b90487d87acd8590d59de515386268a950997f', '2026-11-22 07:22:22.019191+00'),
	('refuse', '9174353bb529474847fe723b50376cbdebb980d541869a95b538786f5c64e819', '2026-11-22 07:22:22.019191+00'),
	('wallet_ledger_is_append_only', 'e76062533a555a981ec0980e19464870224df588115d525aecdb72630e21ba94', '2026-11-22 07:22:22.019191+00'),
	('charge_play', 'a4519f7a8c813e89a70e523f0b997106c8b54a703deddfa0e8c82b0e09f56f2e', '2026-11-22 07:22:22.019191+00'),
	('split_paid', '321baadc052afbd51a161cbadfc50530ed94d989b91483adab3e6cdad159e638', '2026-11-22 07:22:22.019191+00'),
	('forget_dictionaries', '008c3d54e5e6396e250a96cdd800da6baf662ee48789c136757bc6494284975b', '2026-11-22 07:22:22.019191+00'),
	('forget_terminals', '789d10bb159d860344554281cc5719927fdd10d0e7f231cad8103ddcd0086b57', '2026-11-22 07:22:22.019191+00');


--
-- Data for Name: schema_migration; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_migration VALUES
	('0001-core.sql', 'e6680a31d0ee5e948ac6422d1a24e70f8da24b3e111d68db0635297dededd34c', '2026-11-22 07:22:22.019191+00'),
	('0002-access.sql', '1f6df77b7ca94f34377afffca4619c8ea9771a9183e01a3f0b4a7d5e80ed721a', '2026-11-22 07:22:22.019191+00'),
	('0003-system.sql', '0a1931d84d53dca08f3e619ac47638d48a794ee0eed97ac985e6cc17d9a2c3fa', '2026-11-22 07:22:22.019191+00'),
	('0004-messages.sql', '0e04194a318b22f78094442b2fdc0c728e17eab1c9f9f3cc10fc4793dd3bb0b2', '2026-11-22 07:22:22.019191+00'),
	('0005-rules.sql', '10fed2d29932c75d8e8b76a0a57c730228a2d53e9dd65772f2852e12e9e3d72d', '2026-11-22 07:22:22.019191+00'),
	('0006-vehicles.sql', '844d573175c802b8d27980e09cd92bde77fcb383ca3cd07fc88470be174f590b', '2026-11-22 07:22:22.019191+00'),
	('0007-members.sql', 'e20c46033db22707eff35175262963c159e6a525964c3e9be17225d4980294e7', '2026-11-22 07:22:22.019191+00'),
	('0008-sessions.sql', '34e1e021c199d82919779b9031451ab1ceb5c51709fe270a42c00500e92fd36f', '2026-11-22 07:22:22.019191+00'),
	('0009-terminals.sql', 'f19419b95da357d11ad78c206f439d6b9ea206b05f75d8e7626588997a692c33', '2026-11-22 07:22:22.019191+00');


--
-- Data for Name: sms_code; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: sms_outbox; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: store; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.store VALUES
	('01900000-0000-7000-8000-000000000001', NULL, 'A01', 'chain', '极速卡丁连锁', '', '', 0, '', '1', '', '', '', '', '1', '{XWHF}', 'YES', 0, NULL, 'Asia/Shanghai', 0, '', 5, 'paidFirst', '', '2026-11-22 07:22:24.459614+00', NULL, NULL),
	('01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000001', 'A01A01', 'store', '极速卡丁·滨江店', '', '', 0, '', '1', '', '', '', '', '1', '{XWHF}', 'YES', 0, NULL, 'Asia/Shanghai', 0, 'A', 5, 'paidFirst', '', '2026-11-22 07:22:24.459614+00', NULL, NULL),
	('01900000-0000-7000-8000-000000000003', '01900000-0000-7000-8000-000000000001', 'A01A02', 'store', '极速卡丁·城西店', '', '', 0, '', '1', '', '', '', '', '1', '{XWHF}', 'YES', 0, NULL, 'Asia/Shanghai', 0, 'B', 5, 'paidFirst', '', '2026-11-22 07:22:24.459614+00', NULL, NULL);


--
-- Data for Name: store_counter; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: store_permission; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: store_role; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: store_role_permission; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: store_role_rule; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: store_role_user; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: store_rule; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: stored_file; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: sync_refusal; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: terminal; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: user_account; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.user_account VALUES
	('01900000-0000-7000-8000-000000000101', 'admin', '$argon2id$v=19$m=19456,t=2,p=1$SulvT2OuoKGHvX6OGm6WBw$ASF2S//enW8z5qEKf9PFCyRcRAmlHpCJRJ73zo0DLZE', '平台管理员', '-1', 1, '', NULL, NULL, '13900000001', '', '', '', '', 1, NULL, NULL, NULL, NULL, NULL, '', '2026-11-22 07:22:24.459614+00', NULL, NULL),
	('01900000-0000-7000-8000-000000000102', 'hq', '$argon2id$v=19$m=19456,t=2,p=1$SulvT2OuoKGHvX6OGm6WBw$ASF2S//enW8z5qEKf9PFCyRcRAmlHpCJRJ73zo0DLZE', '总部运营', '0', 1, '', NULL, NULL, '13900000002', '', '', '', '', 1, NULL, NULL, NULL, NULL, NULL, '', '2026-11-22 07:22:24.459614+00', NULL, NULL),
	('01900000-0000-7000-8000-000000000103', 'manager', '$argon2id$v=19$m=19456,t=2,p=1$SulvT2OuoKGHvX6OGm6WBw$ASF2S//enW8z5qEKf9PFCyRcRAmlHpCJRJ73zo0DLZE', '陈店长', '1', 1, '', NULL, NULL, '13900000003', '', '', '', '', 1, NULL, NULL, NULL, NULL, NULL, '', '2026-11-22 07:22:24.459614+00', NULL, NULL),
	('01900000-0000-7000-8000-000000000104', 'manager2', '$argon2id$v=19$m=19456,t=2,p=1$SulvT2OuoKGHvX6OGm6WBw$ASF2S//enW8z5qEKf9PFCyRcRAmlHpCJRJ73zo0DLZE', '林店长', '1', 1, '', NULL, NULL, '13900000004', '', '', '', '', 1, NULL, NULL, NULL, NULL, NULL, '', '2026-11-22 07:22:24.459614+00', NULL, NULL),
	('01900000-0000-7000-8000-000000000105', 'coach', '$argon2id$v=19$m=19456,t=2,p=1$SulvT2OuoKGHvX6OGm6WBw$ASF2S//enW8z5qEKf9PFCyRcRAmlHpCJRJ73zo0DLZE', '王教练', '2', 1, '', NULL, NULL, '13900000005', '', '', '', '', 1, NULL, NULL, NULL, NULL, NULL, '', '2026-11-22 07:22:24.459614+00', NULL, NULL),
	('01900000-0000-7000-8000-000000000106', 'cashier', '$argon2id$v=19$m=19456,t=2,p=1$SulvT2OuoKGHvX6OGm6WBw$ASF2S//enW8z5qEKf9PFCyRcRAmlHpCJRJ73zo0DLZE', '李小敏', '3', 1, '', NULL, NULL, '13900000006', '', '', '', '', 1, NULL, NULL, NULL, NULL, NULL, '', '2026-11-22 07:22:24.459614+00', NULL, NULL),
	('01900000-0000-7000-8000-000000000107', 'partner', '$argon2id$v=19$m=19456,t=2,p=1$SulvT2OuoKGHvX6OGm6WBw$ASF2S//enW8z5qEKf9PFCyRcRAmlHpCJRJ73zo0DLZE', '赵合伙', '4', 1, '', NULL, NULL, '13900000007', '', '', '', '', 1, NULL, NULL, NULL, NULL, NULL, '', '2026-11-22 07:22:24.459614+00', NULL, NULL),
	('01900000-0000-7000-8000-000000000108', 'cashier2', '$argon2id$v=19$m=19456,t=2,p=1$SulvT2OuoKGHvX6OGm6WBw$ASF2S//enW8z5qEKf9PFCyRcRAmlHpCJRJ73zo0DLZE', '周晓雯', '3', 1, '', NULL, NULL, '13900000008', '', '', '', '', 1, '$argon2id$v=19$m=19456,t=2,p=1$SulvT2OuoKGHvX6OGm6WBw$ASF2S//enW8z5qEKf9PFCyRcRAmlHpCJRJ73zo0DLZE', NULL, NULL, NULL, NULL, '', '2026-11-22 07:22:24.459614+00', NULL, NULL);


--
-- Data for Name: user_role; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.user_role VALUES
	('01900000-0000-7000-8000-000000000101', 'admin'),
	('01900000-0000-7000-8000-000000000102', 'hq'),
	('01900000-0000-7000-8000-000000000103', 'manager'),
	('01900000-0000-7000-8000-000000000104', 'manager'),
	('01900000-0000-7000-8000-000000000105', 'coach'),
	('01900000-0000-7000-8000-000000000106', 'cashier'),
	('01900000-0000-7000-8000-000000000107', 'partner'),
	('01900000-0000-7000-8000-000000000108', 'cashier');


--
-- Data for Name: user_store; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.user_store VALUES
	('01900000-0000-7000-8000-000000000101', '01900000-0000-7000-8000-000000000001'),
	('01900000-0000-7000-8000-000000000102', '01900000-0000-7000-8000-000000000001'),
	('01900000-0000-7000-8000-000000000103', '01900000-0000-7000-8000-000000000002'),
	('01900000-0000-7000-8000-000000000103', '01900000-0000-7000-8000-000000000003'),
	('01900000-0000-7000-8000-000000000104', '01900000-0000-7000-8000-000000000003'),
	('01900000-0000-7000-8000-000000000105', '01900000-0000-7000-8000-000000000002'),
	('01900000-0000-7000-8000-000000000106', '01900000-0000-7000-8000-000000000002'),
	('01900000-0000-7000-8000-000000000107', '01900000-0000-7000-8000-000000000002'),
	('01900000-0000-7000-8000-000000000108', '01900000-0000-7000-8000-000000000002');


--
-- Data for Name: vehicle; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.vehicle VALUES
	('01900000-0000-7000-8001-000000001501', 'A01A01', '1号车', 'RF101', '单人卡丁', true, 'ready', 1, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001502', 'A01A01', '2号车', 'RF102', '单人卡丁', true, 'ready', 2, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001503', 'A01A01', '3号车', 'RF103', '单人卡丁', true, 'ready', 3, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001504', 'A01A01', '4号车', 'RF104', '单人卡丁', true, 'ready', 4, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001505', 'A01A01', '5号车', 'RF105', '单人卡丁', true, 'ready', 5, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001506', 'A01A01', '6号车', 'RF106', '单人卡丁', true, 'ready', 6, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001507', 'A01A01', '7号车', 'RF107', '双人卡丁', false, 'ready', 7, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000001508', 'A01A01', '8号车', 'RF108', '双人卡丁', true, 'maintenance', 8, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002501', 'A01A02', '1号车', 'RF201', '单人卡丁', true, 'ready', 1, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002502', 'A01A02', '2号车', 'RF202', '单人卡丁', true, 'ready', 2, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002503', 'A01A02', '3号车', 'RF203', '单人卡丁', true, 'ready', 3, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002504', 'A01A02', '4号车', 'RF204', '单人卡丁', true, 'ready', 4, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002505', 'A01A02', '5号车', 'RF205', '单人卡丁', true, 'ready', 5, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002506', 'A01A02', '6号车', 'RF206', '单人卡丁', true, 'ready', 6, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002507', 'A01A02', '7号车', 'RF207', '双人卡丁', false, 'ready', 7, '2026-11-22 07:22:24.459614+00'),
	('01900000-0000-7000-8001-000000002508', 'A01A02', '8号车', 'RF208', '双人卡丁', true, 'maintenance', 8, '2026-11-22 07:22:24.459614+00');


--
-- Data for Name: wallet_ledger; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.wallet_ledger OVERRIDING SYSTEM VALUE VALUES
	(1, 'A01A01', '100001', 'balance', '', 92200, 92200, 'opening', 'e909ea1c-0f14-d508-9b09-713eafc3389c', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(2, 'A01A01', '100001', 'frequency', 'currency', 10, 10, 'opening', 'e909ea1c-0f14-d508-9b09-713eafc3389c', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(3, 'A01A01', '100001', 'give', '', 5000, 5000, 'opening', 'e909ea1c-0f14-d508-9b09-713eafc3389c', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(4, 'A01A01', '100001', 'integral', '', 300, 300, 'opening', 'e909ea1c-0f14-d508-9b09-713eafc3389c', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(5, 'A01A01', '100001', 'laps', '', 20, 20, 'opening', 'e909ea1c-0f14-d508-9b09-713eafc3389c', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(6, 'A01A01', '100003', 'balance', '', 86800, 86800, 'opening', '08ebb0a3-5e55-6385-549d-7b3e85428559', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(7, 'A01A01', '100003', 'frequency', 'currency', 3, 3, 'opening', '08ebb0a3-5e55-6385-549d-7b3e85428559', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(8, 'A01A01', '100003', 'give', '', 4000, 4000, 'opening', '08ebb0a3-5e55-6385-549d-7b3e85428559', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(9, 'A01A01', '100003', 'integral', '', 120, 120, 'opening', '08ebb0a3-5e55-6385-549d-7b3e85428559', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(10, 'A01A01', '100004', 'balance', '', 20000, 20000, 'opening', 'ecd745b6-2705-4f37-7e60-b89c47cf8c88', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(11, 'A01A01', '100004', 'integral', '', 50, 50, 'opening', 'ecd745b6-2705-4f37-7e60-b89c47cf8c88', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(12, 'A01A01', '100004', 'laps', '', 5, 5, 'opening', 'ecd745b6-2705-4f37-7e60-b89c47cf8c88', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(13, 'A01A01', '100005', 'balance', '', 126250, 126250, 'opening', '748ac422-09c1-d9c8-9730-cdfbd164a885', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(14, 'A01A01', '100005', 'frequency', 'currency', 6, 6, 'opening', '748ac422-09c1-d9c8-9730-cdfbd164a885', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(15, 'A01A01', '100005', 'give', '', 12000, 12000, 'opening', '748ac422-09c1-d9c8-9730-cdfbd164a885', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(16, 'A01A01', '100005', 'integral', '', 960, 960, 'opening', '748ac422-09c1-d9c8-9730-cdfbd164a885', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(17, 'A01A01', '100005', 'laps', '', 12, 12, 'opening', '748ac422-09c1-d9c8-9730-cdfbd164a885', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(18, 'A01A01', '100006', 'balance', '', 25280, 25280, 'opening', '54b304c8-4990-c37f-7de7-c2303b3028b7', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(19, 'A01A01', '100006', 'give', '', 600, 600, 'opening', '54b304c8-4990-c37f-7de7-c2303b3028b7', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(20, 'A01A01', '100006', 'integral', '', 40, 40, 'opening', '54b304c8-4990-c37f-7de7-c2303b3028b7', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(21, 'A01A01', '100007', 'balance', '', 154400, 154400, 'opening', 'b8b3f49c-adfd-18a1-dbbb-f137a1f115d8', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(22, 'A01A01', '100007', 'frequency', 'currency', 15, 15, 'opening', 'b8b3f49c-adfd-18a1-dbbb-f137a1f115d8', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(23, 'A01A01', '100007', 'give', '', 20000, 20000, 'opening', 'b8b3f49c-adfd-18a1-dbbb-f137a1f115d8', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(24, 'A01A01', '100007', 'integral', '', 2210, 2210, 'opening', 'b8b3f49c-adfd-18a1-dbbb-f137a1f115d8', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(25, 'A01A01', '100007', 'laps', '', 40, 40, 'opening', 'b8b3f49c-adfd-18a1-dbbb-f137a1f115d8', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(26, 'A01A01', '100008', 'balance', '', 19700, 19700, 'opening', '370a0420-bdad-ed3b-a9a1-9211a291076b', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(27, 'A01A01', '100008', 'frequency', 'currency', 1, 1, 'opening', '370a0420-bdad-ed3b-a9a1-9211a291076b', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(28, 'A01A01', '100008', 'give', '', 100, 100, 'opening', '370a0420-bdad-ed3b-a9a1-9211a291076b', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(29, 'A01A01', '100008', 'integral', '', 15, 15, 'opening', '370a0420-bdad-ed3b-a9a1-9211a291076b', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(30, 'A01A01', '100008', 'laps', '', 2, 2, 'opening', '370a0420-bdad-ed3b-a9a1-9211a291076b', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(31, 'A01A01', '100009', 'balance', '', 19400, 19400, 'opening', 'd3020d92-4659-7a53-b051-46c640099c04', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(32, 'A01A01', '100009', 'integral', '', 10, 10, 'opening', 'd3020d92-4659-7a53-b051-46c640099c04', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(33, 'A01A01', '100010', 'balance', '', 87200, 87200, 'opening', '75c66d9e-1ce1-85d1-da7f-415b8782af7d', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(34, 'A01A01', '100010', 'frequency', 'currency', 2, 2, 'opening', '75c66d9e-1ce1-85d1-da7f-415b8782af7d', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(35, 'A01A01', '100010', 'give', '', 9000, 9000, 'opening', '75c66d9e-1ce1-85d1-da7f-415b8782af7d', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(36, 'A01A01', '100010', 'integral', '', 480, 480, 'opening', '75c66d9e-1ce1-85d1-da7f-415b8782af7d', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(37, 'A01A01', '100010', 'laps', '', 8, 8, 'opening', '75c66d9e-1ce1-85d1-da7f-415b8782af7d', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(38, 'A01A02', '100011', 'balance', '', 147600, 147600, 'opening', '5e827977-471b-9cad-f027-2bd44e918877', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(39, 'A01A02', '100011', 'frequency', 'currency', 10, 10, 'opening', '5e827977-471b-9cad-f027-2bd44e918877', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(40, 'A01A02', '100011', 'give', '', 6600, 6600, 'opening', '5e827977-471b-9cad-f027-2bd44e918877', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(41, 'A01A02', '100011', 'integral', '', 300, 300, 'opening', '5e827977-471b-9cad-f027-2bd44e918877', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(42, 'A01A02', '100011', 'laps', '', 20, 20, 'opening', '5e827977-471b-9cad-f027-2bd44e918877', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(43, 'A01A02', '100012', 'balance', '', 65600, 65600, 'opening', '20dc8c12-d7b9-e7c7-3953-3e3137b061c5', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(44, 'A01A02', '100012', 'frequency', 'currency', 4, 4, 'opening', '20dc8c12-d7b9-e7c7-3953-3e3137b061c5', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(45, 'A01A02', '100012', 'give', '', 800, 800, 'opening', '20dc8c12-d7b9-e7c7-3953-3e3137b061c5', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(46, 'A01A02', '100012', 'integral', '', 60, 60, 'opening', '20dc8c12-d7b9-e7c7-3953-3e3137b061c5', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(47, 'A01A02', '100013', 'balance', '', 71500, 71500, 'opening', '56623f57-4796-cc4b-7601-28302a7e04a7', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(48, 'A01A02', '100013', 'integral', '', 90, 90, 'opening', '56623f57-4796-cc4b-7601-28302a7e04a7', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(49, 'A01A02', '100013', 'laps', '', 6, 6, 'opening', '56623f57-4796-cc4b-7601-28302a7e04a7', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(50, 'A01A02', '100014', 'balance', '', 98000, 98000, 'opening', 'b80ecdf8-c519-47b9-0e4a-d7288a698b06', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(51, 'A01A02', '100014', 'frequency', 'currency', 1, 1, 'opening', 'b80ecdf8-c519-47b9-0e4a-d7288a698b06', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(52, 'A01A02', '100014', 'give', '', 500, 500, 'opening', 'b80ecdf8-c519-47b9-0e4a-d7288a698b06', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(53, 'A01A02', '100014', 'integral', '', 5, 5, 'opening', 'b80ecdf8-c519-47b9-0e4a-d7288a698b06', NULL, NULL, NULL, '2025-12-22 12:00:00+00'),
	(54, 'A01A01', '100005', 'balance', '', -5800, 120450, 'consume', '019b78f6-7380-72e1-88ff-cdbeabb51d6e', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-01 09:49:36+00'),
	(55, 'A01A02', '100014', 'balance', '', -9800, 88200, 'consume', '019b7910-7b90-7952-8477-5f47d4aa5d29', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-01 10:18:02+00'),
	(56, 'A01A02', '100014', 'balance', '', -19600, 68600, 'consume', '019b7d73-7020-78dd-8a77-e3158612006d', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-02 06:44:36+00'),
	(57, 'A01A02', '100014', 'balance', '', -9800, 58800, 'consume', '019b7dc5-6c68-7875-8160-aacba811e049', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-02 08:14:09+00'),
	(58, 'A01A01', '100010', 'balance', '', -6800, 80400, 'consume', '019b7e80-f050-7fad-8bfa-b727c509a6b5', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-02 11:38:58+00'),
	(59, 'A01A01', '100001', 'balance', '', -12800, 79400, 'consume', '019b7e86-4398-774b-8821-5cbe756154b0', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-02 11:44:47+00'),
	(60, 'A01A02', '100011', 'balance', '', -12800, 134800, 'consume', '019b824a-6bd0-7d25-83c5-946985b0edc6', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-03 05:17:54+00'),
	(61, 'A01A01', '100005', 'balance', '', -12800, 107650, 'consume', '019b8c97-9518-76f2-89d4-ccda9213fa6e', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-05 05:18:23+00'),
	(62, 'A01A02', '100014', 'balance', '', -12800, 46000, 'consume', '019b91d3-cec0-7017-88ec-987ab93c33af', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-06 05:42:16+00'),
	(63, 'A01A02', '100011', 'balance', '', -5800, 129000, 'consume', '019b9260-c898-7b50-8852-887558dec865', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-06 08:16:15+00'),
	(64, 'A01A01', '100007', 'balance', '', -12800, 141600, 'consume', '019b9270-35d0-79f4-86a5-f19ebec352eb', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-06 08:33:06+00'),
	(65, 'A01A02', '100014', 'balance', '', -12800, 33200, 'consume', '019b96ac-ca28-7441-85c6-dd5578743b79', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-07 04:17:45+00'),
	(66, 'A01A01', '100003', 'balance', '', -5800, 81000, 'consume', '019b971d-b850-78d5-8049-7506a835c3e1', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-07 06:21:06+00'),
	(67, 'A01A02', '100011', 'balance', '', -6800, 122200, 'consume', '019b97a9-46e0-7709-843e-261f19f454b3', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-07 08:53:32+00'),
	(68, 'A01A02', '100012', 'balance', '', -9800, 55800, 'consume', '019b983c-3bf8-710e-834a-a0ada8cf9f8d', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-07 11:34:03+00'),
	(69, 'A01A01', '100003', 'balance', '', -12800, 68200, 'consume', '019b9b70-2668-781f-827e-a638168d4cf1', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-08 02:29:37+00'),
	(70, 'A01A01', '100003', 'balance', '', -9800, 58400, 'consume', '019b9c32-c6a0-7bbe-81ec-12a43bdf205a', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-08 06:02:12+00'),
	(71, 'A01A02', '100013', 'balance', '', -11600, 59900, 'consume', '019b9c9e-f9d8-7096-88b2-f13fe3a14d1c', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-08 08:00:23+00'),
	(72, 'A01A01', '100003', 'balance', '', -5800, 52600, 'consume', '019b9cb2-6e50-7527-8ea0-835e605c1c32', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-08 08:21:38+00'),
	(73, 'A01A02', '100012', 'balance', '', -5800, 50000, 'consume', '019ba123-7088-7376-85bf-0a1015ff6c66', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-09 05:03:33+00'),
	(74, 'A01A01', '100001', 'balance', '', -6800, 72600, 'consume', '019ba189-94f8-7a5f-8c1a-a42e91045067', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-09 06:55:07+00'),
	(75, 'A01A01', '100003', 'balance', '', -6800, 45800, 'consume', '019ba1a4-0680-7a76-891a-43e5e736830f', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-09 07:24:00+00'),
	(76, 'A01A02', '100013', 'balance', '', -12800, 47100, 'consume', '019ba20f-4b70-72fc-8dbd-466cb264aef4', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-09 09:21:10+00'),
	(77, 'A01A02', '100011', 'balance', '', -6800, 115400, 'consume', '019ba5cc-a578-7d67-84c1-51211b150579', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-10 02:46:51+00'),
	(78, 'A01A02', '100012', 'balance', '', -9800, 40200, 'consume', '019ba633-3360-7753-8bdf-d9654890cff2', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-10 04:38:52+00'),
	(79, 'A01A02', '100014', 'balance', '', -11600, 21600, 'consume', '019ba670-6370-7198-80d7-56385e681490', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-10 05:45:42+00'),
	(80, 'A01A01', '100009', 'balance', '', -12800, 6600, 'consume', '019bac30-b198-7efc-89fb-54cfe471d332', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-11 08:33:51+00'),
	(81, 'A01A02', '100011', 'balance', '', -12800, 102600, 'consume', '019bacc0-4f38-7d84-8fae-d514c54b8d22', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-11 11:10:43+00'),
	(82, 'A01A01', '100003', 'balance', '', -9800, 36000, 'consume', '019bbcab-7968-7b19-81a3-e1e8c986f083', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-14 13:21:53+00'),
	(83, 'A01A02', '100011', 'balance', '', -9800, 92800, 'consume', '019bbf77-3fb0-7a45-823a-d3c1c36d889d', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-15 02:23:42+00'),
	(84, 'A01A02', '100013', 'balance', '', -6800, 40300, 'consume', '019bc078-67b8-78f9-8698-6461fcd63bcb', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-15 07:04:35+00'),
	(85, 'A01A01', '100010', 'balance', '', -9800, 70600, 'consume', '019bc637-9ca0-7fda-81cc-d1e1252cdf9c', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-16 09:51:32+00'),
	(86, 'A01A02', '100012', 'balance', '', -9800, 30400, 'consume', '019bc65a-c888-7af7-8172-9b5062160fcb', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-16 10:29:57+00'),
	(87, 'A01A01', '100010', 'balance', '', -12800, 57800, 'consume', '019bcb38-c530-7c9c-8960-a32dfb0518d1', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-17 09:10:54+00'),
	(88, 'A01A02', '100014', 'balance', '', -13600, 8000, 'consume', '019bcc23-30e8-7dc8-846e-cd40dcb5f103', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-17 13:26:57+00'),
	(89, 'A01A02', '100012', 'balance', '', -6800, 23600, 'consume', '019bd665-7138-7aad-8c15-650eaff1d23c', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-19 13:15:31+00'),
	(90, 'A01A01', '100006', 'balance', '', -9800, 15480, 'consume', '019bda0b-b130-7744-8425-c46184bd13cc', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-20 06:15:58+00'),
	(91, 'A01A01', '100005', 'balance', '', -12800, 94850, 'consume', '019bdfd3-0ff0-751d-8516-c71d64db94ae', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-21 09:11:50+00'),
	(92, 'A01A02', '100012', 'balance', '', -11600, 12000, 'consume', '019be484-b508-7411-8a08-6922ee009059', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-22 07:04:21+00'),
	(93, 'A01A01', '100001', 'balance', '', -9800, 62800, 'consume', '019be59d-ca10-79c0-8502-2dd10529c9e4', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-22 12:11:22+00'),
	(94, 'A01A02', '100011', 'balance', '', -5800, 87000, 'consume', '019be9ec-e0b0-7682-8642-34b6ec3a791f', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-23 08:16:14+00'),
	(95, 'A01A01', '100010', 'balance', '', -12800, 45000, 'consume', '019bead9-2510-7559-8421-9396cac97835', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-23 12:34:18+00'),
	(96, 'A01A02', '100011', 'balance', '', -13600, 73400, 'consume', '019beaed-ba98-72ff-8506-dc66d4040669', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-23 12:56:47+00'),
	(97, 'A01A02', '100011', 'balance', '', -6800, 66600, 'consume', '019bf397-c300-74ff-8443-c7f9f01836f5', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-25 05:19:28+00'),
	(98, 'A01A01', '100008', 'balance', '', -9800, 9900, 'consume', '019bf3e6-c978-7a91-803f-2fbaf87c8686', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-25 06:45:47+00'),
	(99, 'A01A01', '100001', 'balance', '', -12800, 50000, 'consume', '019bf82b-d5c8-74ac-81e6-71ad2f9bd930', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-26 02:39:41+00'),
	(100, 'A01A01', '100007', 'balance', '', -12800, 128800, 'consume', '019bf8ff-94d0-7540-8a40-8700ba3192a6', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-26 06:30:58+00');
INSERT INTO public.wallet_ledger OVERRIDING SYSTEM VALUE VALUES
	(101, 'A01A02', '100013', 'balance', '', -9800, 30500, 'consume', '019bfa23-f860-7002-8e20-873ad2bfa863', '01900000-0000-7000-8000-000000000104', NULL, NULL, '2026-01-26 11:50:20+00'),
	(102, 'A01A01', '100005', 'balance', '', -12800, 82050, 'consume', '019bfe6d-d710-7d64-8a84-894dea534697', '01900000-0000-7000-8000-000000000106', NULL, NULL, '2026-01-27 07:49:30+00');


--
-- Name: audit_entry_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.audit_entry_id_seq', 1, false);


--
-- Name: login_log_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.login_log_id_seq', 1, false);


--
-- Name: member_number; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.member_number', 100014, true);


--
-- Name: wallet_ledger_seq_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.wallet_ledger_seq_seq', 102, true);


--
-- Name: access_token access_token_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.access_token
    ADD CONSTRAINT access_token_pkey PRIMARY KEY (token_hash);


--
-- Name: announcement announcement_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.announcement
    ADD CONSTRAINT announcement_pkey PRIMARY KEY (id, org_code);


--
-- Name: announcement_reader announcement_reader_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.announcement_reader
    ADD CONSTRAINT announcement_reader_pkey PRIMARY KEY (announcement_id, user_id, org_code);


--
-- Name: audit_entry audit_entry_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (id);


--
-- Name: audit_head audit_head_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (org_code);


--
-- Name: audit_hidden audit_hidden_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_hidden
    ADD CONSTRAINT audit_hidden_pkey PRIMARY KEY (entry_id);


--
-- Name: audit_link audit_link_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_link
    ADD CONSTRAINT audit_link_pkey PRIMARY KEY (entry_id);


--
-- Name: audit_link audit_link_seq_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_link
    ADD CONSTRAINT audit_link_seq_key UNIQUE (org_code, seq);


--
-- Name: audit_watermark audit_watermark_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_watermark
    ADD CONSTRAINT audit_watermark_pkey PRIMARY KEY (only_one);


--
-- Name: category category_code_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_code_key UNIQUE (code);


--
-- Name: category category_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_pkey PRIMARY KEY (id);


--
-- Name: check_rule check_rule_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.check_rule
    ADD CONSTRAINT check_rule_pkey PRIMARY KEY (id);


--
-- Name: check_rule check_rule_rule_code_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.check_rule
    ADD CONSTRAINT check_rule_rule_code_key UNIQUE (rule_code);


--
-- Name: consume_order consume_order_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.consume_order
    ADD CONSTRAINT consume_order_pkey PRIMARY KEY (id, org_code);


--
-- Name: consume_rule consume_rule_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.consume_rule
    ADD CONSTRAINT consume_rule_pkey PRIMARY KEY (id, org_code);


--
-- Name: dictionary dictionary_code_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dictionary
    ADD CONSTRAINT dictionary_code_key UNIQUE (code);


--
-- Name: dictionary_item dictionary_item_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dictionary_item
    ADD CONSTRAINT dictionary_item_pkey PRIMARY KEY (id);


--
-- Name: dictionary_item dictionary_item_value_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dictionary_item
    ADD CONSTRAINT dictionary_item_value_key UNIQUE (dictionary_id, value);


--
-- Name: dictionary dictionary_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dictionary
    ADD CONSTRAINT dictionary_pkey PRIMARY KEY (id);


--
-- Name: game_log game_log_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_log
    ADD CONSTRAINT game_log_pkey PRIMARY KEY (id, org_code);


--
-- Name: hold hold_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.hold
    ADD CONSTRAINT hold_pkey PRIMARY KEY (id, org_code);


--
-- Name: job_position job_position_code_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_position
    ADD CONSTRAINT job_position_code_key UNIQUE (org_code, code);


--
-- Name: job_position job_position_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_position
    ADD CONSTRAINT job_position_pkey PRIMARY KEY (id, org_code);


--
-- Name: job_run job_run_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_run
    ADD CONSTRAINT job_run_pkey PRIMARY KEY (id);


--
-- Name: known_place known_place_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.known_place
    ADD CONSTRAINT known_place_pkey PRIMARY KEY (user_id, place);


--
-- Name: login_captcha login_captcha_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.login_captcha
    ADD CONSTRAINT login_captcha_pkey PRIMARY KEY (check_key);


--
-- Name: login_guard login_guard_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.login_guard
    ADD CONSTRAINT login_guard_pkey PRIMARY KEY (subject);


--
-- Name: login_log login_log_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.login_log
    ADD CONSTRAINT login_log_pkey PRIMARY KEY (id);


--
-- Name: member member_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_pkey PRIMARY KEY (id, org_code);


--
-- Name: member_project member_project_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.member_project
    ADD CONSTRAINT member_project_pkey PRIMARY KEY (member_id, project_type, org_code);


--
-- Name: message message_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (id, org_code);


--
-- Name: message_template message_template_code_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.message_template
    ADD CONSTRAINT message_template_code_key UNIQUE (org_code, template_code);


--
-- Name: message_template message_template_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.message_template
    ADD CONSTRAINT message_template_pkey PRIMARY KEY (id, org_code);


--
-- Name: permission permission_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.permission
    ADD CONSTRAINT permission_pkey PRIMARY KEY (id);


--
-- Name: permission_rule permission_rule_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.permission_rule
    ADD CONSTRAINT permission_rule_pkey PRIMARY KEY (id);


--
-- Name: play_before_pay play_before_pay_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.play_before_pay
    ADD CONSTRAINT play_before_pay_pkey PRIMARY KEY (id, org_code);


--
-- Name: print_job print_job_order_copy_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.print_job
    ADD CONSTRAINT print_job_order_copy_key UNIQUE (order_id, copy_no, org_code);


--
-- Name: print_job print_job_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.print_job
    ADD CONSTRAINT print_job_pkey PRIMARY KEY (id, org_code);


--
-- Name: queue_counter queue_counter_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.queue_counter
    ADD CONSTRAINT queue_counter_pkey PRIMARY KEY (business_day, org_code);


--
-- Name: queue_entry queue_entry_number_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.queue_entry
    ADD CONSTRAINT queue_entry_number_key UNIQUE (org_code, business_day, number);


--
-- Name: queue_entry queue_entry_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.queue_entry
    ADD CONSTRAINT queue_entry_pkey PRIMARY KEY (id, org_code);


--
-- Name: request_key request_key_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.request_key
    ADD CONSTRAINT request_key_pkey PRIMARY KEY (key);


--
-- Name: role_permission role_permission_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.role_permission
    ADD CONSTRAINT role_permission_pkey PRIMARY KEY (role_id, permission_id);


--
-- Name: role role_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.role
    ADD CONSTRAINT role_pkey PRIMARY KEY (id);


--
-- Name: role role_role_code_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.role
    ADD CONSTRAINT role_role_code_key UNIQUE (role_code);


--
-- Name: role_rule role_rule_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.role_rule
    ADD CONSTRAINT role_rule_pkey PRIMARY KEY (role_id, permission_id, rule_id);


--
-- Name: scheduled_job scheduled_job_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.scheduled_job
    ADD CONSTRAINT scheduled_job_name_key UNIQUE (job_name);


--
-- Name: scheduled_job scheduled_job_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.scheduled_job
    ADD CONSTRAINT scheduled_job_pkey PRIMARY KEY (id);


--
-- Name: schema_function schema_function_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_function
    ADD CONSTRAINT schema_function_pkey PRIMARY KEY (name);


--
-- Name: schema_migration schema_migration_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (name);


--
-- Name: sms_code sms_code_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sms_code
    ADD CONSTRAINT sms_code_pkey PRIMARY KEY (phone, mode);


--
-- Name: sms_outbox sms_outbox_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sms_outbox
    ADD CONSTRAINT sms_outbox_pkey PRIMARY KEY (id);


--
-- Name: store_counter store_counter_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_counter
    ADD CONSTRAINT store_counter_pkey PRIMARY KEY (parent_code);


--
-- Name: store store_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store
    ADD CONSTRAINT store_name_key UNIQUE NULLS NOT DISTINCT (parent_id, name);


--
-- Name: store store_org_code_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store
    ADD CONSTRAINT store_org_code_key UNIQUE (org_code);


--
-- Name: store_permission store_permission_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_permission
    ADD CONSTRAINT store_permission_pkey PRIMARY KEY (store_id, permission_id);


--
-- Name: store store_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store
    ADD CONSTRAINT store_pkey PRIMARY KEY (id);


--
-- Name: store_role_permission store_role_permission_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_role_permission
    ADD CONSTRAINT store_role_permission_pkey PRIMARY KEY (role_id, permission_id);


--
-- Name: store_role store_role_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_role
    ADD CONSTRAINT store_role_pkey PRIMARY KEY (id);


--
-- Name: store_role store_role_role_code_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_role
    ADD CONSTRAINT store_role_role_code_key UNIQUE (store_id, role_code);


--
-- Name: store_role_rule store_role_rule_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_role_rule
    ADD CONSTRAINT store_role_rule_pkey PRIMARY KEY (role_id, permission_id, rule_id);


--
-- Name: store_role_user store_role_user_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_role_user
    ADD CONSTRAINT store_role_user_pkey PRIMARY KEY (role_id, user_id);


--
-- Name: store_rule store_rule_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_rule
    ADD CONSTRAINT store_rule_pkey PRIMARY KEY (store_id, permission_id, rule_id);


--
-- Name: stored_file stored_file_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.stored_file
    ADD CONSTRAINT stored_file_pkey PRIMARY KEY (id, org_code);


--
-- Name: sync_refusal sync_refusal_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sync_refusal
    ADD CONSTRAINT sync_refusal_pkey PRIMARY KEY (id, org_code);


--
-- Name: terminal terminal_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.terminal
    ADD CONSTRAINT terminal_pkey PRIMARY KEY (id, org_code);


--
-- Name: user_account user_account_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_account
    ADD CONSTRAINT user_account_pkey PRIMARY KEY (id);


--
-- Name: user_account user_account_username_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_account
    ADD CONSTRAINT user_account_username_key UNIQUE (username);


--
-- Name: user_role user_role_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_role
    ADD CONSTRAINT user_role_pkey PRIMARY KEY (user_id, role_id);


--
-- Name: user_store user_store_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_store
    ADD CONSTRAINT user_store_pkey PRIMARY KEY (user_id, store_id);


--
-- Name: vehicle vehicle_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.vehicle
    ADD CONSTRAINT vehicle_pkey PRIMARY KEY (id, org_code);


--
-- Name: wallet_ledger wallet_ledger_cause_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.wallet_ledger
    ADD CONSTRAINT wallet_ledger_cause_key PRIMARY KEY (cause_id, wallet, project, cause_kind, org_code);


--
-- Name: access_token_expires_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX access_token_expires_at_idx ON public.access_token USING btree (expires_at);


--
-- Name: access_token_user_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX access_token_user_idx ON public.access_token USING btree (user_id);


--
-- Name: announcement_for_all; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX announcement_for_all ON public.announcement USING btree (org_code, send_time DESC) WHERE ((msg_type = 'ALL'::text) AND (send_status = '1'::text) AND (NOT deleted));


--
-- Name: announcement_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX announcement_list ON public.announcement USING btree (org_code, created_at DESC, id DESC) WHERE (NOT deleted);


--
-- Name: announcement_reader_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX announcement_reader_user ON public.announcement_reader USING btree (user_id, announcement_id);


--
-- Name: audit_entry_record_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_entry_record_idx ON public.audit_entry USING btree (record_kind, record_id, id);


--
-- Name: audit_entry_time_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_entry_time_idx ON public.audit_entry USING btree (org_code, created_at);


--
-- Name: audit_entry_xact_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_entry_xact_idx ON public.audit_entry USING btree (xact, id);


--
-- Name: category_parent_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX category_parent_idx ON public.category USING btree (parent_id, code);


--
-- Name: check_rule_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX check_rule_created_at_idx ON public.check_rule USING btree (created_at, id);


--
-- Name: consume_order_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX consume_order_list ON public.consume_order USING btree (org_code, created_at DESC, id DESC);


--
-- Name: consume_order_play_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX consume_order_play_key ON public.consume_order USING btree (play_id, org_code) WHERE ((state)::text = ANY (ARRAY['nopay'::text, 'payed'::text]));


--
-- Name: consume_rule_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX consume_rule_list ON public.consume_rule USING btree (org_code, index_number);


--
-- Name: dictionary_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX dictionary_created_at_idx ON public.dictionary USING btree (created_at, id);


--
-- Name: game_log_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX game_log_list ON public.game_log USING btree (org_code, started_at DESC, id DESC);


--
-- Name: game_log_play; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX game_log_play ON public.game_log USING btree (play_id, org_code);


--
-- Name: game_log_running_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX game_log_running_key ON public.game_log USING btree (vehicle_id, org_code) WHERE (state = 'RUNNING'::text);


--
-- Name: hold_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX hold_open ON public.hold USING btree (member_id, org_code) WHERE ((state)::text = 'held'::text);


--
-- Name: job_position_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_position_list ON public.job_position USING btree (org_code, created_at, id);


--
-- Name: job_run_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_run_list ON public.job_run USING btree (queued_at DESC, id DESC);


--
-- Name: job_run_of_job; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_run_of_job ON public.job_run USING btree (job_name, queued_at DESC);


--
-- Name: login_captcha_expires_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX login_captcha_expires_at_idx ON public.login_captcha USING btree (expires_at);


--
-- Name: login_log_time_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX login_log_time_idx ON public.login_log USING btree (org_code, created_at);


--
-- Name: member_card_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX member_card_key ON public.member USING btree (physical_card, org_code) WHERE (physical_card <> ''::text);


--
-- Name: member_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX member_list ON public.member USING btree (org_code, created_at DESC, id DESC);


--
-- Name: member_phone; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX member_phone ON public.member USING btree (phone, org_code);


--
-- Name: member_phone_reversed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX member_phone_reversed ON public.member USING btree (phone_reversed, org_code);


--
-- Name: message_done; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX message_done ON public.message USING btree (created_at) WHERE (send_status = ANY (ARRAY['1'::text, '2'::text]));


--
-- Name: message_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX message_list ON public.message USING btree (org_code, created_at DESC, id DESC);


--
-- Name: message_template_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX message_template_list ON public.message_template USING btree (org_code, created_at DESC, id DESC);


--
-- Name: permission_perms_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX permission_perms_key ON public.permission USING btree (perms) WHERE (menu_type = 2);


--
-- Name: permission_rule_permission_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX permission_rule_permission_idx ON public.permission_rule USING btree (permission_id);


--
-- Name: play_before_pay_by_member; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX play_before_pay_by_member ON public.play_before_pay USING btree (member_id, org_code, created_at DESC, id DESC) WHERE (member_id IS NOT NULL);


--
-- Name: play_before_pay_by_state; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX play_before_pay_by_state ON public.play_before_pay USING btree (org_code, state, created_at DESC, id DESC);


--
-- Name: play_before_pay_hung; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX play_before_pay_hung ON public.play_before_pay USING btree (org_code) WHERE (((state)::text = 'GUADAN'::text) AND (member_id IS NOT NULL));


--
-- Name: play_before_pay_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX play_before_pay_list ON public.play_before_pay USING btree (org_code, created_at DESC, id DESC);


--
-- Name: print_job_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX print_job_open ON public.print_job USING btree (org_code, created_at, id) WHERE (state = ANY (ARRAY['waiting'::text, 'claimed'::text]));


--
-- Name: queue_entry_play; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX queue_entry_play ON public.queue_entry USING btree (play_id, org_code);


--
-- Name: role_rule_rule_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX role_rule_rule_idx ON public.role_rule USING btree (rule_id);


--
-- Name: scheduled_job_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX scheduled_job_due ON public.scheduled_job USING btree (next_run_at) WHERE (status = 0);


--
-- Name: sms_outbox_waiting; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sms_outbox_waiting ON public.sms_outbox USING btree (created_at) WHERE (state = 'waiting'::text);


--
-- Name: store_role_rule_rule_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX store_role_rule_rule_idx ON public.store_role_rule USING btree (rule_id);


--
-- Name: store_role_user_user_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX store_role_user_user_idx ON public.store_role_user USING btree (user_id);


--
-- Name: store_rule_rule_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX store_rule_rule_idx ON public.store_rule USING btree (rule_id);


--
-- Name: stored_file_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX stored_file_list ON public.stored_file USING btree (org_code, created_at, id);


--
-- Name: sync_refusal_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sync_refusal_list ON public.sync_refusal USING btree (org_code, created_at DESC, id DESC);


--
-- Name: terminal_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX terminal_list ON public.terminal USING btree (org_code, name);


--
-- Name: terminal_prefix_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX terminal_prefix_key ON public.terminal USING btree (org_code, prefix) WHERE (prefix <> ''::text);


--
-- Name: user_account_email_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX user_account_email_key ON public.user_account USING btree (lower(email)) WHERE (email <> ''::text);


--
-- Name: user_account_phone_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX user_account_phone_key ON public.user_account USING btree (phone) WHERE (phone <> ''::text);


--
-- Name: user_account_work_no_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX user_account_work_no_key ON public.user_account USING btree (work_no) WHERE (work_no <> ''::text);


--
-- Name: user_store_store_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX user_store_store_idx ON public.user_store USING btree (store_id);


--
-- Name: vehicle_list; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX vehicle_list ON public.vehicle USING btree (org_code, index_number);


--
-- Name: wallet_ledger_member; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX wallet_ledger_member ON public.wallet_ledger USING btree (member_id, org_code, seq);


--
-- Name: user_account end_tokens; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER end_tokens AFTER UPDATE OF password_hash, status, deleted_at ON public.user_account FOR EACH ROW WHEN (((new.password_hash <> old.password_hash) OR ((new.status <> 1) AND (old.status = 1)) OR ((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL)))) EXECUTE FUNCTION public.end_tokens();


--
-- Name: dictionary forget_dictionaries; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_dictionaries AFTER INSERT OR DELETE OR UPDATE ON public.dictionary FOR EACH STATEMENT EXECUTE FUNCTION public.forget_dictionaries();


--
-- Name: dictionary_item forget_dictionaries; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_dictionaries AFTER INSERT OR DELETE OR UPDATE ON public.dictionary_item FOR EACH STATEMENT EXECUTE FUNCTION public.forget_dictionaries();


--
-- Name: permission forget_everyone; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_everyone AFTER INSERT OR DELETE OR UPDATE ON public.permission FOR EACH STATEMENT EXECUTE FUNCTION public.forget_everyone();


--
-- Name: permission_rule forget_everyone; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_everyone AFTER INSERT OR DELETE OR UPDATE ON public.permission_rule FOR EACH STATEMENT EXECUTE FUNCTION public.forget_everyone();


--
-- Name: role forget_everyone; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_everyone AFTER DELETE OR UPDATE ON public.role FOR EACH STATEMENT EXECUTE FUNCTION public.forget_everyone();


--
-- Name: role_permission forget_everyone; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_everyone AFTER INSERT OR DELETE OR UPDATE ON public.role_permission FOR EACH STATEMENT EXECUTE FUNCTION public.forget_everyone();


--
-- Name: role_rule forget_everyone; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_everyone AFTER INSERT OR DELETE OR UPDATE ON public.role_rule FOR EACH STATEMENT EXECUTE FUNCTION public.forget_everyone();


--
-- Name: store forget_everyone; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_everyone AFTER DELETE OR UPDATE OF org_code ON public.store FOR EACH STATEMENT EXECUTE FUNCTION public.forget_everyone();


--
-- Name: store_permission forget_everyone; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_everyone AFTER INSERT OR DELETE OR UPDATE ON public.store_permission FOR EACH STATEMENT EXECUTE FUNCTION public.forget_everyone();


--
-- Name: store_role_permission forget_everyone; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_everyone AFTER INSERT OR DELETE OR UPDATE ON public.store_role_permission FOR EACH STATEMENT EXECUTE FUNCTION public.forget_everyone();


--
-- Name: store_role_rule forget_everyone; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_everyone AFTER INSERT OR DELETE OR UPDATE ON public.store_role_rule FOR EACH STATEMENT EXECUTE FUNCTION public.forget_everyone();


--
-- Name: store_role_user forget_person; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_person AFTER INSERT OR DELETE OR UPDATE ON public.store_role_user FOR EACH ROW EXECUTE FUNCTION public.forget_person();


--
-- Name: user_account forget_person; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_person AFTER DELETE OR UPDATE OF username, realname, identity, status, password_hash, deleted_at ON public.user_account FOR EACH ROW EXECUTE FUNCTION public.forget_person();


--
-- Name: user_role forget_person; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_person AFTER INSERT OR DELETE OR UPDATE ON public.user_role FOR EACH ROW EXECUTE FUNCTION public.forget_person();


--
-- Name: user_store forget_person; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_person AFTER INSERT OR DELETE OR UPDATE ON public.user_store FOR EACH ROW EXECUTE FUNCTION public.forget_person();


--
-- Name: terminal forget_terminals; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER forget_terminals AFTER DELETE OR UPDATE OF public_key, revoked_at ON public.terminal FOR EACH ROW EXECUTE FUNCTION public.forget_terminals();


--
-- Name: wallet_ledger wallet_ledger_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER wallet_ledger_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.wallet_ledger FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_ledger_is_append_only();


--
-- Name: access_token access_token_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.access_token
    ADD CONSTRAINT access_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;


--
-- Name: announcement_reader announcement_reader_announcement_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.announcement_reader
    ADD CONSTRAINT announcement_reader_announcement_fkey FOREIGN KEY (announcement_id, org_code) REFERENCES public.announcement(id, org_code) ON DELETE CASCADE;


--
-- Name: announcement_reader announcement_reader_user_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.announcement_reader
    ADD CONSTRAINT announcement_reader_user_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;


--
-- Name: audit_hidden audit_hidden_entry_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_hidden
    ADD CONSTRAINT audit_hidden_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.audit_entry(id);


--
-- Name: category category_parent_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.category(id) ON DELETE CASCADE;


--
-- Name: dictionary_item dictionary_item_dictionary_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dictionary_item
    ADD CONSTRAINT dictionary_item_dictionary_id_fkey FOREIGN KEY (dictionary_id) REFERENCES public.dictionary(id) ON DELETE CASCADE;


--
-- Name: game_log game_log_vehicle; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.game_log
    ADD CONSTRAINT game_log_vehicle FOREIGN KEY (vehicle_id, org_code) REFERENCES public.vehicle(id, org_code);


--
-- Name: hold hold_member; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.hold
    ADD CONSTRAINT hold_member FOREIGN KEY (member_id, org_code) REFERENCES public.member(id, org_code);


--
-- Name: known_place known_place_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.known_place
    ADD CONSTRAINT known_place_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;


--
-- Name: member_project member_project_member; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.member_project
    ADD CONSTRAINT member_project_member FOREIGN KEY (member_id, org_code) REFERENCES public.member(id, org_code);


--
-- Name: permission permission_parent_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.permission
    ADD CONSTRAINT permission_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.permission(id) ON DELETE CASCADE;


--
-- Name: permission_rule permission_rule_permission_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.permission_rule
    ADD CONSTRAINT permission_rule_permission_id_fkey FOREIGN KEY (permission_id) REFERENCES public.permission(id) ON DELETE CASCADE;


--
-- Name: play_before_pay play_before_pay_member; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.play_before_pay
    ADD CONSTRAINT play_before_pay_member FOREIGN KEY (member_id, org_code) REFERENCES public.member(id, org_code);


--
-- Name: play_before_pay play_before_pay_rule; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.play_before_pay
    ADD CONSTRAINT play_before_pay_rule FOREIGN KEY (rule_id, org_code) REFERENCES public.consume_rule(id, org_code);


--
-- Name: play_before_pay play_before_pay_vehicle; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.play_before_pay
    ADD CONSTRAINT play_before_pay_vehicle FOREIGN KEY (vehicle_id, org_code) REFERENCES public.vehicle(id, org_code);


--
-- Name: role_permission role_permission_permission_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.role_permission
    ADD CONSTRAINT role_permission_permission_id_fkey FOREIGN KEY (permission_id) REFERENCES public.permission(id) ON DELETE CASCADE;


--
-- Name: role_permission role_permission_role_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.role_permission
    ADD CONSTRAINT role_permission_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.role(id) ON DELETE CASCADE;


--
-- Name: role_rule role_rule_granted; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.role_rule
    ADD CONSTRAINT role_rule_granted FOREIGN KEY (role_id, permission_id) REFERENCES public.role_permission(role_id, permission_id) ON DELETE CASCADE;


--
-- Name: role_rule role_rule_rule_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.role_rule
    ADD CONSTRAINT role_rule_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES public.permission_rule(id) ON DELETE CASCADE;


--
-- Name: store store_parent_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store
    ADD CONSTRAINT store_parent_fkey FOREIGN KEY (parent_id) REFERENCES public.store(id);


--
-- Name: store_permission store_permission_permission_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_permission
    ADD CONSTRAINT store_permission_permission_id_fkey FOREIGN KEY (permission_id) REFERENCES public.permission(id) ON DELETE CASCADE;


--
-- Name: store_permission store_permission_store_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_permission
    ADD CONSTRAINT store_permission_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.store(id) ON DELETE CASCADE;


--
-- Name: store_role_permission store_role_permission_permission_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_role_permission
    ADD CONSTRAINT store_role_permission_permission_id_fkey FOREIGN KEY (permission_id) REFERENCES public.permission(id) ON DELETE CASCADE;


--
-- Name: store_role_permission store_role_permission_role_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_role_permission
    ADD CONSTRAINT store_role_permission_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.store_role(id) ON DELETE CASCADE;


--
-- Name: store_role_rule store_role_rule_granted; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_role_rule
    ADD CONSTRAINT store_role_rule_granted FOREIGN KEY (role_id, permission_id) REFERENCES public.store_role_permission(role_id, permission_id) ON DELETE CASCADE;


--
-- Name: store_role_rule store_role_rule_rule_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_role_rule
    ADD CONSTRAINT store_role_rule_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES public.permission_rule(id) ON DELETE CASCADE;


--
-- Name: store_role store_role_store_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_role
    ADD CONSTRAINT store_role_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.store(id) ON DELETE CASCADE;


--
-- Name: store_role_user store_role_user_role_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_role_user
    ADD CONSTRAINT store_role_user_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.store_role(id) ON DELETE CASCADE;


--
-- Name: store_role_user store_role_user_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_role_user
    ADD CONSTRAINT store_role_user_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;


--
-- Name: store_rule store_rule_granted; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_rule
    ADD CONSTRAINT store_rule_granted FOREIGN KEY (store_id, permission_id) REFERENCES public.store_permission(store_id, permission_id) ON DELETE CASCADE;


--
-- Name: store_rule store_rule_rule_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.store_rule
    ADD CONSTRAINT store_rule_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES public.permission_rule(id) ON DELETE CASCADE;


--
-- Name: user_role user_role_role_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_role
    ADD CONSTRAINT user_role_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.role(id) ON DELETE CASCADE;


--
-- Name: user_role user_role_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_role
    ADD CONSTRAINT user_role_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;


--
-- Name: user_store user_store_store_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_store
    ADD CONSTRAINT user_store_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.store(id);


--
-- Name: user_store user_store_user_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_store
    ADD CONSTRAINT user_store_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;


--
-- Name: announcement; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.announcement ENABLE ROW LEVEL SECURITY;

--
-- Name: announcement_reader; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.announcement_reader ENABLE ROW LEVEL SECURITY;

--
-- Name: audit_entry; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.audit_entry ENABLE ROW LEVEL SECURITY;

--
-- Name: audit_head; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.audit_head ENABLE ROW LEVEL SECURITY;

--
-- Name: audit_link; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.audit_link ENABLE ROW LEVEL SECURITY;

--
-- Name: consume_order; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.consume_order ENABLE ROW LEVEL SECURITY;

--
-- Name: consume_rule; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.consume_rule ENABLE ROW LEVEL SECURITY;

--
-- Name: game_log; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.game_log ENABLE ROW LEVEL SECURITY;

--
-- Name: hold; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.hold ENABLE ROW LEVEL SECURITY;

--
-- Name: job_position; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.job_position ENABLE ROW LEVEL SECURITY;

--
-- Name: login_log; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.login_log ENABLE ROW LEVEL SECURITY;

--
-- Name: member; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.member ENABLE ROW LEVEL SECURITY;

--
-- Name: member_project; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.member_project ENABLE ROW LEVEL SECURITY;

--
-- Name: message; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.message ENABLE ROW LEVEL SECURITY;

--
-- Name: message_template; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.message_template ENABLE ROW LEVEL SECURITY;

--
-- Name: play_before_pay; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.play_before_pay ENABLE ROW LEVEL SECURITY;

--
-- Name: print_job; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.print_job ENABLE ROW LEVEL SECURITY;

--
-- Name: queue_counter; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.queue_counter ENABLE ROW LEVEL SECURITY;

--
-- Name: queue_entry; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.queue_entry ENABLE ROW LEVEL SECURITY;

--
-- Name: request_key; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.request_key ENABLE ROW LEVEL SECURITY;

--
-- Name: store; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.store ENABLE ROW LEVEL SECURITY;

--
-- Name: announcement store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.announcement USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: announcement_reader store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.announcement_reader USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: audit_entry store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.audit_entry USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: audit_head store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.audit_head USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: audit_link store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.audit_link USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: consume_order store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.consume_order USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: consume_rule store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.consume_rule USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: game_log store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.game_log USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: hold store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.hold USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: job_position store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.job_position USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: login_log store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.login_log USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: member store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.member USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: member_project store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.member_project USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: message store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.message USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: message_template store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.message_template USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: play_before_pay store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.play_before_pay USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: print_job store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.print_job USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: queue_counter store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.queue_counter USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: queue_entry store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.queue_entry USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: request_key store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.request_key USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: store store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.store USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: stored_file store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.stored_file USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: sync_refusal store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.sync_refusal USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: terminal store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.terminal USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: vehicle store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.vehicle USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: wallet_ledger store_scope; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY store_scope ON public.wallet_ledger USING (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true)))) WITH CHECK (((org_code >= current_setting('pitlane.scope'::text, true)) AND (org_code < current_setting('pitlane.scope_end'::text, true))));


--
-- Name: stored_file; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.stored_file ENABLE ROW LEVEL SECURITY;

--
-- Name: sync_refusal; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.sync_refusal ENABLE ROW LEVEL SECURITY;

--
-- Name: terminal; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.terminal ENABLE ROW LEVEL SECURITY;

--
-- Name: vehicle; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.vehicle ENABLE ROW LEVEL SECURITY;

--
-- Name: wallet_ledger; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.wallet_ledger ENABLE ROW LEVEL SECURITY;

--
-- Name: SCHEMA public; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA public TO pitlane_app;


--
-- Name: TABLE audit_head; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT ON TABLE public.audit_head TO pitlane_app;


--
-- Name: TABLE audit_entry; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: COLUMN audit_entry.org_code; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(org_code) ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: COLUMN audit_entry.user_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(user_id) ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: COLUMN audit_entry.username; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(username) ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: COLUMN audit_entry.realname; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(realname) ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: COLUMN audit_entry.ip; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(ip) ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: COLUMN audit_entry.request_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(request_id) ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: COLUMN audit_entry.method; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(method) ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: COLUMN audit_entry.action; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(action) ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: COLUMN audit_entry.record_kind; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(record_kind) ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: COLUMN audit_entry.record_id; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(record_id) ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: COLUMN audit_entry.request; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(request) ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: COLUMN audit_entry.before; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(before) ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: COLUMN audit_entry.after; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(after) ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: COLUMN audit_entry.cost_ms; Type: ACL; Schema: public; Owner: -
--

GRANT INSERT(cost_ms) ON TABLE public.audit_entry TO pitlane_app;


--
-- Name: FUNCTION audit_problems(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.audit_problems() FROM PUBLIC;


--
-- Name: FUNCTION protect_by_store(target regclass); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.protect_by_store(target regclass) FROM PUBLIC;


--
-- Name: TABLE access_token; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.access_token TO pitlane_app;


--
-- Name: TABLE announcement; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.announcement TO pitlane_app;


--
-- Name: TABLE announcement_reader; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.announcement_reader TO pitlane_app;


--
-- Name: SEQUENCE audit_entry_id_seq; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,USAGE ON SEQUENCE public.audit_entry_id_seq TO pitlane_app;


--
-- Name: TABLE audit_hidden; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.audit_hidden TO pitlane_app;


--
-- Name: TABLE audit_link; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT ON TABLE public.audit_link TO pitlane_app;


--
-- Name: TABLE category; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.category TO pitlane_app;


--
-- Name: TABLE check_rule; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.check_rule TO pitlane_app;


--
-- Name: TABLE consume_order; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.consume_order TO pitlane_app;


--
-- Name: TABLE consume_rule; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.consume_rule TO pitlane_app;


--
-- Name: TABLE dictionary; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.dictionary TO pitlane_app;


--
-- Name: TABLE dictionary_item; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.dictionary_item TO pitlane_app;


--
-- Name: TABLE game_log; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.game_log TO pitlane_app;


--
-- Name: TABLE hold; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.hold TO pitlane_app;


--
-- Name: TABLE job_position; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.job_position TO pitlane_app;


--
-- Name: TABLE job_run; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.job_run TO pitlane_app;


--
-- Name: TABLE known_place; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.known_place TO pitlane_app;


--
-- Name: TABLE login_captcha; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.login_captcha TO pitlane_app;


--
-- Name: TABLE login_guard; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.login_guard TO pitlane_app;


--
-- Name: TABLE login_log; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.login_log TO pitlane_app;


--
-- Name: SEQUENCE login_log_id_seq; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,USAGE ON SEQUENCE public.login_log_id_seq TO pitlane_app;


--
-- Name: SEQUENCE member_number; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,USAGE ON SEQUENCE public.member_number TO pitlane_app;


--
-- Name: TABLE member; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.member TO pitlane_app;


--
-- Name: TABLE member_project; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.member_project TO pitlane_app;


--
-- Name: TABLE message; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message TO pitlane_app;


--
-- Name: TABLE message_template; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message_template TO pitlane_app;


--
-- Name: TABLE permission; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.permission TO pitlane_app;


--
-- Name: TABLE permission_rule; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.permission_rule TO pitlane_app;


--
-- Name: TABLE play_before_pay; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.play_before_pay TO pitlane_app;


--
-- Name: TABLE print_job; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.print_job TO pitlane_app;


--
-- Name: TABLE queue_counter; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.queue_counter TO pitlane_app;


--
-- Name: TABLE queue_entry; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.queue_entry TO pitlane_app;


--
-- Name: TABLE request_key; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.request_key TO pitlane_app;


--
-- Name: TABLE role; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.role TO pitlane_app;


--
-- Name: TABLE role_permission; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.role_permission TO pitlane_app;


--
-- Name: TABLE role_rule; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.role_rule TO pitlane_app;


--
-- Name: TABLE scheduled_job; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.scheduled_job TO pitlane_app;


--
-- Name: TABLE sms_code; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sms_code TO pitlane_app;


--
-- Name: TABLE sms_outbox; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sms_outbox TO pitlane_app;


--
-- Name: TABLE store; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.store TO pitlane_app;


--
-- Name: TABLE store_counter; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.store_counter TO pitlane_app;


--
-- Name: TABLE store_permission; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.store_permission TO pitlane_app;


--
-- Name: TABLE store_role; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.store_role TO pitlane_app;


--
-- Name: TABLE store_role_permission; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.store_role_permission TO pitlane_app;


--
-- Name: TABLE store_role_rule; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.store_role_rule TO pitlane_app;


--
-- Name: TABLE store_role_user; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.store_role_user TO pitlane_app;


--
-- Name: TABLE store_rule; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.store_rule TO pitlane_app;


--
-- Name: TABLE stored_file; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.stored_file TO pitlane_app;


--
-- Name: TABLE sync_refusal; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.sync_refusal TO pitlane_app;


--
-- Name: TABLE terminal; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.terminal TO pitlane_app;


--
-- Name: TABLE user_account; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_account TO pitlane_app;


--
-- Name: TABLE user_role; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_role TO pitlane_app;


--
-- Name: TABLE user_store; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_store TO pitlane_app;


--
-- Name: TABLE vehicle; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.vehicle TO pitlane_app;


--
-- Name: TABLE wallet_ledger; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.wallet_ledger TO pitlane_app;


--
-- Name: SEQUENCE wallet_ledger_seq_seq; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,USAGE ON SEQUENCE public.wallet_ledger_seq_seq TO pitlane_app;


--
-- Name: DEFAULT PRIVILEGES FOR SEQUENCES; Type: DEFAULT ACL; Schema: public; Owner: -
--

ALTER DEFAULT PRIVILEGES FOR ROLE pitlane_owner IN SCHEMA public GRANT SELECT,USAGE ON SEQUENCES  TO pitlane_app;


--
-- Name: DEFAULT PRIVILEGES FOR TABLES; Type: DEFAULT ACL; Schema: public; Owner: -
--

ALTER DEFAULT PRIVILEGES FOR ROLE pitlane_owner IN SCHEMA public GRANT SELECT,INSERT,DELETE,UPDATE ON TABLES  TO pitlane_app;


--
-- PostgreSQL database dump complete
--



