-- Posts what a ride at one store takes from, or gives back to, a member of another: the wallets' entries at the member's store, and a clearing
-- entry for each at the store of the cause. So value leaves where it is owed, is rendered where the ride is, and the clearing entries say
-- which store owes which. Returns the entries of the wallets, as `post` does. The caller has locked its order.
create or replace function post_visit(
  /* As for `post`, of the store of the ride. */ cause jsonb,
  p_home text, p_member text,
  /* [{account, project, delta, reverses?}]; `reverses` of a wallet: the seq of the clearing entry. Tenders, such as the coupon of a ride, come
     last and are the own store's. */ lines jsonb
) returns jsonb language plpgsql as $$
declare
  org constant text := cause ->> 'orgCode';
  narrow constant text[] := widen_scope();
  member constant text := lock_current_member(p_member, p_home);
  line jsonb;
  cleared jsonb := '[]';
  moved jsonb := '[]';
  tenders jsonb := '[]';
  given bigint;
  posted jsonb;
begin
  for line in select jsonb_array_elements(lines) loop
    if line ->> 'account' = any ('{cash,scan,coupon,deposit}') then
      tenders := tenders || (line - 'member');
      continue;
    end if;
    given := null;
    if line ->> 'reverses' is not null then
      select home.seq into strict given from ledger_line here
        join ledger_line home on home.cause_id = here.cause_id and home.cause_kind = here.cause_kind and home.org_code = p_home
          and home.account = line ->> 'account' and home.project = line ->> 'project'
        where here.seq = (line ->> 'reverses')::bigint and here.org_code = org;
    end if;
    moved := moved || (line || jsonb_build_object('member', member, 'reverses', given));
    cleared := cleared || jsonb_build_object('account', 'clearing', 'project', line -> 'account', 'delta', -(line ->> 'delta')::bigint,
      'reverses', line -> 'reverses');
  end loop;
  -- The drawer is that of the ride: no shift of the member's store has part in it.
  posted := post(cause || jsonb_build_object('orgCode', p_home, 'otherOrgCode', org, 'drawer', null), moved);
  perform restore_scope(narrow);
  perform post(cause || jsonb_build_object('otherOrgCode', p_home), cleared);
  if tenders <> '[]' then
    posted := posted || post(cause, tenders);
  end if;
  return posted;
end
$$;
