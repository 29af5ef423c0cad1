-- Why a start may not name the terminal found by its name or signature; null where it may.
create or replace function terminal_refusal(found_one terminal, p_signed uuid, p_offline boolean) returns text
language plpgsql immutable as $$
begin
  if p_signed is not null then
    return null;
  end if;
  return case when found_one.state = 'revoked' then 'terminals.revoked' when found_one.state = 'enrolled' then 'terminals.signatureInvalid'
    when p_offline then 'terminals.offlineUnproven' end;
end
$$;
