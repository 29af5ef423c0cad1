-- Records the visit day and gained experience of members charged in one batch: [{key, orgCode, member, now, day, experience}], or null. The
-- caller has locked the members; `calls` name the callers for the audit trail.
create or replace function count_visits(visits jsonb, calls jsonb) returns void language plpgsql as $$
declare
  visit jsonb;
begin
  if visits is null then
    return;
  end if;
  update member m set last_visit_on = v.day from jsonb_to_recordset(visits) as v (member text, "orgCode" text, day date)
    where m.id = v.member and m.org_code = v."orgCode" and (m.last_visit_on >= v.day) is not true;
  for visit in select jsonb_array_elements(visits) loop
    perform add_experience(visit ->> 'member', visit ->> 'orgCode', (visit ->> 'experience')::bigint, (visit ->> 'now')::timestamptz,
      (select call from jsonb_array_elements(calls) call where call ->> 'key' = visit ->> 'key'));
  end loop;
end
$$;
