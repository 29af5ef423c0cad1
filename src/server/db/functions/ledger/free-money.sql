-- A member's paid and gift balance without holds and ended value. The caller has locked the member.
create or replace function free_money(p_org_code text, p_member text, p_now timestamptz, out balance bigint, out give bigint)
language plpgsql stable as $$
begin
  select coalesce(sum(free_value(w, p_now)) filter (where w.kind = 'balance'), 0)::bigint,
      coalesce(sum(free_value(w, p_now)) filter (where w.kind = 'give'), 0)::bigint
    into balance, give from wallet w
    where w.member_id = p_member and w.org_code = p_org_code and w.project = '' and w.kind in ('balance', 'give');
end
$$;
