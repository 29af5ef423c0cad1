-- Cash that was paid out of the safe and out of no drawer, with the reason. The ledger's cause is named; it says when and to whom.

create table safe_payout (
  cause_kind text not null,
  cause_id uuid not null,
  org_code text collate "C" not null,
  amount bigint not null,
  reason text not null,
  operator_id uuid not null,
  operator_name text not null,
  business_day date not null,
  created_at timestamptz not null,
  constraint safe_payout_pkey primary key (cause_id, cause_kind, org_code),
  constraint safe_payout_amount_positive check (amount > 0),
  constraint safe_payout_reason_given check (reason <> '')
);
create index safe_payout_list on safe_payout (org_code, created_at desc, cause_id);
select protect_by_store('safe_payout');
revoke update, delete on safe_payout from pitlane_app;
