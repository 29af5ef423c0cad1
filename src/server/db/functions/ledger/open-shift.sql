-- The shift that what happens at a counter now belongs to: that of the terminal, or of the person where there is no terminal.
-- No store keeps shifts yet.
create or replace function open_shift(p_org_code text, p_terminal uuid, p_operator uuid) returns uuid language sql stable as $$
  select null::uuid
$$;
