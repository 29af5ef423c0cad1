-- Why an order may not name a cashier; null where it may. Refused are users who do not serve there, and those with a cashier password that
-- was not proven in this sign-in at this terminal. The signed-in user needs no further proof.
create or replace function cashier_refusal(
  p_cashier uuid, p_org_code text, p_operator uuid, p_token_hash text, p_terminal uuid, p_now timestamptz
) returns text language plpgsql stable as $$
declare
  secret text;
begin
  select u.con_password_hash into secret from user_account u where u.id = p_cashier and serves_at(u, p_org_code);
  if not found then
    return 'sessions.cashierUnknown';
  end if;
  if secret is not null and p_cashier <> p_operator and not exists (
    select from cashier_proof where token_hash = p_token_hash and cashier_id = p_cashier and org_code = p_org_code
      and terminal_id is not distinct from p_terminal and expires_at > p_now) then
    return 'sessions.cashierUnproven';
  end if;
  return null;
end
$$;
