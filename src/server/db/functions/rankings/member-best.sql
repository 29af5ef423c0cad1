-- The best lap of a member by a rule under any of the member's numbers, in ms, as rankings count it; null where there is none. Returns one
-- row, so that it can be joined into a query for many members.
create or replace function member_best(p_org_code text, p_member text, p_rule uuid) returns table (ms integer)
language sql stable as $$
  select min(b.ms) from run_best b
    where b.org_code = p_org_code and b.member_id = any ((select numbers_of(p_member))::text[]) and b.rule_id = p_rule
      and not exists (select from ranking_void x
        where x.org_code = b.org_code and b.day between x.starts_on and x.ends_on)
$$;
