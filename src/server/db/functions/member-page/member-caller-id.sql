-- The id under which a member acts on the member page: operators of orders, trail entries and keys are UUIDs, and a member's number is none.
create or replace function member_caller_id(p_org_code text, p_member_id text) returns uuid language sql immutable as $$
  select md5('member ' || p_org_code || ' ' || p_member_id)::uuid
$$;
