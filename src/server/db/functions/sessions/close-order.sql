-- Closes an order that was not paid. Its rides are cancelled or pending again, its reserved vehicles are free, its coupon is valid again, its
-- pieces are back in stock, and the codes it sells are free. Returns the store that changed; null where the order no longer waited for a payment.
create or replace function close_order(p_order uuid, p_now timestamptz) returns text language plpgsql as $$
declare
  charged consume_order;
begin
  select o.* into charged from consume_order o where o.id = p_order for no key update;
  if charged.state is distinct from 'nopay' then
    return null;
  end if;
  update consume_order o set state = 'closed' where o.id = p_order and o.org_code = charged.org_code;
  update play_record p set
      state = case charged.settles when '' then 'CANCELLED' else charged.settles end,
      consume_id = case charged.settles when '' then p.consume_id end,
      settled_at = case charged.settles when '' then p_now end,
      settled_by = case charged.settles when '' then charged.operator_id end,
      -- Whoever the payment named does not ride. A price that is paid by scan has no discount of a member.
      member_id = case charged.settles when '' then p.member_id else coalesce((select m.merged_into from member m
        where m.id = charged.settles_member and m.org_code = charged.org_code), charged.settles_member) end
    where p.id = any (charged.play_ids) and p.org_code = charged.org_code and p.state = 'NOPAY';
  update vehicle v set kept_for = null, kept_by = '' where v.kept_for = p_order and v.org_code = charged.org_code;
  if charged.coupon_code <> '' then
    perform undo_coupon(charged.org_code, p_order, p_now);
  end if;
  if charged.goods > 0 then
    perform return_goods(
      jsonb_build_object('id', p_order, 'operatorId', charged.operator_id, 'operatorName', charged.operator_name, 'terminalId', charged.terminal_id,
        'now', p_now),
      charged.org_code, p_order, charged.member_id, refunded_pieces(charged, null) -> 'pieces');
    perform end_coupon_sale(p_order, charged.org_code, false, p_now);
  end if;
  return charged.org_code;
end
$$;
