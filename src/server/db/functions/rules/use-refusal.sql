-- Why a rule may not be used for a ride that begins at a moment, as {code, details}; null where it may.
--
-- A use is a start that was not cancelled, in the queue neither, whatever became of it and however many people ride. Uses are counted under
-- a lock on the rule, so that two starts cannot take its last use. They have no index of their own: list indexes find the records of a
-- store's day and of a member, and another index would cost every start and settlement.
create or replace function use_refusal(
  p_rule uuid, p_org_code text, p_member text, p_started_at timestamptz,
  -- Whether the ride is queued instead of started, and how many uses are requested at once: all or none.
  p_waits boolean default false, p_uses integer default 1
) returns jsonb language plpgsql as $$
declare
  rule record;
  details jsonb;
  day date;
  begins timestamptz;
  ends timestamptz;
  level record;
  numbers text[];
  used bigint;
begin
  select r.name, r.use_mode, r.use_bracelet, r.member_days, r.member_level,
      case when r.limited then r.daily_limit else -1 end as daily_limit,
      case when r.limited then r.member_limit else -1 end as member_limit,
      case when r.member_days <> '{}' then r.member_day_limit else -1 end as member_day_limit, s.time_zone, s.day_start_hour
    into strict rule
    from consume_rule r join store s on s.org_code = r.org_code
    where r.id = p_rule and r.org_code = p_org_code;
  details := jsonb_build_object('field', 'ruleId', 'rule', rule.name);

  -- A wristband must be put on at once, so its rule cannot be queued.
  if rule.use_mode = 'lineup' and not rule.use_bracelet and not p_waits then
    return jsonb_build_object('code', 'sessions.ruleLineup', 'details', details);
  elsif (rule.use_mode = 'immediate' or rule.use_bracelet) and p_waits then
    return jsonb_build_object('code', 'sessions.ruleImmediate', 'details', details);
  end if;
  day := (p_started_at at time zone rule.time_zone) - make_interval(hours => rule.day_start_hour);
  if rule.member_days <> '{}' and not extract(isodow from day) = any (rule.member_days) then
    return jsonb_build_object('code', 'sessions.ruleWeekday',
      'details', details || jsonb_build_object('days', rule.member_days));
  end if;

  if p_member is null then
    if rule.member_level <> '' or rule.member_limit >= 0 or rule.member_day_limit >= 0 then
      return jsonb_build_object('code', 'sessions.ruleMembersOnly', 'details', details);
    end if;
  elsif rule.member_level <> '' then
    select needed.name, coalesce(own.rank, 0) >= needed.rank as reached into level
      from member m
      join member_level needed on needed.org_code = m.org_code and needed.code = rule.member_level
      left join member_level own on own.org_code = m.org_code and own.code = m.member_level
      where m.id = p_member and m.org_code = p_org_code;
    -- A missing member is refused where the wallet is looked up.
    if not level.reached then
      return jsonb_build_object('code', 'sessions.ruleLevel', 'details', details || jsonb_build_object('level', level.name));
    end if;
  end if;

  if rule.daily_limit < 0 and rule.member_limit < 0 and rule.member_day_limit < 0 then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('uses of rule ' || p_rule, 0));
  -- Separate statements see what was committed while this transaction waited for the lock.
  begins := moment_of_local_time(day + make_interval(hours => rule.day_start_hour), rule.time_zone);
  ends := moment_of_local_time(day + 1 + make_interval(hours => rule.day_start_hour), rule.time_zone);
  if rule.daily_limit >= 0 then
    select count(*) into used from play_record
      where org_code = p_org_code and created_at >= begins and created_at < ends and rule_id = p_rule and state <> 'CANCELLED'
        and (run_id is not null or not left_unridden(id, org_code));
    if used + p_uses > rule.daily_limit then
      return jsonb_build_object('code', 'sessions.ruleUsedUp',
        'details', details || jsonb_build_object('used', used, 'limit', rule.daily_limit));
    end if;
  end if;
  if rule.member_limit >= 0 or rule.member_day_limit >= 0 then
    -- Rides under numbers merged into this member count as well.
    numbers := numbers_of(p_member);
  end if;
  if rule.member_limit >= 0 then
    select count(*) into used from play_record
      where member_id = any (numbers) and org_code = p_org_code and rule_id = p_rule and state <> 'CANCELLED'
        and (run_id is not null or not left_unridden(id, org_code));
    if used + p_uses > rule.member_limit then
      return jsonb_build_object('code', 'sessions.ruleMemberLimit',
        'details', details || jsonb_build_object('used', used, 'limit', rule.member_limit));
    end if;
  end if;
  if rule.member_day_limit >= 0 then
    select count(*) into used from play_record
      where member_id = any (numbers) and org_code = p_org_code and created_at >= begins and created_at < ends
        and rule_id = p_rule and state <> 'CANCELLED'
        and (run_id is not null or not left_unridden(id, org_code));
    if used + p_uses > rule.member_day_limit then
      return jsonb_build_object('code', 'sessions.ruleMemberDayLimit',
        'details', details || jsonb_build_object('used', used, 'limit', rule.member_day_limit));
    end if;
  end if;
  return null;
end
$$;
