-- Published agreements have been signed, so they can be neither changed nor deleted.
create or replace function agreement_is_immutable() returns trigger language plpgsql as $$
begin
  if old.published_at is not null then
    perform refuse('agreements.published');
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;

create or replace trigger agreement_immutable before update or delete on agreement
  for each row execute function agreement_is_immutable();
