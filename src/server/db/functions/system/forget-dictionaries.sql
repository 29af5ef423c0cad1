-- Every copy of the server caches the dictionaries; a change notifies all copies on commit.
create or replace function forget_dictionaries() returns trigger language plpgsql as $$
begin
  perform pg_notify('pitlane', '{"kind":"dictionaries"}');
  return null;
end
$$;

create or replace trigger forget_dictionaries after insert or update or delete on dictionary
  for each statement execute function forget_dictionaries();
create or replace trigger forget_dictionaries after insert or update or delete on dictionary_item
  for each statement execute function forget_dictionaries();
