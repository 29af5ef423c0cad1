-- Posts the ledger entries of one cause, all or none, and changes the wallets. Only this and the functions beside it (hold, capture, merge)
-- write to the ledger and wallets. Returns, in the order of the lines, [{account, member, project, before, after, seq, lots: [{id, delta,
-- validUntil}]}].
--
-- A negative entry of a wallet takes from the lot that ends first, a positive one makes a lot. A reversing entry returns value to the lots
-- it came from, or takes it from the lots it made. Refuses, with {field, needed, available, held}, what is not free of open orders, and
-- reversing more than is left. Locks members, in the order of their numbers; callers lock records and orders before, and vehicles before
-- these.
create or replace function post(
  /*
   * {kind, id, orgCode, operatorId, cashierId, terminalId, now, happenedAt?, shiftId?, drawer?, otherOrgCode?}; unique per account and project.
   * `happenedAt`: the time of an offline act, which decides its business day, and its shift unless the terminal names one. `drawer`: the
   * shift that pays, from `pay_from`; null: none. `otherOrgCode`: the other store, of a ride elsewhere; see `post_visit`.
   */
  cause jsonb,
  /*
   * [{account, member?, project?, delta, validUntil?, lot?, reverses?, hold?, card?}]: `lot`: the only lot to take from; `reverses`: seq of
   * the reversed entry; `hold`: a hold that ends (its unused rest is free again); `card`: {name, uses} of an unlimited card that is added,
   * whose end is `validUntil`. Amounts are fen, points, laps and visits.
   */
  lines jsonb
) returns jsonb language plpgsql as $$
declare
  store constant text := cause ->> 'orgCode';
  made ledger_cause;
  entries ledger_entry[] := '{}';
  line jsonb;
  posted ledger_posted;
  answer jsonb := '[]';
  lots jsonb;
begin
  for line in select jsonb_array_elements(lines) loop
    entries := entries || (line ->> 'account', line ->> 'member', coalesce(line ->> 'project', ''), line ->> 'delta',
      line ->> 'validUntil', line ->> 'lot', line ->> 'reverses', line ->> 'hold', line #>> '{card,name}',
      line #>> '{card,uses}')::ledger_entry;
  end loop;
  made := ledger_cause_of(cause ->> 'kind', (cause ->> 'id')::uuid, store, (cause ->> 'operatorId')::uuid,
    (cause ->> 'cashierId')::uuid, (cause ->> 'terminalId')::uuid, (cause ->> 'now')::timestamptz, (cause ->> 'happenedAt')::timestamptz,
    (cause ->> 'shiftId')::uuid);
  if cause ? 'drawer' then
    made.shift_id := cause ->> 'drawer';
  end if;
  made.other_org_code := cause ->> 'otherOrgCode';
  foreach posted in array post_entries(made, entries, cause ->> 'happenedAt' is not null) loop
    lots := '[]';
    for place in 1 .. coalesce(cardinality(posted.lot_ids), 0) loop
      lots := lots || jsonb_build_object('id', posted.lot_ids[place], 'delta', posted.lot_deltas[place],
        'validUntil', posted.lot_ends[place]);
    end loop;
    answer := answer || jsonb_build_object('account', posted.account, 'member', posted.member, 'project', posted.project,
      'before', posted.before, 'after', posted.after, 'seq', posted.seq, 'lots', lots);
  end loop;
  return answer;
end
$$;
