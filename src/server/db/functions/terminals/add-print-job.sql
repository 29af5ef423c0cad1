-- Queues a ticket as a print job; terminals see it only after the commit. It expires after two hours. For one minute it is reserved for the
-- terminal of the customer's counter, which prints from the answer to its start. An empty printer means any printer of the store.
create or replace function add_print_job(
  p_id uuid, p_org_code text, p_ticket jsonb, p_copy_no integer, p_print_id text, p_first_choice uuid, p_now timestamptz
) returns void language plpgsql as $$
begin
  insert into print_job (id, org_code, order_id, copy_no, print_id, ticket, claimed_by, claim_until, created_at, expires_at)
    values (p_id, p_org_code, (p_ticket ->> 'orderId')::uuid, p_copy_no, p_print_id, p_ticket, p_first_choice,
      case when p_first_choice is not null then p_now + interval '1 minute' end, p_now, p_now + interval '2 hours');
end
$$;
