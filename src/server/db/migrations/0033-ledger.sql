-- Wallets as rows with lots below them, holds with lines, and one ledger of wallets and of tenders. Whoever changes any of them is a
-- function: the server's role only reads.

-- An owner that is no superuser is bound by row security as well; what is converted here belongs to every store.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);

alter domain wallet_kind rename to ledger_account;
alter domain ledger_account drop constraint wallet_ledger_wallet;
-- What is stored fits the longer lists already, so nothing is read for them.
alter domain ledger_account add constraint ledger_line_account_known check (value = any
  ('{balance,give,integral,laps,frequency,unlimited,cash,scan,coupon,deposit}'::text[])) not valid;
alter domain wallet_cause drop constraint wallet_ledger_cause_kind;
alter domain wallet_cause rename to ledger_cause_kind;
alter domain ledger_cause_kind add constraint ledger_line_cause_kind_known check (value = any
  ('{opening,recharge,consume,refund,adjust,mergeOut,mergeIn,expire,float,cashIn,cashOut,depositReturn}'::text[])) not valid;
create domain wallet_kind as text constraint wallet_kind_known
  check (value = any ('{balance,give,integral,laps,frequency}'::text[]));

create table wallet (
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  kind wallet_kind not null,
  -- Of visits; every other kind has one wallet.
  project text not null default '',
  value bigint not null default 0,
  -- What open orders reserve of it.
  held bigint not null default 0,
  -- No lot of it ends before; null: none ends.
  ends_from timestamptz,
  constraint wallet_pkey primary key (member_id, kind, project, org_code),
  constraint wallet_member foreign key (member_id, org_code) references member (id, org_code),
  constraint wallet_value_not_negative check (value >= 0),
  constraint wallet_held_covered check (held >= 0 and held <= value)
-- Room for a changed row on its page: wallets change often, and no index covers what changes.
) with (fillfactor = 80);

create table wallet_lot (
  id bigint generated always as identity,
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  kind wallet_kind not null,
  project text not null default '',
  issued bigint not null,
  value_left bigint not null,
  -- Null: no end.
  valid_until timestamptz,
  -- The cause that put it there; `before` for what a wallet held when lots began.
  source_kind text not null,
  source_id uuid,
  created_at timestamptz not null,
  -- In the index instead of the value, so that spending a part of a lot changes no index.
  is_open boolean not null generated always as (value_left > 0) stored,
  constraint wallet_lot_pkey primary key (id, org_code),
  constraint wallet_lot_wallet foreign key (member_id, kind, project, org_code) references wallet (member_id, kind, project, org_code),
  constraint wallet_lot_value check (value_left >= 0 and value_left <= issued)
) with (fillfactor = 80);
create index wallet_lot_open on wallet_lot (member_id, org_code, kind, project) where is_open;
create index wallet_lot_ending on wallet_lot (valid_until) where is_open and valid_until is not null;
create index wallet_lot_member on wallet_lot (member_id, org_code, id);

create table hold_line (
  hold_id uuid not null,
  org_code text collate "C" not null,
  kind wallet_kind not null,
  project text not null default '',
  amount bigint not null,
  constraint hold_line_pkey primary key (hold_id, kind, project, org_code),
  constraint hold_line_amount check (amount > 0)
);

insert into wallet (org_code, member_id, kind, project, value)
  select m.org_code, m.id, part.kind, '', part.value from member m cross join lateral
    (values ('balance', m.balance), ('give', m.give), ('integral', m.integral), ('laps', m.laps)) as part (kind, value)
    where part.value > 0
  union all
  select p.org_code, p.member_id, 'frequency', p.project_type, p.frequency from member_project p where p.frequency > 0;
insert into wallet_lot (org_code, member_id, kind, project, issued, value_left, source_kind, created_at)
  select w.org_code, w.member_id, w.kind, w.project, w.value, w.value, 'before', now() from wallet w
    order by w.org_code, w.member_id, w.kind, w.project;

-- What open orders hold, in the order in which they began: of money as the store takes it from paid and gift balance.
do $$
declare
  open record;
  free record;
  paid bigint;
