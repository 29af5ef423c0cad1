-- Each change of what a store may still send, so that the count can be compared with what was bought and sent.
create table sms_entry (
  id bigint generated always as identity,
  org_code text collate "C" not null,
  -- opening: the rest of what a store had when entries began. platform: set by hand. returned: of a stopped mass message.
  kind text not null
    constraint sms_entry_kind_known check (kind in ('opening', 'platform', 'purchase', 'message', 'mass', 'returned')),
  -- The purchase, message or mass message.
  cause_id uuid,
  -- The change of the count; 0 at a store that is not counted.
  delta integer not null,
  -- SMS that were put into the outbox, less those that were withdrawn.
  texts integer not null,
  created_at timestamptz not null,
  constraint sms_entry_pkey primary key (id, org_code),
  constraint sms_entry_of_cause check ((cause_id is null) = (kind in ('opening', 'platform')))
);
create unique index sms_entry_once on sms_entry (cause_id, org_code) where kind in ('purchase', 'message');
create index sms_entry_cause on sms_entry (cause_id, org_code) where cause_id is not null;
create index sms_entry_of_store on sms_entry (org_code, id);
select protect_by_store('sms_entry');
revoke update on sms_entry from pitlane_app;

insert into sms_entry (org_code, kind, cause_id, delta, texts, created_at)
  select org_code, 'purchase', id, case when texts_after < 0 then 0 else texts end, 0, ended_at from sms_purchase where state = 'paid';
insert into sms_entry (org_code, kind, cause_id, delta, texts, created_at)
  select org_code, 'mass', id, 0, queued * parts, created_at from mass_message where queued > 0;
insert into sms_entry (org_code, kind, cause_id, delta, texts, created_at)
  select s.org_code, 'opening', null, greatest(s.sms_count, 0) - coalesce(b.texts, 0), 0, now()
    from store s left join (select org_code, sum(delta)::integer as texts from sms_entry group by org_code) b on b.org_code = s.org_code
    where greatest(s.sms_count, 0) <> coalesce(b.texts, 0);
