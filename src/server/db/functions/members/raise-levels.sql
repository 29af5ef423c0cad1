-- Raises members of a store whose experience reaches a higher level, for example after thresholds changed; at most `p_most` per call, so
-- that a large store's members are not locked for long. Returns how many it raised.
create or replace function raise_levels(p_org text, p_most integer, p_now timestamptz, call jsonb default '{}')
returns integer language plpgsql as $$
declare
  one text;
  raised integer := 0;
begin
  for one in
    select m.id from member m
      left join member_level own on own.org_code = m.org_code and own.code = m.member_level
      where m.org_code = p_org and m.merged_into is null and (level_reached(p_org, m.experience)).rank > coalesce(own.rank, 0)
      order by m.id limit p_most for no key update of m
  loop
    if raise_level(one, p_org, p_now, call) is not null then
      raised := raised + 1;
    end if;
  end loop;
  return raised;
end
$$;
