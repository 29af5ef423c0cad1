-- States and pay modes get our names; those of the API family are on the wire only (`src/shared/core/family-names.ts`).
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);

alter domain play_state drop constraint play_record_state;
alter domain order_state drop constraint consume_order_state;
alter table recharge_order
  drop constraint recharge_order_pay_mode_known,
  drop constraint recharge_order_paid;
drop index play_record_hung;
drop index consume_order_play_key;

-- The triggers look for changes of a state, and this is none.
alter table play_record disable trigger user;
alter table consume_order disable trigger user;
alter table recharge_order disable trigger user;
update play_record set state = 'PENDING' where state = 'GUADAN';
update consume_order
  set state = case state when 'payed' then 'paid' else state end, settles = case settles when 'GUADAN' then 'PENDING' else settles end
  where state = 'payed' or settles = 'GUADAN';
update recharge_order
  set state = case state when 'payed' then 'paid' else state end, pay_mode = case pay_mode when 'unline' then 'cash' else pay_mode end
  where state = 'payed' or pay_mode = 'unline';
alter table play_record enable trigger user;
alter table consume_order enable trigger user;
alter table recharge_order enable trigger user;

alter table play_record alter column state set default 'PENDING';
alter domain play_state add constraint play_record_state
  check (value = any ('{PENDING,RECHARGED,CONSUMED,ESCAPED,CANCELLED,NOPAY}'::text[]));
alter domain order_state add constraint consume_order_state
  check (value = any ('{nopay,paid,closed,refunding,refunded}'::text[]));
alter table recharge_order
  add constraint recharge_order_pay_mode_known check (pay_mode in ('cash', 'wechat')),
  add constraint recharge_order_paid check ((paid_at is not null) = (state in ('paid', 'refunding', 'refunded')));
create index play_record_pending on play_record (org_code) where state = 'PENDING' and member_id is not null;
create unique index consume_order_play_key on consume_order (play_id, org_code) where state in ('nopay', 'paid');

-- Views of lists name values in filters.
update list_view
  set content = regexp_replace(regexp_replace(regexp_replace(regexp_replace(content::text,
    '\mGUADAN\M', 'PENDING', 'g'), '"payed"', '"paid"', 'g'), '"unline"', '"cash"', 'g'),
    '"isUnline(_begin|_end|_MultiString|_dictText)?"', '"acceptsCash\1"', 'g')::jsonb
  where content::text ~ 'GUADAN|"payed"|"unline"|"isUnline';
