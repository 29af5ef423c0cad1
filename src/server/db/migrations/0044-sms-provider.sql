-- A text message that is being handed to the provider, or is to be tried again, is nobody else's until then.
alter table sms_outbox
  add column claim_until timestamptz,
  add column tries integer not null default 0,
  add column result text not null default '';
create index sms_outbox_waiting on sms_outbox (create_time) where state = 'waiting';
