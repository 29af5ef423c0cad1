-- Shifts: one person answers for the cash of one counter, from the float that it begins with to the count that ends it.

create table shift (
  id uuid not null,
  org_code text collate "C" not null,
  -- The counter; null: that of a person in a browser.
  terminal_id uuid,
  terminal_name text not null default '',
  -- Who was signed in where it began, and who answers for the cash.
  operator_id uuid not null,
  cashier_id uuid not null,
  cashier_name text not null,
  -- The day on which it began, by the store's clock; it may end after midnight.
  business_day date not null,
  opened_at timestamptz not null,
  opening_float bigint not null,
  -- The shift that was handed over to this one.
  taken_over uuid,
  closed_at timestamptz,
  closed_by uuid,
  closed_by_name text not null default '',
  counted bigint,
  -- What the ledger said at that moment, and the last line that was in it: what comes later amends the shift.
  expected bigint,
  closed_seq bigint,
  remark text not null default '',
  difference bigint generated always as (counted - expected) stored,
  state text not null generated always as (case when closed_at is null then 'open' else 'closed' end) stored,
  constraint shift_pkey primary key (id, org_code),
  constraint shift_float_range check (opening_float >= 0),
  constraint shift_counted_range check (counted >= 0),
  constraint shift_closed_whole check (num_nulls(closed_at, closed_by, counted, expected, closed_seq) in (0, 5)),
  constraint shift_ends_later check (closed_at >= opened_at)
);
-- One open shift for each counter: that of a terminal, or that of a person where there is none.
create unique index shift_open_at_terminal on shift (terminal_id, org_code) where closed_at is null and terminal_id is not null;
create unique index shift_open_of_person on shift (operator_id, org_code) where closed_at is null and terminal_id is null;
create index shift_list on shift (org_code, opened_at, id);
-- Whose shift something belongs to that happened while the server was away.
create index shift_of_terminal on shift (terminal_id, org_code, opened_at) where terminal_id is not null;
create index shift_of_person on shift (operator_id, org_code, opened_at) where terminal_id is null;
select protect_by_store('shift');
revoke delete on shift from pitlane_app;

-- Why cash was put into a drawer or taken out of it; how much is said by the ledger, whose cause this is.
create table shift_entry (
  id uuid not null,
  org_code text collate "C" not null,
  shift_id uuid not null,
  kind text not null,
  amount bigint not null,
  reason text not null,
  created_by text not null,
  created_at timestamptz not null,
  constraint shift_entry_pkey primary key (id, org_code),
  constraint shift_entry_shift foreign key (shift_id, org_code) references shift (id, org_code),
  constraint shift_entry_kind_known check (kind in ('cashIn', 'cashOut')),
  constraint shift_entry_amount_positive check (amount > 0),
  constraint shift_entry_reason_given check (reason <> '')
);
create index shift_entry_of_shift on shift_entry (shift_id, org_code, created_at);
select protect_by_store('shift_entry');
revoke update, delete on shift_entry from pitlane_app;

-- Whether cash is taken and given at a counter only while a shift is open there.
alter table store add column shift_required text not null default 'NO'
  constraint store_shift_required_known check (shift_required in ('YES', 'NO'));
