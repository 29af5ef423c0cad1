-- Wallets that staff put right, and members that become one.

-- The list of causes grows: what is stored fits it already, so nothing is read for it.
alter domain wallet_cause drop constraint wallet_ledger_cause_kind;
alter domain wallet_cause add constraint wallet_ledger_cause_kind
  check (value = any ('{opening,recharge,consume,refund,adjust,mergeOut,mergeIn}'::text[])) not valid;

alter table member_project
  -- Uses that the unlimited card was issued with; -1 means no limit.
  add column unlimited_issued integer not null default 0 constraint member_project_unlimited_issued check (unlimited_issued >= -1),
  -- Of the holder of the unlimited card.
  add column photo text not null default '';
update member_project set unlimited_issued = unlimited_uses where unlimited_name <> '';

-- Which members another one was made of: their histories are shown with its own, and their numbers and cards find it.
create index member_merged on member (merged_into, org_code) where merged_into is not null;
