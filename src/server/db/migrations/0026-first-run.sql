-- Steps of a new store's checklist that somebody has left out. What is done is not written down: it is seen from what is there.
create table store_setup_skip (
  org_code text collate "C" not null,
  step text not null,
  skipped_by text not null,
  skipped_at timestamptz not null,
  constraint store_setup_skip_pkey primary key (step, org_code),
  constraint store_setup_skip_step_known
    check (step in ('store', 'staff', 'levels', 'rules', 'vehicles', 'terminal', 'printer'))
);
select protect_by_store('store_setup_skip');

-- When its printer brought out the first ticket; print jobs themselves are not kept for long.
alter table terminal add column first_printed_at timestamptz;

-- Stores that were at work before there was a checklist are not asked.
insert into store_setup_skip (org_code, step, skipped_by, skipped_at)
  select org_code, step, '', now()
  from store cross join unnest(array['staff', 'levels', 'rules', 'vehicles', 'terminal', 'printer']) as step
  where kind = 'store';
