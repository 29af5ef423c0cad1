-- Completes a refund when its provider has reported the result, once. Paid back: the ledger records that the money has left. Refused:
-- everything taken is restored and the order counts as paid again. Returns the store that changed; null where no pending refund has this
-- id.
create or replace function end_refund(p_refund uuid, p_done boolean, p_trouble text, p_now timestamptz) returns text language plpgsql as $$
declare
  made refund_order;
  charged consume_order;
  back jsonb;
begin
  select r.* into made from refund_order r where r.id = p_refund;
  if made.order_kind = 'consume' then
    select o.* into charged from consume_order o where o.id = made.order_id and o.org_code = made.org_code for no key update;
  else
    perform 1 from recharge_order o where o.id = made.order_id and o.org_code = made.org_code for no key update;
  end if;
  select r.* into made from refund_order r where r.id = p_refund for update;
  if made.state is distinct from 'refunding' then
    return null;
  end if;
  if p_done and charged.coupon_code <> '' and is_returned(charged, charged.refunded, made.keeps_rides) then
    perform undo_coupon(made.org_code, made.order_id, p_now);
  end if;
  -- A member merged meanwhile is replaced by the member it was merged into.
  made.member_id := lock_current_member(made.member_id, made.org_code);
  if p_done then
    perform post(refund_cause(made, 'refund', p_now),
      (select jsonb_agg(jsonb_build_object('account', 'scan', 'member', made.member_id, 'delta', made.coupon - made.amount, 'reverses', l.seq))
        from ledger_line l
        where l.cause_id = made.order_id and l.cause_kind = made.order_kind and l.org_code = made.org_code and l.account = 'scan'));
  else
    back := (select jsonb_agg(jsonb_build_object('account', l.account, 'member', made.member_id, 'project', l.project, 'delta', -l.delta,
        'reverses', l.seq) || case when l.account = 'unlimited' then card_back(made, l.project, p_now) else '{}' end order by l.seq)
      from ledger_line l where l.cause_id = made.id and l.cause_kind = 'refund' and l.org_code = made.org_code);
    if back is not null then
      perform post(refund_cause(made, 'adjust', p_now), back);
    end if;
    if made.voids and made.order_kind = 'consume' then
      -- The money is still here, so the rides that the sale settled are paid by it, unless they were settled again meanwhile.
      update play_record p set state = 'CONSUMED', consume_id = o.id, settled_at = o.paid_at, settled_by = o.operator_id,
          member_id = o.member_id
        from consume_order o
        where o.id = made.order_id and o.org_code = made.org_code and o.settles <> ''
          and p.id = o.play_id and p.org_code = o.org_code and p.state in ('PENDING', 'ESCAPED') and p.consume_id is null;
    end if;
  end if;
  if made.goods > 0 then
    perform end_refund_lines(made, p_done, p_now);
  end if;
  update refund_order r set state = case when p_done then 'refunded' else 'refused' end, trouble = p_trouble, ended_at = p_now
    where r.id = p_refund and r.org_code = made.org_code;
  perform change_refunded(made, case when p_done then 0 else -made.amount end, case when p_done then 'refunded' else 'paid' end, p_now);
  return made.org_code;
end
$$;
