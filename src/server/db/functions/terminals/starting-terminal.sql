-- The terminal that a start may name: the one that signed it, or one that has registered and has no key yet. An unknown id is left empty;
-- naming a terminal that has a key without its signature is refused.
--
-- Reports about a time without the server are accepted only with the terminal's signature.
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
