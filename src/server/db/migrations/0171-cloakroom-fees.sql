-- Fees of the cloakroom are products of orders.
alter table store
  -- The product that fees are sold as; null: none was sold yet.
  add column cloakroom_product_id uuid;
alter table store add constraint store_cloakroom_product foreign key (cloakroom_product_id, org_code) references product (id, org_code);

alter table cloakroom_item
  -- The last order that pays its fee.
  add column order_id uuid,
  add constraint cloakroom_item_order foreign key (order_id, org_code) references consume_order (id, org_code);
create unique index cloakroom_item_order_key on cloakroom_item (order_id, org_code) where order_id is not null;

create or replace view listed_cloakroom_item with (security_invoker = true) as
  select i.id, i.org_code, i.place_id, coalesce(p.name, '') as place_name, i.member_id, i.guest_name, i.phone, i.name, i.pieces, i.photo_id,
      i.remark, i.state, i.collect_for, i.free_until, i.hour_fee, i.fee_most, i.due_at, i.created_at, i.created_by, i.ended_at, i.ended_by,
      i.reason, i.recipient, i.document, i.confirmed_by, null::text as updated_by, null::timestamptz as updated_at, i.order_id,
      case when o.state = 'paid' then o.amount else 0 end as fee
    from cloakroom_item i left join cloakroom_place p on p.id = i.place_id and p.org_code = i.org_code
      left join consume_order o on o.id = i.order_id and o.org_code = i.org_code;
