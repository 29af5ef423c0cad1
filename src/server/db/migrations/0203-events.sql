-- Events of stores, and the members who sign up for them.

-- The list of causes is extended as it is, because other slices extend it as well.
do $$
declare
  kinds constant text := (select substring(pg_get_constraintdef(c.oid) from '\{([^}]*)\}')
    from pg_constraint c where c.conname = 'ledger_line_cause_kind_known');
begin
  alter domain ledger_cause_kind drop constraint ledger_line_cause_kind_known;
  execute format('alter domain ledger_cause_kind add constraint ledger_line_cause_kind_known check (value = any (%L::text[])) not valid',
    '{' || kinds || ',eventFee,eventBack}');
end
$$;

create table event (
  id uuid not null,
  org_code text collate "C" not null,
  name text not null,
  fee bigint not null default 0,
  -- 0: no limit.
  places integer not null default 0,
  registration_from timestamptz not null,
  registration_until timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The lowest level of members; empty: every member.
  member_level text not null default '',
  -- Whether members must have signed the current agreement of the store.
  needs_agreement boolean not null default false,
  -- What is given back after the end of registration, in percent of the fee.
  late_refund integer not null default 0,
  picture text not null default '',
  remark text not null default '',
  cancelled_at timestamptz,
  cancelled_by text not null default '',
  cancel_reason text not null default '',
  created_by text,
  created_at timestamptz not null default now(),
  updated_by text,
  updated_at timestamptz,
  constraint event_pkey primary key (id, org_code),
  constraint event_times check (registration_from < registration_until and registration_until <= starts_at and starts_at < ends_at),
  constraint event_amounts check (fee >= 0 and places >= 0 and late_refund between 0 and 100),
  constraint event_cancelled check ((cancelled_at is null) = (cancel_reason = ''))
);
create index event_list on event (org_code, created_at, id);
create index event_of_registration on event (org_code, registration_until);
select protect_by_store('event');

create table event_sign_up (
  -- The idempotency key of its call, its hold, and the cause of the ledger entries that take the fee.
  id uuid not null,
  org_code text collate "C" not null,
  event_id uuid not null,
  member_id text collate "C" not null,
  -- In the order of sign-up, from 1: the order of the waiting list.
  number integer not null,
  -- As the event said at sign-up.
  fee bigint not null,
  late_refund integer not null,
  state text not null constraint event_sign_up_state_known
    check (state in ('waiting', 'preparing', 'successful', 'failed', 'cancelled')),
  fail_reason text not null default '' constraint event_sign_up_fail_reason_known check (fail_reason in ('', 'funds', 'member', 'places')),
  -- When it moved up from the waiting list; null: it did not.
  moved_up_at timestamptz,
  -- When the fee was taken; null: it was not, or there is none.
  taken_at timestamptz,
  -- What of a taken fee was given back, by this cause.
  back_amount bigint not null default 0,
  back_id uuid,
  ended_at timestamptz,
  ended_by text not null default '',
  end_reason text not null default '',
  operator_id uuid not null,
  operator_name text not null default '',
  terminal_id uuid,
  terminal_name text not null default '',
  created_at timestamptz not null,
  constraint event_sign_up_pkey primary key (id, org_code),
  constraint event_sign_up_event foreign key (event_id, org_code) references event (id, org_code),
  constraint event_sign_up_member foreign key (member_id, org_code) references member (id, org_code),
  constraint event_sign_up_number_key unique (event_id, org_code, number),
  constraint event_sign_up_amounts check (fee >= 0 and late_refund between 0 and 100 and back_amount between 0 and fee),
  constraint event_sign_up_failed check ((state = 'failed') = (fail_reason <> '')),
  constraint event_sign_up_ended check ((state in ('failed', 'cancelled')) = (ended_at is not null)),
  constraint event_sign_up_taken check (case state
    when 'successful' then (taken_at is not null) = (fee > 0) when 'cancelled' then true else taken_at is null end),
  constraint event_sign_up_back check ((back_id is null) = (back_amount = 0) and (back_id is null or taken_at is not null and state = 'cancelled'))
);
-- A member signs up once.
create unique index event_sign_up_once on event_sign_up (event_id, member_id, org_code) where state in ('waiting', 'preparing', 'successful');
create index event_sign_up_list on event_sign_up (org_code, created_at, id);
create index event_sign_up_of_member on event_sign_up (member_id, org_code);
-- What the job looks at.
create index event_sign_up_open on event_sign_up (event_id, org_code, number) where state in ('waiting', 'preparing');
select protect_by_store('event_sign_up');
revoke delete on event_sign_up from pitlane_app;

-- For lists: with the names of event and member, and whether the fee is held.
create view listed_event_sign_up with (security_invoker = true) as
  select s.id, s.org_code, s.event_id, e.name as event_name, e.starts_at, e.registration_until, s.member_id,
      coalesce(nullif(m.realname, ''), m.nickname, '') as member_name, s.number, s.fee, s.late_refund, s.state, s.fail_reason,
      s.state = 'preparing' and exists (select from hold h where h.id = s.id and h.org_code = s.org_code and h.state = 'held') as held,
      s.moved_up_at, s.taken_at, s.back_amount, s.ended_at, s.ended_by, s.end_reason, s.operator_name, s.terminal_name, s.created_at
    from event_sign_up s
    join event e on e.id = s.event_id and e.org_code = s.org_code
    join member m on m.id = s.member_id and m.org_code = s.org_code;

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000403', 'events.advance', '5 * * * * ?', '', '在报名截止后扣除报名费，并让候补会员递补');
