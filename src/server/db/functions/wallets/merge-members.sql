-- Merges a member into another member of the same store, permanently: value, unlimited cards, open orders with their holds, missing profile
-- fields, WeChat openids and open reservations. Where both signed up for an event, one sign-up stays. Returns {orgCode, records,
-- reservations, signUps}: the store, the numbers of open orders and reservations that were moved, and how many sign-ups have ended.
--
-- Settled orders, past reservations, runs and ledger entries stay unchanged; both numbers find them through `merged_into`.
create or replace function merge_members(
  /* id: of the ledger cause; sourceId, targetId; reason; by: the caller, for the audit trail; terminalId; now. */
  call jsonb
) returns jsonb language plpgsql as $$
declare
  source_id constant text := call ->> 'sourceId';
  target_id constant text := call ->> 'targetId';
  at_time constant timestamptz := call ->> 'now';
  store text;
  records uuid[];
  awaited uuid[];
  numbers text[];
  events uuid[];
  sign_ups integer;
  openids jsonb;
  source member;
  target member;
begin
  select m.org_code into store from member m where m.id = source_id;
  if not found then
    perform refuse('members.notFound', '{"field": "sourceId"}');
  elsif source_id = target_id then
    perform refuse('members.mergeOneself', '{"field": "targetId"}');
  end if;

  -- Lock order: reservations before records, records before events, events before members.
  select coalesce(array_agg(r.id), '{}') into awaited from (
    select b.id from reservation b where b.member_id = source_id and b.org_code = store and is_awaited(b)
      order by b.id for no key update) r;
  select coalesce(array_agg(p.id), '{}') into records from (
    select id from play_record where member_id = source_id and org_code = store and state in ('PENDING', 'ESCAPED', 'NOPAY')
      order by id for no key update) p;
  numbers := numbers_of(source_id) || numbers_of(target_id);
  select coalesce(array_agg(v.id), '{}') into events from (
    select e.id from event e where e.org_code = store and e.cancelled_at is null and e.starts_at > at_time and e.id in (
        select s.event_id from event_sign_up s where s.member_id = any (numbers) and s.org_code = store
          and s.state in ('waiting', 'preparing', 'successful'))
      order by e.id for no key update) v;
  perform 1 from member m where m.org_code = store and m.id in (source_id, target_id) order by m.id for no key update;
  select m.* into source from member m where m.id = source_id and m.org_code = store;
  select m.* into target from member m where m.id = target_id and m.org_code = store;
  if target.id is null then
    if exists (select from member m where m.id = target_id) then
      perform refuse('members.otherStore', '{"field": "targetId"}');
    end if;
    perform refuse('members.notFound', '{"field": "targetId"}');
  elsif source.merged_into is not null then
    perform refuse('members.merged', jsonb_build_object('field', 'sourceId', 'into', source.merged_into));
  elsif target.merged_into is not null then
    perform refuse('members.merged', jsonb_build_object('field', 'targetId', 'into', target.merged_into));
  end if;
  if exists (select from play_record p where p.member_id = source_id and p.org_code = store
      and p.state in ('PENDING', 'ESCAPED', 'NOPAY') and p.id <> all (records)) then
    -- It began while this transaction waited for the member.
    raise exception using errcode = 'serialization_failure', message = 'an order of the member has just begun';
  elsif exists (select from reservation b where b.member_id = source_id and b.org_code = store and is_awaited(b)
      and b.id <> all (awaited)) then
    raise exception using errcode = 'serialization_failure', message = 'the member has just booked';
  end if;

  sign_ups := join_sign_ups(store, numbers, events, call -> 'by', call ->> 'reason', at_time);
  update play_record set member_id = target_id where id = any (records) and org_code = store;
  update reservation set member_id = target_id where id = any (awaited) and org_code = store;
  perform join_unlimited_cards(store, source_id, target_id, at_time);
  perform merge_wallets(ledger_cause_of(null, (call ->> 'id')::uuid, store, (call #>> '{by,userId}')::uuid, null,
    (call ->> 'terminalId')::uuid, at_time), source_id, target_id);

  if target.physical_card = '' then
    update member_card set member_id = target_id
      where member_id = source_id and org_code = store and card = source.physical_card and state = 'active';
  end if;
  with ended as (delete from member_openid o where o.member_id = source_id and o.org_code = store returning o.*)
    select coalesce(jsonb_agg(to_jsonb(e)), '[]') into openids from ended e;
  -- Before the target takes values that only one member may have.
  update member m set merged_into = target_id, frozen = true, frozen_reason = call ->> 'reason', experience = 0,
      physical_card = case when target.physical_card = '' then '' else m.physical_card end,
      updated_by = call #>> '{by,username}', updated_at = at_time
    where m.id = source_id and m.org_code = store;
  update member m set merged_into = target_id where m.merged_into = source_id and m.org_code = store;
  update member m set
      experience = m.experience + source.experience,
      member_level = coalesce((select l.code from member_level l where l.org_code = store
        and l.code in (m.member_level, source.member_level) order by l.rank desc limit 1), ''),
      consume_password = coalesce(m.consume_password, source.consume_password),
      phone = case when m.phone = '' then source.phone else m.phone end,
      physical_card = case when m.physical_card = '' then source.physical_card else m.physical_card end,
      -- The latest signature of the person, under either number.
      agreement_id = coalesce((select g.agreement_id from agreement_signature g
        where g.member_id in (source_id, target_id) and g.org_code = store and g.kind = 'safety'
        order by g.signed_at desc limit 1),
        m.agreement_id, source.agreement_id),
      agreement_until = (select g.valid_until from agreement_signature g
        where g.member_id in (source_id, target_id) and g.org_code = store and g.kind = 'safety'
        order by g.signed_at desc limit 1),
      openid = case when m.openid = '' then source.openid else m.openid end,
      realname = case when m.realname = '' then source.realname else m.realname end,
      -- The job that writes a name's search letters runs for the new name.
      initials = case when m.realname = '' and source.realname <> '' then '' else m.initials end,
      spelling = case when m.realname = '' and source.realname <> '' then '' else m.spelling end,
      avatar = case when m.avatar = '' then source.avatar else m.avatar end,
      photo = case when m.photo = '' then source.photo else m.photo end,
      gender = case when m.gender = '' then source.gender else m.gender end,
      birthday = coalesce(m.birthday, source.birthday),
      -- An opt-out of names on screens under either number holds for both.
      racer_name = case when 'none' in (m.racer_name, source.racer_name) then 'none' else m.racer_name end,
      message_consent = case when 'NO' in (m.message_consent, source.message_consent) then 'NO'
        else greatest(m.message_consent, source.message_consent) end,
      id_number_sealed = case when m.id_number_sealed = '' then source.id_number_sealed else m.id_number_sealed end,
      remark = case when m.remark = '' then source.remark else m.remark end,
      -- No end is later than any other.
      end_time = case when m.end_time is null or source.end_time is null then null
        else greatest(m.end_time, source.end_time) end,
      last_visit_on = greatest(m.last_visit_on, source.last_visit_on),
      updated_by = call #>> '{by,username}', updated_at = at_time
    where m.id = target_id and m.org_code = store;
  -- The openids are the same person's. Of two of one app, that of the target stays.
  insert into member_openid (openid, app_id, org_code, member_id, bound_at)
    select o.openid, o.app_id, store, target_id, o.bound_at from jsonb_populate_recordset(null::member_openid, openids) o
    on conflict on constraint member_openid_of_member do nothing;
  perform raise_level(target_id, store, at_time, call -> 'by');
  return jsonb_build_object('orgCode', store, 'records', cardinality(records), 'reservations', cardinality(awaited),
    'signUps', sign_ups);
end
$$;
