-- The terms by which `charge_lines` takes visits or the use of a card for a ride; null for other types.
create or replace function visit_terms(consume_type text, price_mode text, frequency bigint, project_type text, people integer) returns jsonb
language sql immutable parallel safe as $$
  select case when consume_type in ('FREQUENCY', 'PLAYFREELY') then jsonb_build_object('consume_type', consume_type,
    'price_mode', price_mode, 'price', 0, 'deposit', 0, 'frequency', frequency, 'project_type', project_type, 'people', people) end
$$;
