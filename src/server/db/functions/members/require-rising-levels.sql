-- Each level of a store must require more experience than all lower ones; levels that are assigned by hand are exempt.
create or replace function require_rising_levels() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  -- Serialized: two changes that are valid alone could be invalid in combination.
  perform pg_advisory_xact_lock(hashtextextended('levels ' || new.org_code, 0));
  select l.name, l.experience into wrong from member_level l
    where l.org_code = new.org_code and l.id <> new.id and l.experience >= 0 and new.experience >= 0
      and (l.rank < new.rank and l.experience >= new.experience or l.rank > new.rank and l.experience <= new.experience)
    order by abs(l.rank - new.rank) limit 1;
  if found then
    perform refuse('levels.notRising', jsonb_build_object('field', 'experience', 'name', wrong.name,
      'experience', wrong.experience));
  end if;
  return null;
end
$$;

create or replace trigger require_rising_levels after insert or update of rank, experience on member_level
  for each row execute function require_rising_levels();
