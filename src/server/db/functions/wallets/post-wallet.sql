-- Changes wallets of members of one store, all of it or nothing, and writes it into the ledger; answers what each changed wallet
-- was and is, [{member, wallet, project, before, after}]. Refuses with the figures what would take from a wallet more than it has,
-- or what open orders hold.
--
-- Members are locked here, by their numbers, and their projects only behind that lock.
create or replace function post_wallet(
  /* kind and id, which the ledger knows it by; orgCode; operatorId, cashierId, terminalId; now. */
  cause jsonb,
  /*
   * [{member, wallet, project, delta}]; lines of the same wallet are added up. Wallets are balance, give, integral, laps, and
   * frequency by project; heldMoney, heldIntegral and heldLaps are what open orders reserve, which the ledger does not count.
   */
  lines jsonb
) returns jsonb language plpgsql as $$
declare
  store constant text := cause ->> 'orgCode';
  posted jsonb := '[]';
  change record;
  part record;
  had member;
  free bigint;
  missing bigint;
  after bigint;
begin
  if exists (select from jsonb_array_elements(lines) l where l ->> 'wallet' <> all
      ('{balance,give,integral,laps,frequency,heldMoney,heldIntegral,heldLaps}'::text[])) then
    raise exception 'post_wallet knows no such wallet: %', lines;
  end if;
  perform 1 from member m where m.org_code = store and m.id in (select l ->> 'member' from jsonb_array_elements(lines) l)
    order by m.id for no key update;

  for change in
    select l.member,
        coalesce(sum(l.delta) filter (where l.wallet = 'balance'), 0)::bigint as balance,
        coalesce(sum(l.delta) filter (where l.wallet = 'give'), 0)::bigint as give,
        coalesce(sum(l.delta) filter (where l.wallet = 'integral'), 0)::bigint as integral,
        coalesce(sum(l.delta) filter (where l.wallet = 'laps'), 0)::bigint as laps,
        coalesce(sum(l.delta) filter (where l.wallet = 'heldMoney'), 0)::bigint as held_money,
        coalesce(sum(l.delta) filter (where l.wallet = 'heldIntegral'), 0)::bigint as held_integral,
        coalesce(sum(l.delta) filter (where l.wallet = 'heldLaps'), 0)::bigint as held_laps
      from jsonb_to_recordset(lines) as l (member text, wallet text, project text, delta bigint)
      group by l.member order by l.member
  loop
    select m.* into had from member m where m.id = change.member and m.org_code = store;
    if not found then
      perform refuse('members.notFound', '{"field": "userId"}');
    elsif had.merged_into is not null then
      perform refuse('members.merged', jsonb_build_object('field', 'userId', 'into', had.merged_into));
    end if;

    -- Paid and gift balance are held together: what is free of both bounds each.
    free := had.balance + had.give - had.held_money - change.held_money;
    missing := -(free + change.balance + change.give);
    if had.balance + change.balance < 0 or missing > 0 and change.balance < 0 then
      perform refuse('wallets.balanceShort', jsonb_build_object('field', 'balance', 'needed', -change.balance,
        'available', greatest(0, least(had.balance, free + greatest(0, change.give))), 'held', had.held_money));
    elsif had.give + change.give < 0 or missing > 0 then
      perform refuse('wallets.giveShort', jsonb_build_object('field', 'give', 'needed', -change.give,
        'available', greatest(0, least(had.give, free + greatest(0, change.balance))), 'held', had.held_money));
    elsif had.integral + change.integral < had.held_integral + change.held_integral then
      perform refuse('wallets.integralShort', jsonb_build_object('field', 'integral', 'needed', -change.integral,
        'available', had.integral - had.held_integral - change.held_integral, 'held', had.held_integral));
    elsif had.laps + change.laps < had.held_laps + change.held_laps then
      perform refuse('wallets.lapsShort', jsonb_build_object('field', 'quan', 'needed', -change.laps,
        'available', had.laps - had.held_laps - change.held_laps, 'held', had.held_laps));
    end if;
    update member m set
        balance = m.balance + change.balance,
        give = m.give + change.give,
        integral = m.integral + change.integral,
        laps = m.laps + change.laps,
        held_money = m.held_money + change.held_money,
        held_integral = m.held_integral + change.held_integral,
        held_laps = m.held_laps + change.held_laps
      where m.id = change.member and m.org_code = store;

    for part in
      select l.wallet, coalesce(l.project, '') as project, sum(l.delta)::bigint as delta
        from jsonb_to_recordset(lines) as l (member text, wallet text, project text, delta bigint)
        where l.member = change.member and l.wallet = any ('{balance,give,integral,laps,frequency}'::text[])
        group by l.wallet, coalesce(l.project, '') having sum(l.delta) <> 0 order by l.wallet, coalesce(l.project, '')
    loop
      if part.wallet = 'frequency' then
        insert into member_project (member_id, org_code, project_type) values (change.member, store, part.project)
          on conflict do nothing;
        select p.frequency + part.delta into after from member_project p
          where p.member_id = change.member and p.org_code = store and p.project_type = part.project;
        if after < 0 then
          perform refuse('wallets.frequencyShort', jsonb_build_object('field', 'frequency', 'needed', -part.delta,
            'available', after - part.delta));
        end if;
        update member_project p set frequency = after
          where p.member_id = change.member and p.org_code = store and p.project_type = part.project;
      else
        after := part.delta + case part.wallet when 'balance' then had.balance when 'give' then had.give
          when 'integral' then had.integral else had.laps end;
      end if;
      insert into wallet_ledger (org_code, member_id, wallet, project, delta, value_after, cause_kind, cause_id, operator_id,
          cashier_id, terminal_id, created_at)
        values (store, change.member, part.wallet, part.project, part.delta, after, cause ->> 'kind',
          (cause ->> 'id')::uuid, (cause ->> 'operatorId')::uuid, (cause ->> 'cashierId')::uuid,
          (cause ->> 'terminalId')::uuid, (cause ->> 'now')::timestamptz);
      posted := posted || jsonb_build_object('member', change.member, 'wallet', part.wallet, 'project', part.project,
        'before', after - part.delta, 'after', after);
    end loop;
  end loop;
  return posted;
end
$$;
