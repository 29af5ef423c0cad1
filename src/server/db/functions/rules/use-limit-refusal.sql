-- Why a rule has too few uses left for a ride that begins at a moment, as {code, details}; null where it has enough.
--
-- A use is a start that was not cancelled, in the queue neither, whatever became of it and however many people ride. Uses are counted under
-- a lock on the rule, so that two starts cannot take its last use. They have no index of their own: list indexes find the records of a
-- store's day and of a member, and another index would cost every start and settlement.
create or replace function use_limit_refusal(
  p_rule uuid, p_org_code text, p_member text, p_started_at timestamptz,
  -- How many uses are requested at once: all or none.
  p_uses integer
) returns jsonb language plpgsql as $$
declare
  rule record;
  details jsonb;
  day date;
  begins timestamptz;
  ends timestamptz;
  numbers text[];
  used bigint;
begin
  select r.name,
      case when r.limited then r.daily_limit else -1 end as daily_limit,
      case when r.limited then r.member_limit else -1 end as member_limit,
      case when r.member_days <> '{}' then r.member_day_limit else -1 end as member_day_limit, s.time_zone, s.day_start_hour
    into strict rule
    from consume_rule r join store s on s.org_code = r.org_code
    where r.id = p_rule and r.org_code = p_org_code;
  if rule.daily_limit < 0 and rule.member_limit < 0 and rule.member_day_limit < 0 then
    return null;
  end if;
  details := jsonb_build_object('field', 'ruleId', 'rule', rule.name);
  day := (p_started_at at time zone rule.time_zone) - make_interval(hours => rule.day_start_hour);
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
