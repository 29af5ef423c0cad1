-- The line of those who have paid and wait: who stands where, until when, who was called, and what became of it on whose word.

-- Rows of every store, in this transaction alone.
select set_config('pitlane.scope', '', true), set_config('pitlane.scope_end', '~', true);

alter table queue_entry
  -- Where it stands in line: the lowest is next. By day and number, until somebody moves it; 0 for those that never waited.
  add column place numeric not null default 0,
  -- After this it can neither be called nor started; null for those that never waited.
  add column expires_at timestamptz,
  -- When it was called first, and when its guest was reminded last.
  add column called_at timestamptz,
  add column reminded_at timestamptz,
  -- Who made the state what it is, and when; empty for those that have done so by themselves.
  add column updated_at timestamptz,
  add column updated_by text not null default '',
  -- Why it is in the line no longer, where it was not started.
  add column end_reason text not null default ''
    constraint queue_entry_end_reason check (end_reason in ('', 'cancelled', 'refunded', 'expired')),
  -- What the guest's page knows it by: a link with it needs no sign-in. Null for those that never waited.
  add column guest_key uuid;
update queue_entry q set
    place = (q.business_day - date '2000-01-01') * 100000 + q.number,
    expires_at = q.created_at + make_interval(mins => s.queue_minutes),
    guest_key = gen_random_uuid()
  from store s where s.org_code = q.org_code and q.state in ('WAITING', 'CALLED');
create index queue_entry_line on queue_entry (org_code, place, number) where state in ('WAITING', 'CALLED');
create unique index queue_entry_guest_key on queue_entry (guest_key, org_code) where guest_key is not null;
