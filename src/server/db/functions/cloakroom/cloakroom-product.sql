-- The product that fees of the cloakroom of a store are sold as. It is added with the first fee.
create or replace function cloakroom_product(p_org_code text, p_name text, p_now timestamptz) returns uuid language plpgsql as $$
declare
  product_id uuid := (select s.cloakroom_product_id from store s where s.org_code = p_org_code);
begin
  if product_id is null then
    -- Serializes the first fees of a store.
    select s.cloakroom_product_id into product_id from store s where s.org_code = p_org_code for no key update;
  end if;
  if product_id is null then
    product_id := time_ordered_id(p_now);
    insert into product (id, org_code, name, price_kind, tracks_stock, created_by, created_at)
      values (product_id, p_org_code,
        p_name || case when exists (select from product p where p.name = p_name and p.org_code = p_org_code) then ' ' || p_org_code else '' end,
        'custom', false, 'system', p_now);
    update store s set cloakroom_product_id = product_id where s.org_code = p_org_code;
  end if;
  return product_id;
end
$$;
