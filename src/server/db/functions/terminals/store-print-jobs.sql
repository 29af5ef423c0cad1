-- Queues papers to be printed in the transaction that needs them, so that terminals see them only after the commit.
create or replace function store_print_jobs(jobs print_job[]) returns void language plpgsql as $$
begin
  insert into print_job select j.* from unnest(jobs) j;
end
$$;
