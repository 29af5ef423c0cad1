-- Writes stock lines of one call, all or none, and keeps the current stock of each item equal to the sum of its lines. Nothing else writes
-- either table. Returns, in the order of the lines, [{id, itemId, orgCode, before, after, delta, expected}].
--
-- Refuses, with {item, needed, available}, what is not in stock. Locks the items in the order of their ids; callers lock orders and members
-- before. Runs as its owner, so it checks the scope itself.
create or replace function write_stock(
  /* {id: the call's idempotency key, operatorId, operatorName, terminalId, now, field?: the field of the call that a refusal names}. */
  cause jsonb,
  /*
   * [{id, orgCode, itemKind, itemId, itemName, kind, delta?, counted?, seenLine?, otherOrg?, handedFor?, orderId?, memberId?, recipient?,
   * reason?}]. A count gives `counted` and `seenLine`, the last line that its counter saw (null: none), instead of `delta`.
   */
  lines jsonb
) returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  line record;
  level stock_level;
  seen stock_line;
  expected integer;
  delta integer;
  answer jsonb := '[]';
begin
  perform require_scope(given.store) from (select distinct l ->> 'orgCode' as store from jsonb_array_elements(lines) l) given;
  insert into stock_level (item_kind, item_id, org_code)
    select distinct l ->> 'itemKind', (l ->> 'itemId')::uuid, l ->> 'orgCode' from jsonb_array_elements(lines) l
      order by 2, 1, 3
    on conflict do nothing;
  perform 1 from stock_level s
    where (s.item_id, s.item_kind::text, s.org_code) in
      (select (l ->> 'itemId')::uuid, l ->> 'itemKind', l ->> 'orgCode' from jsonb_array_elements(lines) l)
    order by s.item_id, s.item_kind, s.org_code for no key update;

  for line in
    select l.* from jsonb_array_elements(lines) with ordinality given (line, place)
      cross join lateral jsonb_to_record(given.line) as l (id uuid, "orgCode" text, "itemKind" text, "itemId" uuid, "itemName" text,
        kind text, delta integer, counted integer, "seenLine" uuid, "otherOrg" text, "handedFor" text, "orderId" uuid, "memberId" text,
        recipient text, reason text)
      order by given.place
  loop
    select s.* into level from stock_level s
      where s.item_id = line."itemId" and s.item_kind = line."itemKind" and s.org_code = line."orgCode";
    expected := null;
    delta := line.delta;
    if line.kind = 'count' then
      seen := null;
      if line."seenLine" is not null then
        select l.* into seen from stock_line l where l.id = line."seenLine" and l.item_id = line."itemId"
          and l.item_kind = line."itemKind" and l.org_code = line."orgCode";
        if seen.id is null then
          perform refuse('stock.lineUnknown', jsonb_build_object('item', line."itemName"));
        end if;
      end if;
      -- What left or came after the counter looked is no difference. A difference that another count has set meanwhile is not set again.
      expected := coalesce(seen.quantity_after, 0);
      delta := line.counted - expected - coalesce((select sum(l.delta) from stock_line l
        where l.item_id = line."itemId" and l.item_kind = line."itemKind" and l.org_code = line."orgCode"
          and l.kind = 'count' and l.seq > coalesce(seen.seq, 0)), 0);
    end if;
    if level.quantity + delta < 0 then
      perform refuse('stock.short', jsonb_strip_nulls(jsonb_build_object('item', line."itemName", 'needed', -delta, 'available',
        level.quantity, 'field', cause ->> 'field')));
    end if;
    insert into stock_line (id, org_code, item_kind, item_id, item_name, kind, delta, quantity_after, counted, expected, other_org,
        handed_for, order_id, member_id, recipient, reason, cause_id, operator_id, operator_name, terminal_id, created_at)
      values (line.id, line."orgCode", line."itemKind", line."itemId", line."itemName", line.kind, delta, level.quantity + delta,
        line.counted, expected, line."otherOrg", coalesce(line."handedFor", ''), line."orderId", line."memberId",
        coalesce(line.recipient, ''), coalesce(line.reason, ''), (cause ->> 'id')::uuid, (cause ->> 'operatorId')::uuid,
        coalesce(cause ->> 'operatorName', ''), (cause ->> 'terminalId')::uuid, (cause ->> 'now')::timestamptz);
    update stock_level s set quantity = level.quantity + delta, last_line = line.id
      where s.item_id = line."itemId" and s.item_kind = line."itemKind" and s.org_code = line."orgCode";
    answer := answer || jsonb_build_object('id', line.id, 'itemId', line."itemId", 'orgCode', line."orgCode", 'before', level.quantity,
      'after', level.quantity + delta, 'delta', delta, 'expected', expected);
  end loop;
  return answer;
end
$$;
