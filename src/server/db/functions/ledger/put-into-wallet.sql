-- Adds value to a wallet and writes the entry: as a new lot or, where it reverses an entry, into the lots the value came from. In an
-- exchange, as lots that end with what it took. The caller has locked the member.
create or replace function put_into_wallet(
  cause ledger_cause, p_member text, p_kind text, p_project text, p_amount bigint, p_valid_until timestamptz,
  /* The reversed entry; null: new value. */
  p_back ledger_line,
  /* What an exchange took for it; null: no exchange. */
  p_taken ledger_posted
) returns ledger_posted language plpgsql as $$
declare
  posted ledger_posted;
  rest bigint := p_amount;
  part bigint;
  lot record;
begin
  if cardinality(p_taken.lot_ids) > 0 then
    p_valid_until := (select min(given) from unnest(p_taken.lot_ends) given);
  end if;
  posted.account := p_kind;
  posted.member := p_member;
  posted.project := p_project;
  insert into wallet as w (org_code, member_id, kind, project, value, ends_from)
    values (cause.org_code, p_member, p_kind, p_project, p_amount, p_valid_until)
    on conflict on constraint wallet_pkey do update
      set value = w.value + excluded.value, ends_from = least(w.ends_from, excluded.ends_from)
    returning w.value into posted.after;
  posted.before := posted.after - p_amount;

  if cardinality(p_back.lot_ids) > 0 then
    -- The lot taken last is refilled first; value that was returned earlier is not returned again.
    for lot in
      select l.id, l.valid_until, least(l.issued - l.value_left, -taken.delta - coalesce((
            select sum(one.delta) from ledger_line b cross join unnest(b.lot_ids, b.lot_deltas) as one (id, delta)
              where b.reverses = p_back.seq and b.org_code = cause.org_code and one.id = taken.id), 0))::bigint as room
        from unnest(p_back.lot_ids, p_back.lot_deltas) with ordinality as taken (id, delta, place)
        join wallet_lot l on l.id = taken.id and l.org_code = cause.org_code
        order by taken.place desc
    loop
      part := least(rest, lot.room);
      continue when part <= 0;
      update wallet_lot l set value_left = l.value_left + part where l.id = lot.id and l.org_code = cause.org_code;
      posted.lot_ids := posted.lot_ids || lot.id;
      posted.lot_deltas := posted.lot_deltas || part;
      posted.lot_ends := posted.lot_ends || lot.valid_until;
      rest := rest - part;
      exit when rest = 0;
    end loop;
    update wallet w set ends_from = least(w.ends_from, (select min(given) from unnest(posted.lot_ends) given))
      where w.member_id = p_member and w.kind = p_kind and w.project = p_project and w.org_code = cause.org_code;
  end if;
  if rest > 0 and cardinality(p_taken.lot_ids) > 0 then
    for lot in
      insert into wallet_lot (org_code, member_id, kind, project, issued, value_left, valid_until, source_kind, source_id, created_at)
        select cause.org_code, p_member, p_kind, p_project, made.part, made.part, made.ends, cause.kind, cause.id, cause.at
          from lots_of_exchange(p_taken.lot_deltas, p_taken.lot_ends, rest) made
        returning id, issued, valid_until
    loop
      posted.lot_ids := posted.lot_ids || lot.id;
      posted.lot_deltas := posted.lot_deltas || lot.issued;
      posted.lot_ends := posted.lot_ends || lot.valid_until;
    end loop;
  elsif rest > 0 then
    insert into wallet_lot (org_code, member_id, kind, project, issued, value_left, valid_until, source_kind, source_id, created_at)
      values (cause.org_code, p_member, p_kind, p_project, rest, rest, p_valid_until, cause.kind, cause.id, cause.at)
      returning id, valid_until into lot;
    posted.lot_ids := posted.lot_ids || lot.id;
    posted.lot_deltas := posted.lot_deltas || rest;
    posted.lot_ends := posted.lot_ends || lot.valid_until;
  end if;

  insert into ledger_line (org_code, member_id, account, project, delta, value_after, cause_kind, cause_id, operator_id,
      cashier_id, terminal_id, created_at, business_day, shift_id, other_org_code, reverses, lot_ids, lot_deltas)
    values (cause.org_code, p_member, p_kind, p_project, p_amount, posted.after, cause.kind, cause.id, cause.operator_id,
      cause.cashier_id, cause.terminal_id, cause.at, cause.day, cause.shift_id, cause.other_org_code, p_back.seq, posted.lot_ids, posted.lot_deltas)
    returning seq into posted.seq;
  return posted;
end
$$;
