-- Every copy of the server remembers the dictionaries; whoever changes one tells all copies when it commits.
create function forget_dictionaries() returns trigger language plpgsql as $$
begin
  perform pg_notify('pitlane', '{"kind":"dictionaries"}');
  return null;
end
$$;
create trigger forget_dictionaries after insert or update or delete on sys_dict
  for each statement execute function forget_dictionaries();
create trigger forget_dictionaries after insert or update or delete on sys_dict_item
  for each statement execute function forget_dictionaries();
