-- SMS to many members, SMS that are sent by themselves, quiet hours, and the consent of members.

alter table member
  -- Whether the member agreed to advertising by SMS; empty: never asked. NO is an opt-out of all SMS that the store sends by itself.
  add column message_consent text not null default ''
    constraint member_message_consent_known check (message_consent in ('', 'YES', 'NO'));
-- Mass messages read the members of a store in portions.
create index member_of_store on member (org_code, id);

alter table store
  -- Local hours between which only what a guest waits for is sent; equal: none.
  add column sms_quiet_from integer not null default 22 constraint store_sms_quiet_from_range check (sms_quiet_from between 0 and 23),
  add column sms_quiet_to integer not null default 8 constraint store_sms_quiet_to_range check (sms_quiet_to between 0 and 23);

alter table message
  -- What made the server send it; empty: a person's message to one receiver.
  add column occasion text not null default '';

alter table sms_outbox
  -- The store that sends it; empty: the platform, such as sign-in codes.
  add column store_code text collate "C" not null default '',
  -- Providers of China send texts of approved templates only.
  add column template_code text not null default '',
  add column params text not null default '{}',
  -- Waits during the quiet hours of the store.
  add column quiet boolean not null default false,
  -- Sent at most once: an attempt without an answer is not repeated.
  add column once boolean not null default false,
  add column mass_message_id uuid,
  drop constraint sms_outbox_state_known,
  -- unknown: an attempt had no answer and is not repeated. withdrawn: its mass message was stopped.
  add constraint sms_outbox_state_known check (state in ('waiting', 'sent', 'failed', 'unknown', 'withdrawn'));
drop index sms_outbox_waiting;
-- What somebody waits for comes before mass messages.
create index sms_outbox_waiting on sms_outbox (once, created_at) where state = 'waiting';
create index sms_outbox_mass on sms_outbox (mass_message_id, state) where mass_message_id is not null;

create table mass_message (
  id uuid not null,
  org_code text collate "C" not null,
  -- The idempotency key of its call: the same at every store that it was sent for.
  campaign_id uuid not null,
  title text not null constraint mass_message_title_length check (char_length(title) between 1 and 20),
  content text not null constraint mass_message_content_length check (char_length(content) between 1 and 20),
  audience jsonb not null,
  state text not null default 'sending' constraint mass_message_state_known check (state in ('sending', 'stopped', 'done')),
  -- Why it was stopped: by a person, or because the store had no SMS left.
  stop_reason text not null default '' constraint mass_message_stop_reason_known check (stop_reason in ('', 'person', 'textsUsedUp')),
  -- SMS per person.
  parts integer not null constraint mass_message_parts_range check (parts > 0),
  -- How many people were confirmed; no more are sent to.
  planned integer not null constraint mass_message_planned_range check (planned > 0),
  -- Members up to this number have been read; null: all.
  position text collate "C" default '',
  -- In the outbox, or handed to the provider.
  queued integer not null default 0 constraint mass_message_queued_range check (queued between 0 and planned),
  opted_out integer not null default 0,
  no_consent integer not null default 0,
  no_phone integer not null default 0,
  -- Received it by another store of the same chain.
  duplicate integer not null default 0,
  -- The result, when it is done.
  sent integer not null default 0,
  failed integer not null default 0,
  unknown integer not null default 0,
  -- When the next portion is due; null: not sending.
  next_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  updated_by text,
  updated_at timestamptz,
  ended_at timestamptz,
  constraint mass_message_pkey primary key (id, org_code),
  constraint mass_message_due check ((state = 'sending') = (next_at is not null)),
  constraint mass_message_stopped check ((state = 'stopped') = (stop_reason <> '')),
  constraint mass_message_done check ((state = 'done') = (ended_at is not null))
);
create index mass_message_list on mass_message (org_code, created_at desc, id desc);
create index mass_message_due on mass_message (next_at) where next_at is not null;
select protect_by_store('mass_message');

-- Which SMS a store sends by itself: none until it is switched on.
alter table store
  add column sms_birthday text not null default 'NO' constraint store_sms_birthday_known check (sms_birthday in ('YES', 'NO')),
  add column sms_ending text not null default 'NO' constraint store_sms_ending_known check (sms_ending in ('YES', 'NO')),
  -- Days before the end of value at which its member is told.
  add column sms_ending_days integer not null default 7 constraint store_sms_ending_days_range check (sms_ending_days between 1 and 90),
  add column sms_called text not null default 'NO' constraint store_sms_called_known check (sms_called in ('YES', 'NO'));

-- What was sent by itself, or could not be: once for each occasion.
create table message_occasion (
  org_code text collate "C" not null,
  kind text not null constraint message_occasion_kind_known check (kind in ('birthday', 'ending', 'called')),
  -- Such as the member and the year of a birthday.
  occasion text not null,
  created_at timestamptz not null,
  constraint message_occasion_pkey primary key (kind, occasion, org_code)
);
create index message_occasion_age on message_occasion (created_at);
select protect_by_store('message_occasion');
-- Members by the day of their birth.
create index member_birthday on member (org_code, (extract(month from birthday)), (extract(day from birthday)))
  where birthday is not null and merged_into is null;

insert into scheduled_job (id, job_name, cron_expression, parameter, description) values
  ('01900000-0000-7000-8040-000000000401', 'guestMessages.occasions', '0 */10 * * * ?', '400', '按门店设置发生日祝福和余额到期提醒短信');
