-- The members of the other stores of a chain who may ride at a store: with exactly this number, card or phone. None where the chain does not
-- share its cards. A merged number or card finds the remaining member. These are the only rows of another store that a counter may see.
create or replace function visitors(p_org_code text, p_number text, p_card text default null, p_phone text default null)
returns setof member language plpgsql as $$
declare
  narrow constant text[] := widen_scope();
  found_members member[];
begin
  found_members := array(
    select current from store own
      join store chain on chain.id = own.parent_id and chain.kind = 'chain' and chain.shared_cards = 'YES'
      join store home on home.parent_id = chain.id and home.kind = 'store' and home.org_code <> own.org_code
      cross join lateral (
        select coalesce(m.merged_into, m.id) as id from member m where m.org_code = home.org_code and m.id = p_number
        union select coalesce(m.merged_into, m.id) from member m
          where m.org_code = home.org_code and m.physical_card = p_card and m.physical_card <> ''
        union select coalesce(m.merged_into, m.id) from member m where m.org_code = home.org_code and m.phone = p_phone and m.phone <> ''
      ) known
      join member current on current.org_code = home.org_code and current.id = known.id
      where own.org_code = p_org_code and own.kind = 'store'
      order by current.org_code, current.id limit 20);
  perform restore_scope(narrow);
  return query select one.* from unnest(found_members) one;
end
$$;
