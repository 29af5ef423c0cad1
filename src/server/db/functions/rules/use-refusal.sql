-- Why a rule may not be used for a ride that begins at a moment, as {code, details}; null where it may.
create or replace function use_refusal(
  p_rule uuid, p_org_code text, p_member text, p_started_at timestamptz,
  -- Whether the ride is queued instead of started, and how many uses are requested at once: all or none.
  p_waits boolean default false, p_uses integer default 1
) returns jsonb language plpgsql as $$
declare
  rule record;
  details jsonb;
  day date;
  level record;
begin
  select r.name, r.use_mode, r.use_bracelet, r.member_days, r.member_level,
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

  return use_limit_refusal(p_rule, p_org_code, p_member, p_started_at, p_uses);
end
$$;
