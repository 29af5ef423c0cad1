-- Where clearing entries at a store of rides differ from the wallets' entries at the members' stores, by cause and account. The other stores
-- are out of the caller's scope.
create or replace function clearing_differences(p_org_code text)
returns table (cause_id uuid, account text, home text, stored bigint, expected bigint, person uuid) language plpgsql as $$
#variable_conflict use_column
declare
  narrow constant text[] := widen_scope();
begin
  return query
    select coalesce(here.cause_id, home.cause_id), coalesce(here.account, home.account), coalesce(here.home, home.home),
        coalesce(here.value, 0), coalesce(home.value, 0), coalesce(here.person, home.person)
      from (
        select l.cause_id, l.cause_kind, l.project as account, l.other_org_code as home, sum(-l.delta)::bigint as value,
            (array_agg(l.operator_id))[1] as person
          from ledger_line l where l.org_code = p_org_code and l.account = 'clearing' group by 1, 2, 3, 4
      ) here
      full join (
        select l.cause_id, l.cause_kind, l.account::text as account, l.org_code as home, sum(l.delta)::bigint as value,
            (array_agg(l.operator_id))[1] as person
          from ledger_line l where l.other_org_code = p_org_code and l.account <> 'clearing' group by 1, 2, 3, 4
      ) home on home.cause_id = here.cause_id and home.cause_kind = here.cause_kind and home.account = here.account and home.home = here.home
      where coalesce(here.value, 0) <> coalesce(home.value, 0);
  perform restore_scope(narrow);
end
$$;
