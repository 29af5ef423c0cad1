-- The lines with one added, unless it is zero.
create or replace function charge_line(lines jsonb, account text, project text, delta bigint) returns jsonb
language sql immutable parallel safe as $$
  select case when delta = 0 then lines
    else lines || jsonb_build_object('account', account, 'project', project, 'delta', delta) end
$$;
