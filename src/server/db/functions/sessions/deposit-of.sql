-- The deposit of a charge in fen. Same as depositOf in src/shared/features/sessions/charge-lines.calc.ts; a property test compares them.
create or replace function deposit_of(p_consume_type text, p_deposit bigint) returns bigint language sql immutable parallel safe as $$
  select case p_consume_type when 'NOCARDCONSUME' then p_deposit else 0 end
$$;
