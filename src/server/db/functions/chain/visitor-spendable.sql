-- What a member can spend at the other stores of the chain, as `spendable`: visits and unlimited cards of the general project only, because
-- other projects are those of one store. `charge_order`: how the member's store takes money from paid and gift balance.
create or replace function visitor_spendable(p_home text, p_member text, p_now timestamptz, out has jsonb, out charge_order text)
language plpgsql as $$
declare
  narrow constant text[] := widen_scope();
begin
  has := spendable(p_home, p_member, p_now);
  has := has || jsonb_build_object('visits', jsonb_strip_nulls(jsonb_build_object('currency', has #> '{visits,currency}')),
    'unlimited', case when has -> 'unlimited' ? 'currency' then '["currency"]'::jsonb else '[]' end);
  charge_order := (select s.charge_order from store s where s.org_code = p_home);
  perform restore_scope(narrow);
end
$$;
