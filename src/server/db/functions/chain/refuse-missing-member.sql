-- Refuses a member whom a store does not have: with the name of the member's store where that is another one of the chain, whose members
-- can only be charged here.
create or replace function refuse_missing_member(p_org_code text, p_member text) returns void language plpgsql as $$
declare
  visitor constant member := visitor_by_number(p_org_code, p_member);
begin
  if visitor.id is null then
    perform refuse('members.notFound', '{"field": "userId"}');
  end if;
  perform refuse('members.elsewhere', jsonb_build_object('field', 'userId', 'store', home_store_name(visitor.org_code)));
end
$$;
