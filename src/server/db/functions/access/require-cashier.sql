-- Refuses a call that names no cashier where one is required, or one whom it may not name; see `cashier_refusal`. Returns the cashier's
-- name, or null where none is named.
create or replace function require_cashier(
  /* {cashierId, userId, tokenHash, now}. */ call jsonb,
  p_org_code text, p_required boolean,
  /* Where the cashier has proven who they are. */ p_terminal uuid
) returns text language plpgsql stable as $$
declare
  cashier constant uuid := call ->> 'cashierId';
begin
  if cashier is not null then
    perform check_cashier(cashier, p_org_code, (call ->> 'userId')::uuid, call ->> 'tokenHash', p_terminal,
      (call ->> 'now')::timestamptz);
    return (select u.realname from user_account u where u.id = cashier);
  elsif p_required then
    perform refuse('sessions.cashierRequired', '{"field": "cashierId"}');
  end if;
  return null;
end
$$;
