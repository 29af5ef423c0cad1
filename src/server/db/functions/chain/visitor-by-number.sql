-- The member of another store of the chain with this number; null where there is none, or where two stores have such a member.
create or replace function visitor_by_number(p_org_code text, p_number text) returns member language sql as $$
  select case count(*) when 1 then (array_agg(v))[1] end from visitors(p_org_code, p_number) v
$$;
