create or replace function stock_line_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'stock lines are append-only';
end
$$;

create or replace trigger stock_line_append_only before update or delete or truncate on stock_line
  for each statement execute function stock_line_is_append_only();
