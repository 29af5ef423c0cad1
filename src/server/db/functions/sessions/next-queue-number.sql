-- The next number of a business day, from 1; of several requested at once the last. Numbers have no gaps, so other starts of the store wait
-- until this transaction commits.
create or replace function next_queue_number(p_org_code text, p_day date, p_count integer default 1) returns integer language sql as $$
  insert into queue_counter as c (org_code, business_day, last_number) values (p_org_code, p_day, p_count)
    on conflict (business_day, org_code) do update set last_number = c.last_number + p_count
    returning last_number
$$;
