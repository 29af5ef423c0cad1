-- Locks a member of another store of the chain for a charge, as `lock_payer`, and returns what they can spend here (`visitor_spendable`).
create or replace function lock_visitor(
  /* The store of the ride. */ p_org_code text,
  visitor member, p_needs_agreement boolean, p_password_hash text, p_day date, p_now timestamptz, out has jsonb, out charge_order text
) language plpgsql as $$
declare
  narrow constant text[] := widen_scope();
begin
  if p_needs_agreement then
    perform require_agreement(p_org_code, visitor.id, p_now, visitor.org_code);
  end if;
  perform lock_payer(visitor.org_code, visitor.id, true, p_password_hash, p_day, p_now);
  select v.has, v.charge_order into has, charge_order from visitor_spendable(visitor.org_code, visitor.id, p_now) v;
  perform restore_scope(narrow);
end
$$;
