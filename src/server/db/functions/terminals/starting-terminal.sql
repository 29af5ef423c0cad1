-- The terminal that a start may name: the one that has signed it, or one that has registered and has no key yet. An invented one
-- is left empty; whoever takes the name of one that has a key is refused.
--
-- What a terminal says of a time when nobody else was there is believed by its signature only.
create or replace function starting_terminal(p_signed uuid, p_named uuid, p_offline boolean, p_org_code text)
returns terminal language plpgsql stable as $$
declare
  found_one terminal;
begin
  select * into found_one from terminal where id = coalesce(p_signed, p_named) and org_code = p_org_code;
  if terminal_refusal(found_one, p_signed, p_offline) is not null then
    perform refuse(terminal_refusal(found_one, p_signed, p_offline));
  end if;
  return found_one;
end
$$;
