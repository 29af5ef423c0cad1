-- Promoters: their roles, who was brought, commissions on what these pay, and payouts to users.

-- The list of causes is extended as it is, because other slices extend it as well.
do $$
declare
  kinds constant text := (select substring(pg_get_constraintdef(c.oid) from '\{([^}]*)\}')
    from pg_constraint c where c.conname = 'ledger_line_cause_kind_known');
begin
  alter domain ledger_cause_kind drop constraint ledger_line_cause_kind_known;
  execute format('alter domain ledger_cause_kind add constraint ledger_line_cause_kind_known check (value = any (%L::text[])) not valid',
    '{' || kinds || ',commission}');
end
$$;

alter table store
  -- Days after a payment in which a refund leaves no commission.
  add column commission_days integer not null default 7 constraint store_commission_days_range check (commission_days between 0 and 90);

create table promoter_role (
  id uuid not null,
  -- A store, or a chain.
  org_code text collate "C" not null,
  name text not null,
  share_mode text not null constraint promoter_role_mode_known check (share_mode in ('fixed', 'percent')),
  -- What a member gets: gift balance or points. Users are owed money.
  share_unit text not null constraint promoter_role_unit_known check (share_unit in ('give', 'integral')),
  -- In hundredths: of money, of points, of a percent.
  share_amount bigint not null default 0,
  share_rate bigint not null default 0,
  recharges text not null constraint promoter_role_recharges_known check (recharges in ('first', 'all')),
  within_days integer not null constraint promoter_role_within_days_range check (within_days between 1 and 3650),
  -- The stores that it is for, besides the own one.
  store_codes text[] collate "C" not null default '{}',
  active boolean not null default true,
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint promoter_role_pkey primary key (id, org_code),
  constraint promoter_role_name_key unique (name, org_code),
  constraint promoter_role_share check (case share_mode when 'fixed' then share_amount > 0 and share_rate = 0
    else share_rate between 1 and 10000 and share_amount = 0 end)
);
select protect_by_store('promoter_role');

create table promoter (
  id uuid not null,
  org_code text collate "C" not null,
  role_id uuid not null,
  role_name text not null,
  -- What the role gives now: {mode, unit, amount, rate, recharges, days}; unit `money` for users.
  terms jsonb not null,
  member_id text collate "C",
  user_id uuid,
  name text not null,
  -- On posters.
  code text collate "C" not null,
  active boolean not null default true,
  remark text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint promoter_pkey primary key (id, org_code),
  constraint promoter_code_key unique (code),
  constraint promoter_member_key unique (member_id, org_code),
  constraint promoter_user_key unique (user_id, org_code),
  constraint promoter_member foreign key (member_id, org_code) references member (id, org_code),
  constraint promoter_of_one check ((member_id is null) <> (user_id is null) and (terms ->> 'unit' = 'money') = (user_id is not null))
);
create index promoter_list on promoter (org_code, created_at, id);
create index promoter_of_role on promoter (role_id);
select protect_by_store('promoter');

create table promoted_member (
  -- The idempotency key of its call.
  id uuid not null,
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  promoter_id uuid not null,
  -- As the promoter's were then.
  terms jsonb not null,
  bound_at timestamptz not null,
  bound_by text not null default '',
  constraint promoted_member_pkey primary key (id, org_code),
  -- For good.
  constraint promoted_member_once unique (member_id, org_code),
  constraint promoted_member_member foreign key (member_id, org_code) references member (id, org_code),
  constraint promoted_member_promoter foreign key (promoter_id, org_code) references promoter (id, org_code)
);
create index promoted_member_list on promoted_member (org_code, bound_at desc, id desc);
create index promoted_member_of_promoter on promoted_member (promoter_id, org_code);
select protect_by_store('promoted_member');
revoke update, delete on promoted_member from pitlane_app;

create table commission (
  -- The cause of its ledger entry.
  id uuid not null,
  org_code text collate "C" not null,
  -- The recharge that it is for.
  order_id uuid not null,
  promoter_id uuid not null,
  member_id text collate "C" not null,
  unit text not null constraint commission_unit_known check (unit in ('money', 'give', 'integral')),
  -- What was paid, less refunds, in fen; the share of it in fen or points; what of that made up for refunds of earlier ones.
  paid bigint not null constraint commission_paid check (paid >= 0),
  share bigint not null,
  deducted bigint not null default 0,
  -- What of the share later refunds take back, and what of that was deducted from others.
  back bigint not null default 0,
  netted bigint not null default 0,
  business_day date not null,
  created_at timestamptz not null,
  constraint commission_pkey primary key (id, org_code),
  constraint commission_once unique (order_id, org_code),
  constraint commission_promoter foreign key (promoter_id, org_code) references promoter (id, org_code),
  constraint commission_amounts check (share >= 0 and deducted between 0 and share and back between 0 and share and netted between 0 and back)
);
create index commission_list on commission (org_code, created_at desc, id desc);
create index commission_of_promoter on commission (promoter_id, org_code, created_at);
create index commission_of_member on commission (member_id, org_code);
create index commission_with_back on commission (promoter_id, org_code) where back > 0;
create index recharge_order_refunded on recharge_order (id, org_code) where refunded > 0;
select protect_by_store('commission');
revoke delete on commission from pitlane_app;

