-- A closed shift is immutable, and an open one keeps its counter, user and start.
create or replace function require_unchanged_shift() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null or (old.id, old.org_code, old.operator_id, old.cashier_id, old.opened_at, old.opening_float)
      is distinct from (new.id, new.org_code, new.operator_id, new.cashier_id, new.opened_at, new.opening_float)
      or old.terminal_id is distinct from new.terminal_id then
    raise exception 'shift % is closed or keeps its beginning', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;

create or replace trigger require_unchanged_shift before update on shift for each row execute function require_unchanged_shift();
