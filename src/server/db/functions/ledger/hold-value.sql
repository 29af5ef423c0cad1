-- Holds value of a member's wallets for an order; money is split into paid and gift balance by the store's setting. Returns null, or what
-- is lacking: `money`, `integral`, `laps`, `coins` or `give`, needed and free; then nothing is held. An order whose earlier hold was released
-- may hold again.
--
-- The caller has locked the member. Runs as its owner, so it checks the scope itself.
create or replace function hold_value(
  p_hold uuid, p_org_code text, p_member text, p_money bigint, p_integral bigint, p_laps bigint, p_coins bigint,
  /* Of the gift balance alone; what holds it holds no money. */
  p_give bigint, p_charge_order text, p_now timestamptz, out short text, out needed bigint, out available bigint
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  free record;
  paid bigint;
begin
  perform require_scope(p_org_code);
  loop
    select coalesce(sum(w.value - w.held) filter (where w.kind = 'balance'), 0)::bigint as balance,
        coalesce(sum(w.value - w.held) filter (where w.kind = 'give'), 0)::bigint as give,
        coalesce(sum(w.value - w.held) filter (where w.kind = 'integral'), 0)::bigint as integral,
        coalesce(sum(w.value - w.held) filter (where w.kind = 'laps'), 0)::bigint as laps,
        coalesce(sum(w.value - w.held) filter (where w.kind = 'coins'), 0)::bigint as coins,
        min(w.ends_from) filter (where w.value > w.held) as ends_from
      into free from wallet w where w.member_id = p_member and w.org_code = p_org_code and w.project = '';
    exit when (free.ends_from <= p_now) is not true;
    -- What earlier holds reserve of ended value stays.
    exit when (select sum(write_off_ended(ledger_cause_of('expire', null, p_org_code, null, null, null, p_now), p_member, ended.kind, ''))
      from (values ('balance'), ('give'), ('integral'), ('laps'), ('coins')) as ended (kind)) = 0;
  end loop;
  paid := split_paid(p_money, free.balance, free.give, p_charge_order);
  if paid is null then
    short := 'money';
    needed := p_money;
    available := free.balance + free.give;
    return;
  elsif p_integral > free.integral then
    short := 'integral';
    needed := p_integral;
    available := free.integral;
    return;
  elsif p_laps > free.laps then
    short := 'laps';
    needed := p_laps;
    available := free.laps;
    return;
  elsif p_coins > free.coins then
    short := 'coins';
    needed := p_coins;
    available := free.coins;
    return;
  elsif p_give > free.give then
    short := 'give';
    needed := p_give;
    available := free.give;
    return;
  end if;
  insert into hold as h (id, org_code, member_id, created_at) values (p_hold, p_org_code, p_member, p_now)
    on conflict on constraint hold_pkey do update
      set member_id = excluded.member_id, state = 'held', created_at = excluded.created_at, ended_at = null;
  if paid > 0 then
    perform hold_in_wallet(p_hold, p_org_code, p_member, 'balance', paid);
  end if;
  if p_money > paid then
    perform hold_in_wallet(p_hold, p_org_code, p_member, 'give', p_money - paid);
  end if;
  if p_integral > 0 then
    perform hold_in_wallet(p_hold, p_org_code, p_member, 'integral', p_integral);
  end if;
  if p_laps > 0 then
    perform hold_in_wallet(p_hold, p_org_code, p_member, 'laps', p_laps);
  end if;
  if p_coins > 0 then
    perform hold_in_wallet(p_hold, p_org_code, p_member, 'coins', p_coins);
  end if;
  if p_give > 0 then
    perform hold_in_wallet(p_hold, p_org_code, p_member, 'give', p_give);
  end if;
end
$$;
