-- Locks the member whose history a number is now: the own one, or whom it became a part of; answers that number, null for null. What an older
-- order, refund or payment says of a member goes through here before the ledger is written, so that a merge between the two changes nothing.
create or replace function lock_current_member(p_member text, p_org_code text) returns text language plpgsql as $$
declare
  candidate text;
  merged text;
begin
  if p_member is null then
    return null;
  end if;
  -- Read without a lock, so that whoever merges this one now is not waited for in the other order.
  select coalesce(m.merged_into, m.id) into candidate from member m where m.id = p_member and m.org_code = p_org_code;
  loop
    select m.merged_into into merged from member m where m.id = candidate and m.org_code = p_org_code for no key update;
    if merged is null then
      return coalesce(candidate, p_member);
    end if;
    candidate := merged;
  end loop;
end
$$;
