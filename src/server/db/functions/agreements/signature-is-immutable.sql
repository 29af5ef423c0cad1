create or replace function signature_is_immutable() returns trigger language plpgsql as $$
begin
  raise exception 'a signature never changes';
end
$$;

create or replace trigger agreement_signature_immutable before update or delete or truncate on agreement_signature
  for each statement execute function signature_is_immutable();
