-- Recharges members in one round trip, one or many: existing members who pay in cash by a rule that gives values, which are credited at once.
-- Returns {key: {answer, orgCode}}, each answer as stored in `request_key`, of the calls that were recharged. The others were answered
-- before, would be refused or are not the common case (a card, a scan payment, a new member), and have changed nothing; the server takes
-- the general path.
--
-- Locks keys, then members. The planner settings force index lookups, because planner statistics may be missing.
create or replace function recharge_members(
  /*
   * Of callers with one scope and different keys: scope, scopeEnd, key, path, bodyHash, userId, username, realname, userOrgCode, ip,
   * requestId, kind, request, waitedMs: as for `start_play`; tokenHash, terminalId, cashierId: the cashier; memberId, ruleId; statedAmount: the
   * amount entered at the counter in fen, or null; remark, printId, locale, mayPhones; shown: the answer's row as far as it is known
   * before; words: texts of the receipt; ticket: its frame; printJobId; now.
   */
  calls jsonb,
  /* Whether it waits for the locks, for one call; otherwise it leaves out what is locked. */
  p_waits boolean
) returns jsonb language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  keys uuid[];
  members text[];
  sales recharge_sale[];
begin
  perform enter_scope(calls -> 0);
  -- Same lock as in `answer_before`.
  if p_waits then
    perform pg_advisory_xact_lock(hashtextextended(call ->> 'key', 7019283111)) from jsonb_array_elements(calls) call;
    keys := array(select (call ->> 'key')::uuid from jsonb_array_elements(calls) call);
    members := array(select call ->> 'memberId' from jsonb_array_elements(calls) call);
    members := array(select m.id from member m where m.id = any (members) order by m.id for no key update);
  else
    keys := array(select (call ->> 'key')::uuid from jsonb_array_elements(calls) call
      where pg_try_advisory_xact_lock(hashtextextended(call ->> 'key', 7019283111)));
    members := array(select call ->> 'memberId' from jsonb_array_elements(calls) call where (call ->> 'key')::uuid = any (keys));
    members := array(select m.id from member m where m.id = any (members) order by m.id for no key update skip locked);
  end if;

  -- A separate statement sees what was committed before the rows were locked.
  with call as materialized (
    select given.call, c.*
      from jsonb_array_elements(calls) given (call), jsonb_to_record(given.call) as c (key uuid, "userId" uuid, "memberId" text,
        "ruleId" uuid, "statedAmount" bigint, "cashierId" uuid, "terminalId" uuid, "tokenHash" text, locale text, now timestamptz)
  ), usual as materialized (
    select c.call, c.key, c.now, s.name as store_name, s.time_zone, m.nickname, m.realname, m.phone,
        case c.locale when 'zh' then s.receipt_foot_zh else s.receipt_foot_en end as receipt_foot,
        new_recharge(c.call, r, terms.amount, terms.money, terms.last_day, u.realname, t.name, c.now) as sold,
        case when terms.last_day is not null then day_ends(r.org_code, terms.last_day) end as ends,
        terms.today, terms.amount > 0 and s.cash_needs_shift = 'YES' as needs_shift,
        row_number() over (partition by m.id, m.org_code order by c.key) as of_member
      from call c
      cross join lateral (select * from recharge_rule given where given.id = c."ruleId" offset 0) r
      join store s on s.org_code = r.org_code
      cross join lateral (select * from member payer where payer.id = c."memberId" offset 0) m
      -- Same as amountRefusal and rechargeOutcome in src/shared/features, and `lastDayBought` in wallets/validity.calc.ts.
      cross join lateral (select case r.amount_type when 'custom' then c."statedAmount" else r.price end as amount,
          case r.amount_type when 'custom' then c."statedAmount" else r.recharge end as money,
          ((c.now at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date as today) paid
      cross join lateral (select paid.*, case r.validity_type when 'fixedDate' then r.valid_on
          when 'fixedDays' then paid.today + r.valid_days end as last_day) terms
      left join user_account u on u.id = c."cashierId"
      left join terminal t on t.id = c."terminalId" and t.org_code = r.org_code
      where c.key = any (keys) and c."memberId" = any (members) and (select k.key from request_key k where k.key = c.key) is null
        and m.org_code = r.org_code and m.merged_into is null and not m.frozen and (m.end_time <= c.now) is not true
        and r.active and r.project_type = 'currency'
        and (not r.time_limited or (c.now at time zone s.time_zone)::date between r.offered_from and r.offered_until)
        and (r.validity_type <> 'fixedDate' or r.valid_on >= terms.today)
        and case r.amount_type when 'custom' then c."statedAmount" > 0 and c."statedAmount" >= r.recharge
          else (c."statedAmount" <> r.price) is not true end
        and (terms.amount = 0 or s.accepts_cash = 'YES') and (c."terminalId" is null or t.id is not null)
        and case when c."cashierId" is null then s.cashier_required <> 'YES'
          else cashier_refusal(c."cashierId", r.org_code, c."userId", c."tokenHash", c."terminalId", c.now) is null end
  ), seat as materialized (
    select at_counter.*, open_shift(at_counter.org_code, at_counter.terminal_id, at_counter.operator_id) as shift_id
      from (select distinct (u.sold).org_code, (u.sold).terminal_id, (u.sold).operator_id from usual u) at_counter
  ), chosen as materialized (
    select u.*, seat.shift_id, row_number() over (order by u.now, u.key) as place
      from usual u join seat on seat.org_code = (u.sold).org_code and seat.operator_id = (u.sold).operator_id
        and seat.terminal_id is not distinct from (u.sold).terminal_id
      where u.of_member = 1 and (seat.shift_id is not null or not u.needs_shift)
  ), entry as materialized (
    -- Same as gainLines in src/shared/features/recharge/recharge.calc.ts, after the payment.
    select c.key, (e.account, (c.sold).member_id, e.project, e.delta, e.ends, null, null, null, null, null)::ledger_entry as entry,
        c.place, e.turn
      from chosen c cross join lateral (values
        (1, 'cash', '', (c.sold).amount, null), (2, 'balance', '', (c.sold).balance, c.ends), (3, 'give', '', (c.sold).give, c.ends),
        (4, 'integral', '', (c.sold).integral, c.ends), (5, 'laps', '', (c.sold).laps, c.ends),
        (6, 'frequency', (c.sold).project_type, (c.sold).frequency, c.ends)) as e (turn, account, project, delta, ends)
      where e.delta > 0
  ), given as materialized (
    select (select array_agg(('recharge', c.key, (c.sold).org_code, (c.sold).operator_id, (c.sold).cashier_id, (c.sold).terminal_id, c.now,
          c.today, c.shift_id, null)::ledger_cause order by c.place) from chosen c) as causes,
        array_agg(e.key order by e.place, e.turn) as entry_causes, array_agg(e.entry order by e.place, e.turn) as entries
      from entry e
  )
  select array_agg((c.call, c.sold, put.posted, c.store_name, c.time_zone, c.receipt_foot, c.nickname, c.realname, c.phone)::recharge_sale
      order by c.place)
    into sales
    from given, put_batch(given.causes, given.entry_causes, given.entries) put join chosen c on c.key = put.put_for
    where given.causes is not null;
  if sales is null then
    return '{}';
  end if;
  return store_recharges(sales);
end
$$;
