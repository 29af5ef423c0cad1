-- Takes value from a wallet and its lots, the earliest end first, or from the named lots, and writes the ledger entry. Refuses, with the
-- amounts, where too little is free of open orders. The caller has locked the member.
create or replace function take_from_wallet(
  cause ledger_cause, p_member text, p_kind text, p_project text, p_amount bigint,
  /* The part of it that a hold reserved and releases now. */
  p_reserved bigint,
  /* The only lots to take from; null: any. */
  p_lots bigint[],
  p_reverses bigint,
  /* When a hold reserved it, else now. Lots that had ended by then come last: they are reserved by older holds. */
  p_since timestamptz
) returns ledger_posted language plpgsql as $$
declare
  posted ledger_posted;
  need bigint := p_amount;
  part bigint;
  free record;
  lot record;
begin
  posted.account := p_kind;
  posted.member := p_member;
  posted.project := p_project;
  loop
    update wallet w set value = w.value - p_amount, held = w.held - p_reserved
      where w.member_id = p_member and w.kind = p_kind and w.project = p_project and w.org_code = cause.org_code
        and w.value - w.held >= p_amount - p_reserved and (w.ends_from > cause.at) is not false
      returning w.value into posted.after;
    exit when found;
    -- Rare: a lot has ended, or there is too little.
    if write_off_ended(cause, p_member, p_kind, p_project) = 0 then
      update wallet w set value = w.value - p_amount, held = w.held - p_reserved
        where w.member_id = p_member and w.kind = p_kind and w.project = p_project and w.org_code = cause.org_code
          and w.value - w.held >= p_amount - p_reserved
        returning w.value into posted.after;
      exit when found;
      select coalesce(sum(w.value - w.held), 0)::bigint + p_reserved as value, coalesce(sum(w.held), 0)::bigint as held
        into free from wallet w
        where w.member_id = p_member and w.kind = p_kind and w.project = p_project and w.org_code = cause.org_code;
      perform refuse('wallets.' || p_kind || 'Short', jsonb_build_object('field',
        case p_kind when 'laps' then 'laps' else p_kind end, 'needed', p_amount, 'available', free.value, 'held', free.held));
    end if;
  end loop;
  posted.before := posted.after + p_amount;

  if p_lots is null then
    -- One lot almost always suffices.
    update wallet_lot l set value_left = l.value_left - p_amount
      where l.org_code = cause.org_code and l.value_left >= p_amount and l.id = (
        select o.id from wallet_lot o
          where o.member_id = p_member and o.org_code = cause.org_code and o.kind = p_kind and o.project = p_project and o.is_open
          order by (o.valid_until <= p_since) is true, o.valid_until, o.id limit 1)
      returning l.id, l.valid_until into lot;
    if found then
      need := 0;
      posted.lot_ids := array[lot.id];
      posted.lot_deltas := array[-p_amount];
      posted.lot_ends := array[lot.valid_until];
    end if;
  end if;
  if need > 0 then
    for lot in
      select l.id, l.value_left, l.valid_until from wallet_lot l
        where l.member_id = p_member and l.org_code = cause.org_code and l.kind = p_kind and l.project = p_project and l.is_open
          and (p_lots is null or l.id = any (p_lots))
        order by (l.valid_until <= p_since) is true, l.valid_until, l.id
    loop
      part := least(need, lot.value_left);
      update wallet_lot l set value_left = l.value_left - part where l.id = lot.id and l.org_code = cause.org_code;
      posted.lot_ids := posted.lot_ids || lot.id;
      posted.lot_deltas := posted.lot_deltas || -part;
      posted.lot_ends := posted.lot_ends || lot.valid_until;
      need := need - part;
      exit when need = 0;
    end loop;
    if need > 0 then
      if p_lots is null then
        raise exception 'the lots of % of member % are worth % less than the wallet', p_kind, p_member, need;
      end if;
      perform refuse('ledger.lotShort', jsonb_build_object('field', case p_kind when 'laps' then 'laps' else p_kind end,
        'account', p_kind, 'needed', p_amount, 'available', p_amount - need));
    end if;
  end if;

  insert into ledger_line (org_code, member_id, account, project, delta, value_after, cause_kind, cause_id, operator_id,
      cashier_id, terminal_id, created_at, business_day, shift_id, other_org_code, reverses, lot_ids, lot_deltas)
    values (cause.org_code, p_member, p_kind, p_project, -p_amount, posted.after, cause.kind, cause.id, cause.operator_id,
      cause.cashier_id, cause.terminal_id, cause.at, cause.day, cause.shift_id, cause.other_org_code, p_reverses, posted.lot_ids, posted.lot_deltas)
    returning seq into posted.seq;
  return posted;
end
$$;
