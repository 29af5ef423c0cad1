-- Codes of members belong to a store: one that was asked for at another store does not block the right one.
alter table sms_code
  add column store_code text collate "C" not null default '',
  drop constraint sms_code_pkey,
  add constraint sms_code_pkey primary key (phone, mode, store_code);
comment on column sms_code.store_code is 'of members; empty for users';

-- The member page lists the orders of one member.
create index consume_order_of_member on consume_order (member_id, org_code, created_at desc, id desc) where member_id is not null;
