-- The action that the name of a role grants, or null. Roles whose name says that they serve a single store change the rule or type of
-- pending rides.
create or replace function action_by_name(p_role_name text) returns text language sql immutable as $$
  select case when p_role_name like '%单店通用%' then 'playbeforepay:edite' end
$$;
