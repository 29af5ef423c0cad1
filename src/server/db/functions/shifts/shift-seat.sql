-- The number under which what happens at one counter waits for each other (an advisory lock): sales share it, and closing the shift
-- has it alone.
create or replace function shift_seat(p_org_code text, p_terminal uuid, p_operator uuid) returns bigint language sql immutable as $$
  select hashtextextended('shift ' || p_org_code || ' ' || coalesce('terminal ' || p_terminal, 'person ' || p_operator), 0)
$$;
