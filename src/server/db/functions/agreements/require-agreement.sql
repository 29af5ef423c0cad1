-- Refuses a start by a member who has not signed the current agreement, or whose signature is too old. Without a published agreement
-- nothing is required.
create or replace function require_agreement(
  p_org_code text, p_member text, p_now timestamptz,
  /* The member's store, where it is another one. */ p_home text default null
) returns void language plpgsql as $$
declare
  wanted constant uuid := (current_agreement(p_org_code, 'safety')).id;
begin
  if wanted is not null then
    perform 1 from member m where m.id = p_member and m.org_code = coalesce(p_home, p_org_code)
      and (m.agreement_id is distinct from wanted or m.agreement_until <= p_now);
    if found then
      perform refuse('members.agreementMissing', '{"field": "userId"}');
    end if;
  end if;
end
$$;
