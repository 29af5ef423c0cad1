-- What is compared each night: the ledger with wallets and lots, orders with the ledger and with payments, shifts with their cash. A
-- difference is kept until it is gone or somebody has said how it came about.

create table reconciliation_run (
  id uuid not null,
  org_code text collate "C" not null,
  -- Empty: by the clock.
  started_by text not null default '',
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- How many differences there are, and how many of them were not known before.
  found integer not null,
  opened integer not null,
  constraint reconciliation_run_pkey primary key (id, org_code)
);
create index reconciliation_run_list on reconciliation_run (org_code, started_at desc, id desc);

create table reconciliation_difference (
  id uuid not null,
  org_code text collate "C" not null,
  -- What was compared.
  kind text not null,
  -- The order, payment, shift, lot or line that differs; empty: it is a wallet's.
  reference text not null default '',
  member_id text collate "C" not null default '',
  account text not null default '',
  project text not null default '',
  -- What is written there, and what it ought to be: fen, points, laps, visits.
  stored bigint not null,
  expected bigint not null,
  difference bigint not null generated always as (stored - expected) stored,
  -- Who answers for what differs, where somebody does.
  person_id uuid,
  person_name text not null default '',
  -- open: nobody has said how it came about. explained: somebody has. gone: it is no more.
  state text not null default 'open'
    constraint reconciliation_difference_state_known check (state in ('open', 'explained', 'gone')),
  created_at timestamptz not null,
  -- When it was found last, and when it was explained or found no more.
  seen_at timestamptz not null,
  settled_at timestamptz,
  settled_by text not null default '',
  remark text not null default '',
  constraint reconciliation_difference_pkey primary key (id, org_code),
  constraint reconciliation_difference_once unique (kind, reference, member_id, account, project, org_code),
  constraint reconciliation_difference_settled check ((state = 'open') = (settled_at is null)),
  constraint reconciliation_difference_explained check (state <> 'explained' or remark <> '')
);
create index reconciliation_difference_list on reconciliation_difference (org_code, created_at desc, id desc);

select protect_by_store('reconciliation_run');
select protect_by_store('reconciliation_difference');
revoke update, delete on reconciliation_run from pitlane_app;
revoke delete on reconciliation_difference from pitlane_app;

-- Whoever asks for the days of a period reads the ledger's part of them: its lines come in the order of their days, so that this index is
-- small and costs a charge next to nothing.
create index ledger_line_days on ledger_line using brin (business_day) with (pages_per_range = 16, autosummarize = on);

-- The check of the ledger is a part of it.
update scheduled_job set job_name = 'reconciliation.run',
    description = '每晚核对账本、订单、收款与交班现金，不一致时通知管理人员'
  where job_name = 'ledger.check';
