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
  orders consume_order[];
  answered request_key[];
  trail audit_entry[];
  records uuid[];
begin
  perform enter_scope(calls -> 0);
  -- The others are not looked at again: a record may be named by a call with a coupon too.
  calls := coalesce((select jsonb_agg(call) from jsonb_array_elements(calls) call
    where call ->> 'consumeType' = 'BALANCE' and is_own_coupon(call ->> 'couponCode') is not true), '[]');
  records := array(select (call ->> 'playId')::uuid from jsonb_array_elements(calls) call);
  records := array(
    select p.id from play_record p where p.id = any (records) and p.state = 'PENDING' and p.consume_type = 'BALANCE'
      order by p.id for no key update skip locked);
  records := array(
    select p.id from play_record p join member m on m.id = p.member_id and m.org_code = p.org_code
      where p.id = any (records) and m.merged_into is null and not m.frozen
      order by m.id for no key update of m skip locked);

  -- A separate statement sees what was committed before the rows were locked.
  with call as materialized (
    select given.call, c.*
      from jsonb_array_elements(calls) given (call), jsonb_to_record(given.call) as c (key uuid, "userId" uuid, "playId" uuid, "ruleId" uuid,
        "memberId" text, "usageMode" text, "cashierId" uuid, "terminalId" uuid, "passwordHash" text, "tokenHash" text, locale text,
        now timestamptz)
  ), usual as materialized (
    select c.*, p.id as play_id, p.org_code, p.member_id, p.people, p.experience,
        price_of(p.consume_type, p.price_mode, p.price, p.people) as amount,
        settled_ride(p, c.call, p.member_id, u.realname, t.name) as ride,
        ((c.now at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date as today,
        ((p.created_at at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date as visited_on, m.last_visit_on,
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
          seat.shift_id, null)::ledger_cause) as causes, array_agg(o.member_id) as members, array_agg(o.play_id) as holds,
        array_agg(o.amount) as amounts
      from usual o join seat on seat.org_code = o.org_code and seat."userId" = o."userId"
        and seat."terminalId" is not distinct from o."terminalId"
      where o.of_member = 1
  ), done as materialized (
    select o.*, new_order(o.ride, o.key, array[o.play_id], 'balance', o."usageMode", o.people, o.amount, 0, null, o.locale, o.now,
        taken.paid_balance, taken.paid_give, p_settles => 'PENDING', p_settles_member => o.member_id) as sold
      from given, take_batch(given.causes, given.members, given.holds, given.amounts) taken
      join usual o on o.key = taken.taken_for
      where given.causes is not null
  ), settled as (
    update play_record p set state = 'CONSUMED', consume_id = d.key, settled_at = d.now, settled_by = d."userId"
      from done d where p.id = d.play_id and p.org_code = d.org_code
  )
  select jsonb_object_agg(d.key, d.org_code),
      jsonb_agg(jsonb_build_object('key', d.key, 'orgCode', d.org_code, 'member', d.member_id, 'now', d.now, 'day', d.visited_on,
        'experience', d.experience)) filter (where d.experience > 0 or (d.last_visit_on >= d.visited_on) is not true),
      array_agg(d.sold), array_agg(request_key_of(d.call, d.org_code, jsonb_build_object('result', null, 'message', d.key))),
      array_agg(settled_entry(d.call, d.sold))
    into answer, more, orders, answered, trail from done d;

  -- A key used by another call violates the constraint and rolls back the batch; then each is settled by itself.
  perform store_request_keys(answered);
  perform store_orders(orders);
  perform store_audit_entries(trail);

  -- Rare: first visits of the day, and rides that raise a member's level.
  perform count_visits(more, calls);
  return coalesce(answer, '{}');
end
$$;
