-- Refuses cash at a counter without an open shift, where the store wants one.
create or replace function require_shift(p_org_code text) returns void language plpgsql stable as $$
begin
  if (select s.shift_required from store s where s.org_code = p_org_code) = 'YES' then
    perform refuse('shifts.required');
  end if;
end
$$;
