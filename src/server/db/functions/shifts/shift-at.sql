-- The shift of a counter that was open at a moment, or now where none is named: that of its terminal, or of the user where there is no
-- terminal.
create or replace function shift_at(p_org_code text, p_terminal uuid, p_operator uuid, p_at timestamptz) returns uuid
language plpgsql stable as $$
declare
  found_one uuid;
begin
  if p_at is not null and p_terminal is not null then
    select s.id into found_one from shift s where s.terminal_id = p_terminal and s.org_code = p_org_code
      and s.opened_at <= p_at and (s.closed_at is null or s.closed_at > p_at) order by s.opened_at desc limit 1;
  elsif p_at is not null then
    select s.id into found_one from shift s where s.terminal_id is null and s.operator_id = p_operator and s.org_code = p_org_code
      and s.opened_at <= p_at and (s.closed_at is null or s.closed_at > p_at) order by s.opened_at desc limit 1;
  elsif p_terminal is not null then
    select s.id into found_one from shift s
      where s.terminal_id = p_terminal and s.org_code = p_org_code and s.closed_at is null;
  else
    select s.id into found_one from shift s
      where s.terminal_id is null and s.operator_id = p_operator and s.org_code = p_org_code and s.closed_at is null;
  end if;
  return found_one;
end
$$;
