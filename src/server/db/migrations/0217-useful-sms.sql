-- How long SMS are tried, and until when they are of use.

alter table message
  -- After this time its SMS is of no use and is not sent; null: always of use.
  add column useful_until timestamptz;

alter table sms_outbox
  add column useful_until timestamptz,
  -- When a failing SMS is given up; set by the first attempt, and later by what it waited for the end of the quiet hours.
  add column give_up_at timestamptz;
create index sms_outbox_useful on sms_outbox (useful_until) where state = 'waiting' and useful_until is not null;

-- SMS that were being handed over when their message was stopped.
create index mass_message_stopped_at on mass_message (updated_at) where state = 'stopped';

-- Value of a store that ends soon, read in portions.
create index wallet_lot_ending_at_store on wallet_lot (org_code, valid_until, member_id) where is_open and valid_until is not null;
