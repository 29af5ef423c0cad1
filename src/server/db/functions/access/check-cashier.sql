-- Whether somebody serves at the counters of a store: a manager, coach or cashier of it who is neither frozen nor deleted.
create or replace function serves_at(p_person user_account, p_org_code text) returns boolean language sql stable as $$
  select p_person.identity in ('1', '2', '3') and p_person.status = 1 and p_person.deleted_at is null and exists (
    select from user_store link join store s on s.id = link.store_id
    where link.user_id = p_person.id and s.org_code = p_org_code)
$$;
-- Refuses a cashier whom an order may not name: one who does not serve there; and one with a password who has not shown it for
-- this sign-in at this terminal. The person who is signed in needs no other proof.
create or replace function check_cashier(
  p_cashier uuid, p_org_code text, p_operator uuid, p_token_hash text, p_terminal uuid, p_now timestamptz
) returns void language plpgsql stable as $$
declare
  secret text;
begin
  select u.con_password_hash into secret from user_account u where u.id = p_cashier and serves_at(u, p_org_code);
  if not found then
    perform refuse('sessions.cashierUnknown', '{"field": "departuserId"}');
  end if;
  if secret is not null and p_cashier <> p_operator and not exists (
    select from cashier_proof where token_hash = p_token_hash and cashier_id = p_cashier and org_code = p_org_code
      and terminal_id is not distinct from p_terminal and expires_at > p_now) then
    perform refuse('sessions.cashierUnproven', '{"field": "departuserId"}');
  end if;
end
$$;
