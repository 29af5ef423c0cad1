-- The next number of a business day, from 1; of several taken at once the first. Numbers have no gaps, so other starts of the store wait
-- until this transaction commits.
create or replace function next_queue_number(p_org_code text, p_day date, p_count integer default 1) returns integer language plpgsql as $$
declare
  last_one integer;
begin
  insert into queue_counter as c (org_code, business_day, last_number) values (p_org_code, p_day, p_count)
    on conflict (business_day, org_code) do update set last_number = c.last_number + excluded.last_number
    returning c.last_number into last_one;
  return last_one - p_count + 1;
end
$$;
