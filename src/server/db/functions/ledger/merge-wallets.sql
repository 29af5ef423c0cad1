-- Moves all value of a member to another member of the store: the lots with their ends, and the holds of open orders. Writes two ledger
-- entries per wallet; later refunds can return value to the moved lots. The caller has locked both members. Runs as its owner, so it checks
-- the scope itself.
create or replace function merge_wallets(
  /* Its kind is ignored: the entries are `mergeOut` and `mergeIn`. */
  cause ledger_cause, p_source text, p_target text
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own record;
  after bigint;
begin
  perform require_scope(cause.org_code);
  update hold h set member_id = p_target where h.member_id = p_source and h.org_code = cause.org_code and h.state = 'held';
  for own in
    select w.*, lots.ids, lots.deltas from wallet w
      cross join lateral (
        select coalesce(array_agg(l.id order by l.id), '{}') as ids, coalesce(array_agg(l.value_left order by l.id), '{}') as deltas
          from wallet_lot l where l.member_id = w.member_id and l.org_code = w.org_code and l.kind = w.kind
            and l.project = w.project and l.is_open) lots
      where w.member_id = p_source and w.org_code = cause.org_code
      order by w.kind, w.project
  loop
    insert into wallet as w (org_code, member_id, kind, project, value, held, ends_from)
      values (cause.org_code, p_target, own.kind, own.project, own.value, own.held, own.ends_from)
      on conflict on constraint wallet_pkey do update
        set value = w.value + excluded.value, held = w.held + excluded.held, ends_from = least(w.ends_from, excluded.ends_from)
      returning w.value into after;
    update wallet_lot l set member_id = p_target
      where l.member_id = p_source and l.org_code = cause.org_code and l.kind = own.kind and l.project = own.project;
    update wallet w set value = 0, held = 0, ends_from = null
      where w.member_id = p_source and w.org_code = cause.org_code and w.kind = own.kind and w.project = own.project;
    continue when own.value = 0;
    insert into ledger_line (org_code, member_id, account, project, delta, value_after, cause_kind, cause_id, operator_id,
        cashier_id, terminal_id, created_at, business_day, shift_id, lot_ids, lot_deltas)
      select cause.org_code, side.member, own.kind, own.project, side.delta, side.after, side.kind, cause.id, cause.operator_id,
          cause.cashier_id, cause.terminal_id, cause.at, cause.day, cause.shift_id, own.ids, side.deltas
        from (values
          ('mergeOut', p_source, -own.value, 0, (select array_agg(-d) from unnest(own.deltas) d)),
          ('mergeIn', p_target, own.value, after, own.deltas)) as side (kind, member, delta, after, deltas);
  end loop;
end
$$;
