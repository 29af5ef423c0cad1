-- Puts new value into wallets of many members in one statement, each for its own cause, and writes what was paid for it. Equals `post` for
-- positive entries of tenders and wallets. Returns the posted entries of each cause, in their order.
--
-- The caller has locked the members, names each in one cause only, and has checked the shift of cash. Runs as its owner, so it checks the
-- scope itself. The planner settings suit rows that come as arguments, about whose number the planner knows nothing.
create or replace function put_batch(
  causes ledger_cause[],
  /* The id of the cause of each entry. */
  p_causes uuid[],
  entries ledger_entry[]
) returns table (put_for uuid, posted ledger_posted[]) language plpgsql security definer
set search_path = public, pg_temp set enable_hashjoin = on set enable_nestloop = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
begin
  perform require_scope(given.store) from (select distinct c.org_code as store from unnest(causes) c) given;
  return query
    with entry as materialized (
      select e.*, c.*
        from unnest(p_causes, entries) with ordinality as e (for_cause, account, member, project, delta, valid_until, lot, reverses, hold,
            card_name, card_uses, place)
          join unnest(causes) as c (cause_kind, cause_id, org_code, operator_id, cashier_id, terminal_id, at, day, shift_id,
            other_org_code)
            on c.cause_id = e.for_cause
        where e.delta > 0
    ), filled as (
      insert into wallet as w (org_code, member_id, kind, project, value, ends_from)
        select e.org_code, e.member, e.account, e.project, e.delta, e.valid_until from entry e
          where e.account <> all ('{cash,scan}'::text[])
          order by e.place
        on conflict on constraint wallet_pkey do update
          set value = w.value + excluded.value, ends_from = least(w.ends_from, excluded.ends_from)
        returning w.member_id, w.kind, w.project, w.org_code, w.value
    ), made as (
      insert into wallet_lot (org_code, member_id, kind, project, issued, value_left, valid_until, source_kind, source_id, created_at)
        select e.org_code, e.member, e.account, e.project, e.delta, e.delta, e.valid_until, e.cause_kind, e.cause_id, e.at from entry e
          where e.account <> all ('{cash,scan}'::text[])
          order by e.place
        returning wallet_lot.id, wallet_lot.member_id, wallet_lot.kind, wallet_lot.project, wallet_lot.org_code, wallet_lot.valid_until
    ), line as materialized (
      select e.*, w.value as after, l.id as lot_id, l.valid_until as lot_end
        from entry e
          left join filled w on w.member_id = e.member and w.kind = e.account and w.project = e.project and w.org_code = e.org_code
          left join made l on l.member_id = e.member and l.kind = e.account and l.project = e.project and l.org_code = e.org_code
    ), written as (
      insert into ledger_line (org_code, member_id, account, project, delta, value_after, cause_kind, cause_id, operator_id, cashier_id,
          terminal_id, created_at, business_day, shift_id, lot_ids, lot_deltas)
        select l.org_code, l.member, l.account, l.project, l.delta, l.after, l.cause_kind, l.cause_id, l.operator_id, l.cashier_id,
            l.terminal_id, l.at, l.day, l.shift_id, case when l.lot_id is null then '{}' else array[l.lot_id] end,
            case when l.lot_id is null then '{}' else array[l.delta] end
          from line l order by l.place
        returning ledger_line.seq, ledger_line.cause_id, ledger_line.account, ledger_line.project
    )
    select l.cause_id, array_agg((l.account, l.member, l.project, l.after - l.delta, l.after, y.seq, array[l.lot_id], array[l.delta],
        array[l.lot_end])::ledger_posted order by l.place)
      from line l join written y on y.cause_id = l.cause_id and y.account = l.account and y.project = l.project
      group by l.cause_id;
end
$$;
