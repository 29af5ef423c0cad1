-- Voiding the last sale of a counter: a refund of the whole order by whoever sold it, within minutes.

alter table refund_order
  -- Whether the sale was voided at its counter, and who approved that where it took a second person.
  add column voids boolean not null default false,
  add column approver_id uuid,
  add column approver_name text not null default '',
  add constraint refund_order_approver check (approver_id is null or voids);

alter table consume_order
  -- Whose record a settlement found hanging; null: nobody's. A void hangs it for that member again.
  add column settles_member text collate "C";

alter table store
  -- For how many minutes a sale can be voided at its counter (0: never), and above which amount a manager approves it.
  add column void_minutes integer not null default 10 constraint store_void_minutes_range check (void_minutes between 0 and 1440),
  add column void_limit bigint not null default 10000 constraint store_void_limit_range check (void_limit >= 0);
