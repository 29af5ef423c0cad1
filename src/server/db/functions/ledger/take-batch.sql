-- Takes money of many members in one statement, each for its own cause: what a hold reserved, or what is free, split into paid and gift
-- balance by the store's setting. Equals `capture_hold` and `post` for the common case: enough value, a hold of the whole price, no ended
-- value, and one lot for each entry. Returns a row with its entries, as `post` returns them, for each cause that was taken; the others are
-- unchanged.
--
-- The caller has locked the members and names each once. Runs as its owner, so it checks the scope itself. The planner settings force index
-- lookups, because planner statistics may be missing.
create or replace function take_batch(
  causes ledger_cause[], p_members text[],
  /* Null: take free value. */
  p_holds uuid[],
  p_amounts bigint[]
) returns table (taken_for uuid, paid_balance bigint, paid_give bigint, lines jsonb) language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
begin
  perform require_scope(given.store) from (select distinct c.org_code as store from unnest(causes) c) given;
  return query
    with wanted as materialized (
      select w.* from unnest(causes, p_members, p_holds, p_amounts)
        as w (cause_kind, cause_id, org_code, operator_id, cashier_id, terminal_id, at, day, shift_id, other_org_code, member_id,
          hold, amount)
    ), part as (
      select w.*, l.kind::text, l.project, l.amount as part, l.amount as reserved
        from wanted w
        -- By their keys, whatever the statistics say: a plan for few holds would read all of them.
        cross join lateral (select * from hold own where own.id = w.hold and own.org_code = w.org_code offset 0) h
        cross join lateral (select * from hold_line own where own.hold_id = h.id and own.org_code = h.org_code offset 0) l
        where h.member_id = w.member_id and h.state = 'held'
      union all
      select w.*, split.kind, '', split.part, 0
        from wanted w
        join store s on s.org_code = w.org_code
        cross join lateral (
          select coalesce(sum(own.value - own.held) filter (where own.kind = 'balance'), 0)::bigint as balance,
              coalesce(sum(own.value - own.held) filter (where own.kind = 'give'), 0)::bigint as give
            from wallet own where own.member_id = w.member_id and own.org_code = w.org_code and own.project = ''
              and own.kind in ('balance', 'give')
            having bool_and((own.ends_from > w.at) is not false)) free
        cross join lateral (select split_paid(w.amount, free.balance, free.give, s.charge_order) as paid) taking
        cross join lateral (values ('balance', taking.paid), ('give', w.amount - taking.paid)) split (kind, part)
        where w.hold is null and split.part > 0
    ), line as materialized (
      select p.*, lot.id as lot, lot.valid_until, lot.id is not null and (own.ends_from > p.at) is not false as is_plain
        from part p
        join wallet own on own.member_id = p.member_id and own.kind = p.kind and own.project = p.project and own.org_code = p.org_code
        left join lateral (
          select o.id, o.valid_until, o.value_left from wallet_lot o
            where o.member_id = p.member_id and o.org_code = p.org_code and o.kind = p.kind and o.project = p.project and o.is_open
            order by o.valid_until, o.id limit 1) lot on lot.value_left >= p.part
    ), taking as materialized (
      select l.* from line l join (
          select one.cause_id from line one group by one.cause_id, one.amount
            having bool_and(one.is_plain) and sum(one.part) = one.amount) sound on sound.cause_id = l.cause_id
    ), ended as (
      update hold h set state = 'captured', ended_at = (select one.at from taking one where one.hold = h.id limit 1)
        where h.id = any (array(select one.hold from taking one where one.hold is not null))
          and h.org_code = any (array(select one.org_code from taking one where one.hold is not null))
    ), spent as (
      update wallet w set value = w.value - t.part, held = w.held - t.reserved from taking t
        where w.member_id = t.member_id and w.kind = t.kind and w.project = t.project and w.org_code = t.org_code
        returning w.value as after, t.*
    ), emptied as (
      update wallet_lot o set value_left = o.value_left - t.part from taking t where o.id = t.lot and o.org_code = t.org_code
    ), written as (
      insert into ledger_line (org_code, member_id, account, project, delta, value_after, cause_kind, cause_id, operator_id,
          cashier_id, terminal_id, created_at, business_day, shift_id, lot_ids, lot_deltas)
        select s.org_code, s.member_id, s.kind, s.project, -s.part, s.after, s.cause_kind, s.cause_id, s.operator_id,
            s.cashier_id, s.terminal_id, s.at, s.day, s.shift_id, array[s.lot], array[-s.part]
          from spent s
        returning ledger_line.seq, ledger_line.cause_id, ledger_line.account, ledger_line.project
    )
    select s.cause_id, coalesce(sum(s.part) filter (where s.kind = 'balance'), 0)::bigint,
        coalesce(sum(s.part) filter (where s.kind = 'give'), 0)::bigint,
        jsonb_agg(jsonb_build_object('account', s.kind, 'member', s.member_id, 'project', s.project, 'delta', -s.part,
          'before', s.after + s.part, 'after', s.after, 'seq', y.seq,
          'lots', jsonb_build_array(jsonb_build_object('id', s.lot, 'delta', -s.part, 'validUntil', s.valid_until)))
          order by s.kind, s.project)
      from spent s join written y on y.cause_id = s.cause_id and y.account = s.kind and y.project = s.project
      group by s.cause_id;
end
$$;
