-- Same as peopleOnVehicles in src/shared/features/sessions/charge-lines.calc.ts; a property test compares them.
create or replace function people_on_vehicles(p_people integer, p_seats integer[]) returns integer[]
language plpgsql immutable parallel safe as $$
declare
  vehicles constant integer := cardinality(p_seats);
  people_left integer := greatest(p_people, vehicles);
  spread integer[] := '{}';
  most integer;
begin
  for place in 1 .. vehicles loop
    most := people_left - (vehicles - place);
    spread := spread || case when p_seats[place] > 0 then least(p_seats[place], most) else most end;
    people_left := people_left - spread[place];
  end loop;
  return case when people_left = 0 then spread end;
end
$$;
