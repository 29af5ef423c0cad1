-- Whether a user serves at the counters of a store: its manager, coach or cashier, neither frozen nor deleted.
create or replace function serves_at(p_person user_account, p_org_code text) returns boolean language sql stable as $$
  select p_person.identity in ('1', '2', '3') and p_person.status = 1 and p_person.deleted_at is null and exists (
    select from user_store link join store s on s.id = link.store_id
    where link.user_id = p_person.id and s.org_code = p_org_code)
$$;
-- Refuses a cashier whom an order may not name; see `cashier_refusal`.
create or replace function check_cashier(
  p_cashier uuid, p_org_code text, p_operator uuid, p_token_hash text, p_terminal uuid, p_now timestamptz
) returns void language plpgsql stable as $$
declare
  refusal constant text := cashier_refusal(p_cashier, p_org_code, p_operator, p_token_hash, p_terminal, p_now);
begin
  if refusal is not null then
    perform refuse(refusal, '{"field": "cashierId"}');
  end if;
end
$$;
