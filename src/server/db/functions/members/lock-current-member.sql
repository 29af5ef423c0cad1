-- Locks the current member of a number: the member itself, or the member it was merged into. Returns that number; null for null. Member
-- numbers of older orders, refunds and payments are resolved here before the ledger is written, so that a merge in between has no effect.
create or replace function lock_current_member(p_member text, p_org_code text) returns text language plpgsql as $$
declare
  candidate text;
  merged text;
begin
  if p_member is null then
    return null;
  end if;
  -- Read without a lock, to avoid a deadlock with a merge, which locks in the other order.
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
