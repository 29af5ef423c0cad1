-- The picture of an announcement, a store's id at platforms, and texts that are counted.
alter table announcement add column home_image text not null default '';

alter table store
  -- How platforms that sell coupons know the store; empty: by its own code.
  add column external_store_id text not null default '',
  alter column queue_prefix set default 'A',
  -- How many texts the store may still send; -1: they are not counted.
  alter column sms_count set default -1,
  drop constraint store_sms_count_range,
  add constraint store_sms_count_range check (sms_count >= -1);

-- Nothing counted texts before, so that none is refused from now on where nobody bought any.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);
update store set sms_count = -1 where sms_count = 0;
-- A queue number has its store's letter in front of it, so that nobody takes it for another number.
update store set queue_prefix = 'A' where queue_prefix = '';

-- How the operator is reached and paid, for every store of this system: one row.
create table support_contact (
  id boolean not null default true,
  phone text not null default '',
  wechat text not null default '',
  wechat_picture text not null default '',
  hours text not null default '',
  address text not null default '',
  -- Pictures of payment codes, each with its title.
  payment_codes jsonb not null default '[]',
  bank_holder text not null default '',
  bank_name text not null default '',
  bank_account text not null default '',
  updated_by text,
  updated_at timestamptz,
  constraint support_contact_pkey primary key (id),
  constraint support_contact_one check (id)
);
insert into support_contact default values;
