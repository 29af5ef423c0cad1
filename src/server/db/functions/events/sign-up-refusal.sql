-- Why a member cannot sign up for an event now, as {code, details}; null where they can. A missing member is passed as null. Funds are
-- checked where the fee is held.
create or replace function sign_up_refusal(wanted event, payer member, p_takes_value boolean, p_password_hash text, p_now timestamptz)
returns jsonb language plpgsql as $$
declare
  details constant jsonb := jsonb_build_object('field', 'eventId', 'event', wanted.name);
  refusal jsonb;
  level record;
  agreement uuid;
begin
  if wanted.cancelled_at is not null then
    return jsonb_build_object('code', 'events.cancelled', 'details', details);
  elsif p_now < wanted.registration_from then
    return jsonb_build_object('code', 'events.notOpen', 'details', details || jsonb_build_object('time', wanted.registration_from));
  elsif p_now >= wanted.registration_until then
    return jsonb_build_object('code', 'events.closed', 'details', details || jsonb_build_object('time', wanted.registration_until));
  end if;
  refusal := payer_refusal(payer, p_takes_value and wanted.fee > 0, p_password_hash, p_now);
  if refusal is not null then
    return refusal;
  elsif exists (select from event_sign_up s where s.event_id = wanted.id and s.org_code = wanted.org_code
      and s.member_id = any (numbers_of(payer.id)) and s.state in ('waiting', 'preparing', 'successful')) then
    return jsonb_build_object('code', 'events.signedUp', 'details', details || '{"field": "userId"}');
  end if;
  if wanted.member_level <> '' then
    select needed.name, coalesce(own.rank, 0) >= needed.rank as reached into level
      from member_level needed
      left join member_level own on own.org_code = needed.org_code and own.code = payer.member_level
      where needed.org_code = wanted.org_code and needed.code = wanted.member_level;
    if not coalesce(level.reached, false) then
      return jsonb_build_object('code', 'events.level', 'details',
        details || jsonb_build_object('field', 'userId', 'level', coalesce(level.name, wanted.member_level)));
    end if;
  end if;
  if wanted.needs_agreement then
    agreement := (current_agreement(wanted.org_code, 'safety')).id;
    if agreement is not null and (payer.agreement_id is distinct from agreement or payer.agreement_until <= p_now) then
      return '{"code": "members.agreementMissing", "details": {"field": "userId"}}';
    end if;
  end if;
  return null;
end
$$;
