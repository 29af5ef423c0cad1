-- Writes the lines of one cause into the ledger, all or none, and changes the wallets that they are of. Nothing else writes either but
-- the functions beside it, which hold, capture and merge. Answers, in the order of the lines,
-- [{account, member, project, before, after, seq, lots: [{id, delta, validUntil}]}].
--
-- A negative line of a wallet takes from the lot that ends first, a positive one makes a lot; one that reverses another gives back to
-- the lots that it came from, or takes from those that it made. It refuses with {field, needed, available, held} what a wallet does not
-- have free of open orders, and more reversed than there was. Members are locked here, by their numbers; callers lock records and
-- orders before, and vehicles before these.
create or replace function post(
  /*
   * {kind, id, orgCode, operatorId, cashierId, terminalId, now, happenedAt?, shiftId?, drawer?}; the ledger takes one line of each account and
   * project for it. `happenedAt` of what a terminal kept while the server was away: its business day is that of this moment, and so is its shift
   * unless the terminal names one of its own. `drawer`: the shift that pays, as `pay_from` has found it; null: none does.
   */
  cause jsonb,
  /*
   * [{account, member?, project?, delta, validUntil?, lot?, reverses?, hold?, card?}]: `lot` the only one to take from, `reverses` the seq
   * of a line, `hold` one whose reservation is used up (what no line takes of it is free again), `card` {name, uses} of an unlimited
   * card that is added, whose end is `validUntil`. Amounts are fen, points, laps and visits.
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
