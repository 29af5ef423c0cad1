-- A paper to be printed, as `store_print_jobs` takes it. It expires after two hours. For one minute it is reserved for the terminal of the
-- customer's counter, which prints from the answer to its start. An empty printer means any printer of the store. An expression in the order
-- of the table's columns, which PostgreSQL inlines.
create or replace function new_print_job(
  p_id uuid, p_org_code text, p_ticket jsonb, p_copy_no integer, p_print_id text, p_first_choice uuid, p_now timestamptz
) returns print_job language sql stable as $$
  select row(p_id, p_org_code, (p_ticket ->> 'orderId')::uuid, p_copy_no, p_print_id, p_ticket, 'waiting', p_first_choice,
    case when p_first_choice is not null then p_now + interval '1 minute' end, null, 0, null, '', p_now,
    p_now + interval '2 hours')::print_job
$$;
