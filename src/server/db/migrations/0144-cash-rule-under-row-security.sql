-- 0121 saw no store where the owner of the database is no superuser: cash needs a shift there, and earlier cash is not asked for.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
update store s set cash_needs_shift = 'YES', cash_explained_from = current_date
  from schema_migration m
  where m.name like '0121-%' and s.created_at < m.applied_at and s.cash_explained_from = '2000-01-01';
