-- Redeemed values of coupons that a manager has reversed.
do $$
declare
  kinds constant text := (select substring(pg_get_constraintdef(c.oid) from '\{([^}]*)\}')
    from pg_constraint c where c.conname = 'ledger_line_cause_kind_known');
begin
  alter domain ledger_cause_kind drop constraint ledger_line_cause_kind_known;
  execute format('alter domain ledger_cause_kind add constraint ledger_line_cause_kind_known check (value = any (%L::text[])) not valid',
    '{' || kinds || ',couponBack}');
end
$$;

create table coupon_reversal (
  -- The key of its call, which is the cause of its ledger entry.
  id uuid not null,
  org_code text collate "C" not null,
  code_id uuid not null,
  -- The redemption: what the code was used for.
  redemption_id uuid not null,
  member_id text collate "C" not null,
  -- In fen.
  value bigint not null constraint coupon_reversal_value check (value > 0),
  reason text not null constraint coupon_reversal_reason check (reason <> ''),
  operator_id uuid not null,
  operator_name text not null default '',
  created_at timestamptz not null,
  constraint coupon_reversal_pkey primary key (id, org_code),
  constraint coupon_reversal_once unique (redemption_id, org_code),
  constraint coupon_reversal_code foreign key (code_id, org_code) references coupon_code (id, org_code)
);
create index coupon_reversal_of_code on coupon_reversal (code_id, org_code);
select protect_by_store('coupon_reversal');
revoke update, delete on coupon_reversal from pitlane_app;
