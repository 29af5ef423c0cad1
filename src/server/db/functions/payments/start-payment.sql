-- Starts the payment of an order in the transaction that creates the order; the provider is asked after the commit.
create or replace function start_payment(
  /*
  * id: of the order, and the provider's reference; orgCode, orderKind, amount (fen), subject; codeShape: the provider whose code it looks
   * like; codeSealed; operatorId, operatorName, cashierId, terminalId; now.
   */
  p jsonb
) returns void language plpgsql as $$
declare
  store constant text := p ->> 'orgCode';
  at_time constant timestamptz := p ->> 'now';
  asked text;
begin
  -- A store that has the sandbox provider enabled uses it for every code, so that no customer's money moves.
  select c.provider into asked from payment_provider c
    where c.org_code = store and c.enabled and c.provider in ('sandbox', p ->> 'codeShape')
    order by c.provider = 'sandbox' desc limit 1;
  if not found then
    perform refuse('payments.providerOff', jsonb_build_object('field', 'payCode', 'provider', p ->> 'codeShape'));
  end if;
  insert into payment (id, org_code, order_kind, provider, amount, subject, code_sealed, operator_id, operator_name, cashier_id,
      terminal_id, created_at, next_at)
    values ((p ->> 'id')::uuid, store, p ->> 'orderKind', asked, (p ->> 'amount')::bigint, p ->> 'subject', p ->> 'codeSealed',
      (p ->> 'operatorId')::uuid, p ->> 'operatorName', (p ->> 'cashierId')::uuid, (p ->> 'terminalId')::uuid, at_time, at_time);
  -- All copies of the server receive this on commit.
  perform pg_notify('pitlane', '{"kind":"payments"}');
end
$$;
