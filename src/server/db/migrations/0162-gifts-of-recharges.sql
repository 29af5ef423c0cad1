-- A recharge rule may promise a gift; each paid recharge of it then has a gift to hand out.
alter table recharge_rule
  add column gift_id uuid,
  -- Without a meaning where there is no gift.
  add column gift_count integer not null default 0,
  add constraint recharge_rule_gift_count check (gift_count >= 0 and (gift_id is null or gift_count > 0)),
  add constraint recharge_rule_gift foreign key (gift_id, org_code) references gift (id, org_code);
create index recharge_rule_of_gift on recharge_rule (gift_id, org_code) where gift_id is not null;

-- As the rule said when the order was made.
alter table recharge_order
  add column gift_id uuid,
  add column gift_count integer not null default 0,
  add constraint recharge_order_gift_count check (gift_count >= 0 and (gift_id is null or gift_count > 0)),
  add constraint recharge_order_gift foreign key (gift_id, org_code) references gift (id, org_code);
create index recharge_order_of_gift on recharge_order (gift_id, org_code) where gift_id is not null;

create table order_gift (
  -- Of the order.
  id uuid not null,
  org_code text collate "C" not null,
  member_id text collate "C" not null,
  gift_id uuid not null,
  -- At the time of the order.
  gift_name text not null,
  pieces integer not null constraint order_gift_pieces check (pieces > 0),
  state text not null default 'notGifted' constraint order_gift_state_known check (state in ('notGifted', 'gifted', 'notGiving')),
  -- Why it is not given.
  ended_for text not null default '' constraint order_gift_ended_for_known check (ended_for in ('', 'refused', 'overdue', 'refunded')),
  reason text not null default '',
  -- Who received it, if not the member.
  recipient text not null default '',
  created_at timestamptz not null,
  -- When and by whom it was handed out or refused.
  ended_at timestamptz,
  ended_by text not null default '',
  constraint order_gift_pkey primary key (id, org_code),
  constraint order_gift_order foreign key (id, org_code) references recharge_order (id, org_code),
  constraint order_gift_gift foreign key (gift_id, org_code) references gift (id, org_code),
  constraint order_gift_ended check ((ended_at is not null) = (state <> 'notGifted') and (ended_for <> '') = (state = 'notGiving'))
);
create index order_gift_list on order_gift (org_code, created_at, id);
create index order_gift_open on order_gift (org_code, created_at) where state = 'notGifted';
create index order_gift_of_gift on order_gift (gift_id, org_code);
select protect_by_store('order_gift');
revoke delete on order_gift from pitlane_app;

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000361', 'gifts.overdue', '40 */5 * * * ?', '', '把超时未领的订单礼品改为不赠送');
