-- Whether a cashier's badge alone takes over an enrolled counter, instead of the password.
alter table store add column cashier_by_badge text not null default 'NO'
  constraint store_cashier_by_badge_known check (cashier_by_badge in ('YES', 'NO'));
