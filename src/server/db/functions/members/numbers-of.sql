-- All numbers that a member's history was written under: the own one, and those of members who became a part of this one.
create or replace function numbers_of(p_member text) returns text[] language sql stable as $$
  select array_agg(m.id) || p_member from member m where m.merged_into = p_member
$$;
