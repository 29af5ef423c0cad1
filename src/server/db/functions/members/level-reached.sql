-- The highest level of a store that this experience reaches; null where it reaches none.
create or replace function level_reached(p_org text, p_experience bigint) returns member_level language sql stable as $$
  select l from member_level l
  where l.org_code = p_org and l.experience between 0 and p_experience
  order by l.rank desc limit 1
$$;
