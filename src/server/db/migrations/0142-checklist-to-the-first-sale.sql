-- The checklist of a new store goes up to its first sale, with its payments and recharge rules.
alter table store_setup_skip drop constraint store_setup_skip_step_known;
alter table store_setup_skip add constraint store_setup_skip_step_known check (step in
  ('store', 'staff', 'levels', 'rules', 'recharge', 'vehicles', 'payments', 'terminal', 'printer', 'sale'));

-- Stores that were at work before these steps came are not asked for them.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
insert into store_setup_skip (org_code, step, skipped_by, skipped_at)
  select org_code, step, '', now()
  from store cross join unnest(array['recharge', 'payments', 'sale']) as step
  where kind = 'store' and (
    exists (select from consume_order o where o.org_code = store.org_code and o.paid_at is not null)
    or exists (select from recharge_order o where o.org_code = store.org_code and o.paid_at is not null));
