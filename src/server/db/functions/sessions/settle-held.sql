-- Settles many pending rides from the holds of their starts in a few statements. Equals `charge_play` for a balance payment in the common
-- case; it leaves calls that would have to wait, be refused or need other checks to `charge_play`. Returns {key: store} of the rides that
-- were settled.
--
-- Waits for no record or member, so that no order waits for an unrelated one. The planner settings force index lookups, because planner
-- statistics may be missing.
create or replace function settle_held(
  /* Arguments of `charge_play`, of callers with one scope and different keys. */
  calls jsonb
) returns jsonb language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  answer jsonb;
  more jsonb;
  records uuid[];
begin
  perform enter_scope(calls -> 0);
  records := array(select (call ->> 'playId')::uuid from jsonb_array_elements(calls) call where call ->> 'consumeType' = 'BALANCE');
  records := array(
    select p.id from play_record p where p.id = any (records) and p.state = 'GUADAN' and p.consume_type = 'BALANCE'
      order by p.id for no key update skip locked);
  records := array(
    select p.id from play_record p join member m on m.id = p.member_id and m.org_code = p.org_code
      where p.id = any (records) and m.merged_into is null and not m.frozen
      order by m.id for no key update of m skip locked);

  -- A separate statement sees what was committed before the rows were locked.
  with call as materialized (
    select c.* from jsonb_to_recordset(calls) as c (key uuid, path text, "bodyHash" text, kind text, "userId" uuid, username text,
      realname text, ip text, "requestId" text, "playId" uuid, "ruleId" uuid, "memberId" text, "usageMode" text, racer text,
      remark text, "cashierId" uuid, "terminalId" uuid, "passwordHash" text, "tokenHash" text, locale text, now timestamptz)
  ), usual as materialized (
    select c.*, p.id as play_id, p.org_code, p.member_id, p.rule_id, p.rule_name, p.people, p.experience,
        coalesce(c.racer, p.racer) as rider, coalesce(c.remark, '') as remarked,
        p.price * case p.price_mode when 'one' then 1 else p.people end as amount,
        p.discount * case p.price_mode when 'one' then 1 else p.people end as discount,
        ((c.now at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date as today,
        ((p.created_at at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date as visited_on, m.last_visit_on,
        coalesce(u.realname, '') as cashier_name, coalesce(t.name, '') as terminal_name,
        row_number() over (partition by p.member_id, p.org_code order by c.key) as of_member
      from call c
      join play_record p on p.id = c."playId"
      join store s on s.org_code = p.org_code
      join member m on m.id = p.member_id and m.org_code = p.org_code
      left join user_account u on u.id = c."cashierId"
      left join terminal t on t.id = c."terminalId" and t.org_code = p.org_code
      where c."playId" = any (records) and 'XWHF' = any (s.apps)
        and (c."ruleId" is null or c."ruleId" = p.rule_id) and (c."memberId" is null or c."memberId" = p.member_id)
        and (m.end_time <= c.now) is not true
        and (m.consume_password is null or m.consume_password = c."passwordHash")
        and case when c."cashierId" is null then s.cashier_required <> 'YES'
          else cashier_refusal(c."cashierId", p.org_code, c."userId", c."tokenHash", c."terminalId", c.now) is null end
  ), seat as materialized (
    select at_counter.*, open_shift(at_counter.org_code, at_counter."terminalId", at_counter."userId") as shift_id
      from (select distinct org_code, "terminalId", "userId" from usual) at_counter
  ), given as materialized (
    select array_agg(('consume', o.key, o.org_code, o."userId", o."cashierId", o."terminalId", o.now, o.today,
          seat.shift_id)::ledger_cause) as causes, array_agg(o.member_id) as members, array_agg(o.play_id) as holds,
        array_agg(o.amount) as amounts
      from usual o join seat on seat.org_code = o.org_code and seat."userId" = o."userId"
        and seat."terminalId" is not distinct from o."terminalId"
      where o.of_member = 1
  ), done as materialized (
    select o.*, taken.paid_balance, taken.paid_give
      from given, take_batch(given.causes, given.members, given.holds, given.amounts) taken
      join usual o on o.key = taken.taken_for
      where given.causes is not null
  ), settled as (
    update play_record p set state = 'CONSUMED', consume_id = d.key, settled_at = d.now, settled_by = d."userId"
      from done d where p.id = d.play_id and p.org_code = d.org_code
  ), answered as (
    -- A key used by another call violates the constraint and rolls back the batch; then each is settled by itself.
    insert into request_key (key, org_code, user_id, path, body_hash, answer, created_at)
      select d.key, d.org_code, d."userId", d.path, d."bodyHash", jsonb_build_object('result', null, 'message', d.key), d.now
        from done d
  ), ordered as (
    insert into consume_order (id, org_code, play_id, play_ids, settles, settles_member, member_id, rule_id, rule_name, state,
        consume_type, pay_mode, usage_mode, people, amount, discount, paid_balance, paid_give, racer, remark, operator_id, operator_name, cashier_id, cashier_name,
        terminal_id, terminal_name, locale, created_at, paid_at)
      select d.key, d.org_code, d.play_id, array[d.play_id], 'GUADAN', d.member_id, d.member_id, d.rule_id, d.rule_name, 'payed', 'BALANCE',
          'balance', d."usageMode", d.people, d.amount, d.discount, d.paid_balance, d.paid_give, d.rider, d.remarked, d."userId", d.realname,
          d."cashierId", d.cashier_name, d."terminalId", d.terminal_name, d.locale, d.now, d.now
        from done d
  ), trailed as (
    insert into audit_entry (org_code, user_id, username, realname, ip, request_id, method, action, record_kind, record_id,
        request, after)
      select d.org_code, d."userId", d.username, d.realname, d.ip, d."requestId", 'POST', d.path, d.kind, d.key::text,
          jsonb_build_object('id', d.play_id),
          jsonb_build_object('id', d.key, 'play_id', d.play_id, 'member_id', d.member_id, 'rule_id', d.rule_id, 'state', 'payed',
            'consume_type', 'BALANCE', 'pay_mode', 'balance', 'usage_mode', d."usageMode", 'people', d.people, 'amount', d.amount,
            'paid_balance', d.paid_balance, 'paid_give', d.paid_give, 'racer', d.rider, 'remark', d.remarked,
            'cashier_id', d."cashierId", 'terminal_id', d."terminalId")
        from done d
  )
  select jsonb_object_agg(d.key, d.org_code),
      jsonb_agg(jsonb_build_object('key', d.key, 'orgCode', d.org_code, 'member', d.member_id, 'now', d.now, 'day', d.visited_on,
        'experience', d.experience)) filter (where d.experience > 0 or (d.last_visit_on >= d.visited_on) is not true)
    into answer, more from done d;

  -- Rare: first visits of the day, and rides that raise a member's level.
  perform count_visits(more, calls);
  return coalesce(answer, '{}');
end
$$;