create table promoter_payout (
  -- The idempotency key of its request, and the cause of its ledger entry.
  id uuid not null,
  org_code text collate "C" not null,
  promoter_id uuid not null,
  amount bigint not null constraint promoter_payout_amount check (amount > 0),
  state text not null default 'requested'
    constraint promoter_payout_state_known check (state in ('requested', 'paid', 'rejected')),
  remark text not null default '',
  requester_id uuid not null,
  requested_by text not null,
  created_at timestamptz not null,
  decider_id uuid,
  decided_by text not null default '',
  decided_at timestamptz,
  pay_mode text not null default '' constraint promoter_payout_mode_known check (pay_mode in ('', 'cash', 'transfer')),
  -- The drawer that paid cash, or the number of the transfer.
  shift_id uuid,
  transfer_no text not null default '',
  reason text not null default '',
  constraint promoter_payout_pkey primary key (id, org_code),
  constraint promoter_payout_promoter foreign key (promoter_id, org_code) references promoter (id, org_code),
  constraint promoter_payout_decided check ((state = 'requested') = (decider_id is null) and (decider_id is null) = (decided_at is null)),
  constraint promoter_payout_second_person check (decider_id is null or state = 'rejected' or decider_id <> requester_id),
  constraint promoter_payout_paid check ((state = 'paid') = (pay_mode <> '') and (pay_mode = 'cash') = (shift_id is not null)
    and (pay_mode = 'transfer') = (transfer_no <> '') and (state = 'rejected') = (reason <> ''))
);
create index promoter_payout_list on promoter_payout (org_code, created_at desc, id desc);
create index promoter_payout_of_promoter on promoter_payout (promoter_id, org_code);
select protect_by_store('promoter_payout');
revoke delete on promoter_payout from pitlane_app;

create view listed_promoter with (security_invoker = true) as
  select p.*, (p.user_id is not null) as is_user, b.brought, c.paid, c.money, c.points,
      case when p.user_id is null then 0 else c.money - c.open_back - o.paid_out - o.requested end as owed, o.paid_out
    from promoter p
    cross join lateral (select count(*)::integer as brought from promoted_member b
      where b.promoter_id = p.id and b.org_code = p.org_code) b
    cross join lateral (select coalesce(sum(c.paid), 0)::bigint as paid,
        coalesce(sum(c.share - c.deducted) filter (where c.unit <> 'integral'), 0)::bigint as money,
        coalesce(sum(c.share - c.deducted) filter (where c.unit = 'integral'), 0)::bigint as points,
        coalesce(sum(c.back - c.netted) filter (where c.unit = 'money'), 0)::bigint as open_back
      from commission c where c.promoter_id = p.id and c.org_code = p.org_code) c
    cross join lateral (select coalesce(sum(o.amount) filter (where o.state = 'paid'), 0)::bigint as paid_out,
        coalesce(sum(o.amount) filter (where o.state = 'requested'), 0)::bigint as requested
      from promoter_payout o where o.promoter_id = p.id and o.org_code = p.org_code) o;

create view listed_promoted_member with (security_invoker = true) as
  select b.id, b.org_code, b.member_id, b.promoter_id, p.name as promoter_name, b.bound_at as created_at, b.bound_by as created_by,
      coalesce(c.paid, 0)::bigint as paid, null::text as updated_by, null::timestamptz as updated_at
    from promoted_member b join promoter p on p.id = b.promoter_id and p.org_code = b.org_code
    left join lateral (select sum(c.paid) as paid from commission c
      where c.member_id = b.member_id and c.org_code = b.org_code) c on true;

create view listed_commission with (security_invoker = true) as
  select c.*, p.name as promoter_name from commission c join promoter p on p.id = c.promoter_id and p.org_code = c.org_code;

create view listed_promoter_payout with (security_invoker = true) as
  select o.*, p.name as promoter_name from promoter_payout o join promoter p on p.id = o.promoter_id and p.org_code = o.org_code;

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000435', 'commissions.post', '30 */5 * * * ?', '', '退款期过后，给推广员记佣金');