begin
  for open in
    select h.*, s.charge_order from hold h join store s on s.org_code = h.org_code
      where h.state = 'held' order by h.created_at, h.id
  loop
    select coalesce(sum(w.value - w.held) filter (where w.kind = 'balance'), 0)::bigint as balance,
        coalesce(sum(w.value - w.held) filter (where w.kind = 'give'), 0)::bigint as give
      into free from wallet w where w.member_id = open.member_id and w.org_code = open.org_code and w.project = '';
    -- As split_paid does it; a migration calls no function that may change later.
    paid := case open.charge_order
      when 'paidFirst' then least(open.money, free.balance)
      when 'giftFirst' then open.money - least(open.money, free.give)
      else case when free.balance + free.give = 0 then 0
        else open.money - least(free.give, open.money - div(open.money::numeric * free.balance, free.balance + free.give)::bigint)
      end
    end;
    insert into hold_line (hold_id, org_code, kind, amount)
      select open.id, open.org_code, part.kind, part.amount from (values ('balance', paid), ('give', open.money - paid),
        ('integral', open.integral), ('laps', open.laps)) as part (kind, amount) where part.amount > 0;
    update wallet w set held = w.held + l.amount from hold_line l
      where l.hold_id = open.id and l.org_code = open.org_code
        and w.member_id = open.member_id and w.kind = l.kind and w.project = l.project and w.org_code = open.org_code;
  end loop;
end
$$;

-- What checked these columns goes with them.
alter table hold drop column money, drop column integral, drop column laps;
alter table member drop column balance, drop column give, drop column integral, drop column laps,
  drop column held_money, drop column held_integral, drop column held_laps;
alter table member_project drop column frequency;

-- It comes again, under the table's new name, with the functions.
drop trigger if exists wallet_ledger_append_only on wallet_ledger;
alter table wallet_ledger rename to ledger_line;
alter table ledger_line rename column wallet to account;
alter table ledger_line rename constraint wallet_ledger_cause_key to ledger_line_cause_key;
alter table ledger_line rename constraint wallet_ledger_changes to ledger_line_changes;
alter index wallet_ledger_member rename to ledger_line_member_seq;
alter table ledger_line
  -- Tenders of a walk-in are of nobody, and no tender is a value that anybody has.
  alter column member_id drop not null,
  alter column value_after drop not null,
  add column business_day date,
  add column shift_id uuid,
  -- The `seq` of the line that this one gives back.
  add column reverses bigint,
  -- What it changed of which lot, so that whoever gives it back finds them.
  add column lot_ids bigint[] not null default '{}',
  add column lot_deltas bigint[] not null default '{}',
  drop constraint wallet_ledger_value_not_negative,
  drop constraint ledger_line_changes;
update ledger_line l
  set business_day = ((l.created_at at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date
  from store s where s.org_code = l.org_code;
alter table ledger_line
  alter column business_day set not null,
  add constraint ledger_line_member foreign key (member_id, org_code) references member (id, org_code),
  add constraint ledger_line_of_member check (member_id is not null or account = any ('{cash,scan,coupon,deposit}'::text[])),
  add constraint ledger_line_value check ((value_after is null) = (account = any ('{cash,scan,coupon,deposit}'::text[]))),
  -- -1 uses of an unlimited card: no limit.
  add constraint ledger_line_value_not_negative check (value_after >= 0 or value_after = -1 and account = 'unlimited'),
  -- An unlimited card without a limit adds no uses, and a coupon may be worth nothing.
  add constraint ledger_line_changes check (delta <> 0 or account = any ('{unlimited,coupon}'::text[]));
create index ledger_line_reverses on ledger_line (reverses, org_code) where reverses is not null;
create index ledger_line_shift on ledger_line (shift_id, org_code) where shift_id is not null;
create index ledger_line_tenders on ledger_line (org_code, business_day, seq)
  where account = any ('{cash,scan,coupon,deposit}'::text[]);

-- Why the ledger changes, by whom and when; one line that is to be posted; and what became of it.
create type ledger_cause as (
  kind text, id uuid, org_code text, operator_id uuid, cashier_id uuid, terminal_id uuid, at timestamptz, day date, shift_id uuid
);
create type ledger_entry as (
  account text, member text, project text, delta bigint, valid_until timestamptz, lot bigint, reverses bigint, hold uuid,
  card_name text, card_uses integer
);
create type ledger_posted as (
  account text, member text, project text, before bigint, after bigint, seq bigint,
  lot_ids bigint[], lot_deltas bigint[], lot_ends timestamptz[]
);

select protect_by_store('wallet');
select protect_by_store('wallet_lot');
select protect_by_store('hold_line');
revoke insert, update, delete on wallet, wallet_lot, hold_line, ledger_line, hold from pitlane_app;
