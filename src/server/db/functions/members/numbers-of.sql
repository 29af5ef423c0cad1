-- All numbers of a member's history: its own, and those of members merged into it.
create or replace function numbers_of(p_member text) returns text[] language sql stable as $$
  select array_agg(m.id) || p_member from member m where m.merged_into = p_member
$$;
