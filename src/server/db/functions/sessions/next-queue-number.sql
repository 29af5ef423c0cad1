-- The next number of a business day, from 1. Without gaps, so the store's other starts wait for it until this one is committed.
create or replace function next_queue_number(p_org_code text, p_day date) returns integer language sql as $$
  insert into queue_counter as c (org_code, business_day, last_number) values (p_org_code, p_day, 1)
    on conflict (business_day, org_code) do update set last_number = c.last_number + 1
    returning last_number
$$;
