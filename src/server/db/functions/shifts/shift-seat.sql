-- The advisory lock of a counter: sales take it shared, closing the shift takes it exclusively.
create or replace function shift_seat(p_org_code text, p_terminal uuid, p_operator uuid) returns bigint language sql immutable as $$
  select hashtextextended('shift ' || p_org_code || ' ' || coalesce('terminal ' || p_terminal, 'person ' || p_operator), 0)
$$;
