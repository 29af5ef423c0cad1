-- Cash needs an open shift unless a store says otherwise, and cash that has none is listed.
alter table store rename column shift_required to cash_needs_shift;
alter table store rename constraint store_shift_required_known to store_cash_needs_shift_known;
alter table store alter column cash_needs_shift set default 'YES',
  -- Cash of an earlier day that no shift has is listed, and nobody is asked to explain it.
  add column cash_explained_from date not null default '2000-01-01';
update store set cash_needs_shift = 'YES', cash_explained_from = current_date;

create index ledger_line_cash_outside on ledger_line (org_code, business_day) where account = 'cash' and shift_id is null;

alter table daily_report add column cash_outside bigint not null default 0;
