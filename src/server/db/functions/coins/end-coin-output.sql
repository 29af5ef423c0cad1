-- Ends a paid output, once: gives back what was not counted out, to where it came from. Money is rounded down to the fen. Cash comes out of
-- the drawer that took it, or the safe where that shift has been closed. The caller holds the output, which has not ended.
create or replace function end_coin_output(sold coin_output, p_counted integer, p_now timestamptz) returns void language plpgsql as $$
declare
  came_out constant integer := least(p_counted, sold.asked);
  missing constant integer := sold.asked - came_out;
  owed constant bigint := div(sold.amount::numeric * missing, sold.asked)::bigint;
  new_cause uuid;
  holder text;
  cause jsonb;
  gifts bigint;
  /* What of the money goes back to the gift balance; the rest, with what rounding takes, goes to the paid balance. */
  gift_back bigint := 0;
  drawer shift;
begin
  if missing > 0 then
    new_cause := gen_random_uuid();
    holder := lock_current_member(sold.member_id, sold.org_code);
    cause := jsonb_build_object('kind', 'coinBack', 'id', new_cause, 'orgCode', sold.org_code, 'operatorId', sold.operator_id,
      'cashierId', sold.cashier_id, 'terminalId', sold.terminal_id, 'now', p_now);
    if sold.pay_mode = 'cash' and owed > 0 then
      select s.* into drawer from ledger_line l join shift s on s.id = l.shift_id and s.org_code = l.org_code
        where l.cause_id = sold.id and l.cause_kind = 'coinOut' and l.org_code = sold.org_code and l.account = 'cash';
      if drawer.id is not null then
        perform pg_advisory_xact_lock_shared(shift_seat(sold.org_code, drawer.terminal_id, drawer.operator_id));
        -- A separate statement sees whether the shift was closed while this transaction waited.
        if exists (select from shift s where s.id = drawer.id and s.org_code = sold.org_code and s.closed_at is null) then
          cause := cause || jsonb_build_object('drawer', drawer.id);
        end if;
      end if;
      if not cause ? 'drawer' then
        cause := cause || '{"drawer": null}';
        insert into safe_payout (cause_kind, cause_id, org_code, amount, reason, operator_id, operator_name, business_day, created_at)
          values ('coinBack', new_cause, sold.org_code, owed, sold.device_name || ' ' || came_out || '/' || sold.asked,
            sold.operator_id, sold.operator_name, business_day(sold.org_code, p_now), p_now);
      end if;
    end if;
    select coalesce(sum(-l.delta), 0)::bigint into gifts from ledger_line l
      where l.cause_id = sold.id and l.cause_kind = 'coinOut' and l.org_code = sold.org_code and l.account = 'give';
    if gifts > 0 then
      gift_back := div(owed::numeric * gifts, sold.amount)::bigint;
    end if;
    perform post(cause, (
      select jsonb_agg(jsonb_build_object('account', l.account, 'member', case when l.member_id is not null then holder end,
          'reverses', l.seq, 'delta', case l.account
            when 'coins' then missing
            when 'give' then gift_back
            when 'balance' then owed - gift_back
            else -owed end) order by l.seq)
        from ledger_line l where l.cause_id = sold.id and l.cause_kind = 'coinOut' and l.org_code = sold.org_code));
    if sold.pay_mode = 'scan' and owed > 0 then
      perform owe_refund(new_cause, sold.org_code, sold.id, owed, sold.device_name, p_now);
    end if;
  end if;
  update coin_output o set state = 'completed', counted = came_out, back_coins = missing, back_amount = owed, back_id = new_cause,
      ended_at = p_now, late_counted = case when p_counted > sold.asked then p_counted end
    where o.id = sold.id and o.org_code = sold.org_code;
end
$$;
