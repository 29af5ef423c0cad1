-- The next higher level of a store by experience, and the experience lacking to it: `{"name", "lacks"}`, or null.
create or replace function next_level(p_org text, p_level text, p_experience bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('name', l.name, 'lacks', l.experience - p_experience) from member_level l
  where l.org_code = p_org and l.experience > p_experience
    and l.rank > coalesce((select own.rank from member_level own where own.org_code = p_org and own.code = p_level), 0)
  order by l.rank limit 1
$$;
