-- Starts the payment of an order in the transaction that creates the order; the provider is asked after the commit.
create or replace function start_payment(
  /*
  * id: of the order, and the provider's reference; orgCode, orderKind, amount (fen), subject; codeShape: the provider whose code it looks
   * like, or of the page on the phone; codeSealed; way: how it begins, by default code; operatorId, operatorName, cashierId, terminalId;
   * now. A payment on the phone is the caller's, whose row of `member` is locked.
   */
  p jsonb
) returns void language plpgsql as $$
declare
  store constant text := p ->> 'orgCode';
  at_time constant timestamptz := p ->> 'now';
  pay_way constant text := coalesce(p ->> 'way', 'code');
  -- Each may hold goods for minutes.
  most_open constant integer := 3;
  asked text;
begin
  -- A store that has the sandbox provider enabled uses it for every code, so that no customer's money moves.
  select c.provider into asked from payment_provider c
    where c.org_code = store and c.enabled and c.provider in ('sandbox', p ->> 'codeShape')
    order by c.provider = 'sandbox' desc limit 1;
  if pay_way <> 'code' then
    if asked is distinct from p ->> 'codeShape' then
      perform refuse('payments.phoneOff', '{"field": "way"}');
    elsif (select count(*) from payment o where o.org_code = store and o.ended_at is null and o.way <> 'code'
        and o.operator_id = (p ->> 'operatorId')::uuid) >= most_open then
      perform refuse('payments.phoneOpen', '{"field": "way"}');
    end if;
  elsif asked is null then
    perform refuse('payments.providerOff', jsonb_build_object('field', 'payCode', 'provider', p ->> 'codeShape'));
  end if;
  insert into payment (id, org_code, order_kind, provider, amount, subject, way, code_sealed, operator_id, operator_name, cashier_id,
      terminal_id, created_at, next_at)
    values ((p ->> 'id')::uuid, store, p ->> 'orderKind', asked, (p ->> 'amount')::bigint, p ->> 'subject', pay_way, p ->> 'codeSealed',
      (p ->> 'operatorId')::uuid, p ->> 'operatorName', (p ->> 'cashierId')::uuid, (p ->> 'terminalId')::uuid, at_time, at_time);
  -- All copies of the server receive this on commit.
  perform pg_notify('pitlane', '{"kind":"payments"}');
end
$$;
