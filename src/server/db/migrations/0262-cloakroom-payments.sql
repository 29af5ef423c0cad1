-- The fee of a thing may be paid in parts, as it grows. All its orders count, also before and after one that nobody paid.
alter table cloakroom_item
  -- Orders that paid its fee, or should have, before the last.
  add column earlier_order_ids uuid[] not null default '{}';

create or replace view listed_cloakroom_item with (security_invoker = true) as
  select i.id, i.org_code, i.place_id, coalesce(p.name, '') as place_name, i.member_id, i.guest_name, i.phone, i.name, i.pieces, i.photo_id,
      i.remark, i.state, i.collect_for, i.free_until, i.hour_fee, i.fee_most, i.due_at, i.created_at, i.created_by, i.ended_at, i.ended_by,
      i.reason, i.recipient, i.document, i.confirmed_by, null::text as updated_by, null::timestamptz as updated_at, i.order_id,
      (select coalesce(sum(o.amount), 0)::bigint from consume_order o
        where o.id = any(i.earlier_order_ids || i.order_id) and o.org_code = i.org_code and o.state = 'paid') as fee
    from cloakroom_item i left join cloakroom_place p on p.id = i.place_id and p.org_code = i.org_code;
