-- The number on a ticket: at least three digits behind the prefix of the store or kiosk.
create or replace function ticket_no_of(p_prefix text, p_number integer) returns text language sql immutable parallel safe as $$
  select p_prefix || lpad(p_number::text, greatest(3, length(p_number::text)), '0')
$$;
