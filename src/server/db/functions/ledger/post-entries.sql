-- Implements `post` for callers with typed rows: charges, the most frequent ones. Runs as its owner, so it checks the scope itself.
create or replace function post_entries(
  cause ledger_cause, entries ledger_entry[],
  -- Cash that has changed hands is posted even without a shift; `cash_outside` lists it.
  p_changed_hands boolean default false
) returns ledger_posted[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  answer ledger_posted[] := '{}';
  members text[];
  entry ledger_entry;
  posted ledger_posted;
  given ledger_line;
  known record;
  holder text;
  found_members integer := 0;
begin
  perform require_scope(cause.org_code);
  -- Lock order: members first, by number. Every change of a wallet waits for its member.
  foreach entry in array entries loop
    if entry.member is not null and entry.member <> all (coalesce(members, '{}')) is not false then
      members := members || entry.member;
    end if;
    if entry.hold is not null then
      select h.member_id into holder from hold h where h.id = entry.hold and h.org_code = cause.org_code;
      if holder <> all (coalesce(members, '{}')) then
        members := members || holder;
      end if;
    end if;
  end loop;
  if members is not null then
    for known in
      select m.id, m.merged_into from member m where m.id = any (members) and m.org_code = cause.org_code order by m.id
        for no key update
    loop
      if known.merged_into is not null then
        perform refuse('members.merged', jsonb_build_object('field', 'userId', 'into', known.merged_into));
      end if;
      found_members := found_members + 1;
    end loop;
    if found_members < cardinality(members) then
      perform refuse('members.notFound', '{"field": "userId"}');
    end if;
  end if;

  foreach entry in array entries loop
    continue when entry.delta = 0 and entry.account not in ('unlimited', 'coupon');
    entry.project := coalesce(entry.project, '');
    if entry.hold is not null then
      -- Everything held is free from the first entry on; an unused rest stays with the member.
      perform end_hold(entry.hold, cause.org_code, 'captured', cause.at);
    end if;
    given := null;
    if entry.reverses is not null then
      given := reversed_line(cause, entry);
    end if;
    if entry.account = 'cash' and cause.shift_id is null and not p_changed_hands and not exists (select from safe_payout p
        where p.cause_id = cause.id and p.cause_kind = cause.kind and p.org_code = cause.org_code) then
      perform require_shift(cause.org_code, cause.kind);
    end if;
    if entry.account in ('cash', 'scan', 'coupon', 'deposit', 'clearing') then
      posted := null;
      posted.account := entry.account;
      posted.member := entry.member;
      posted.project := entry.project;
      insert into ledger_line (org_code, member_id, account, project, delta, cause_kind, cause_id, operator_id, cashier_id,
          terminal_id, created_at, business_day, shift_id, other_org_code, reverses)
        values (cause.org_code, entry.member, entry.account, entry.project, entry.delta, cause.kind, cause.id,
          cause.operator_id, cause.cashier_id, cause.terminal_id, cause.at, cause.day, cause.shift_id, cause.other_org_code,
          entry.reverses)
        returning seq into posted.seq;
    elsif entry.account = 'unlimited' then
      posted := post_unlimited(cause, entry);
    elsif entry.delta < 0 then
      posted := take_from_wallet(cause, entry.member, entry.account, entry.project, -entry.delta, 0,
        case when entry.lot is not null then array[entry.lot] when cardinality(given.lot_ids) > 0 then given.lot_ids end,
        entry.reverses, cause.at);
    else
      if cause.kind = 'exchange' and entry.account = 'balance' then
        raise exception 'an exchange never adds paid balance: %', entry;
      end if;
      -- Of an exchange, the entry before is what it took.
      posted := put_into_wallet(cause, entry.member, entry.account, entry.project, entry.delta, entry.valid_until, given,
        case when cause.kind = 'exchange' then answer[cardinality(answer)] end);
    end if;
    answer := answer || posted;
  end loop;
  return answer;
end
$$;
