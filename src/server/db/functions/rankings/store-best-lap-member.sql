-- When the member of a ride becomes known later, its laps count for that member.
create or replace function store_best_lap_member() returns trigger language plpgsql as $$
begin
  update run_best b set member_id = new.member_id
    from run g
    where g.play_id = new.id and g.org_code = new.org_code and b.run_id = g.id and b.org_code = g.org_code;
  return null;
end
$$;

create or replace trigger play_member_stores_best after update of member_id on play_record
  for each row when (old.member_id is distinct from new.member_id) execute function store_best_lap_member();
