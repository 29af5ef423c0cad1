-- A refund that the provider has refused and whose order was put back as it was is owed no more: asking the provider once more
-- would hand out what the customer has kept.
alter table payment_refund
  drop constraint payment_refund_state_known,
  add constraint payment_refund_state_known check (state in ('owed', 'done', 'refused', 'withdrawn'));
update payment_refund r set state = 'withdrawn'
  from refund_order o where o.id = r.id and o.org_code = r.org_code and o.state = 'refused' and r.state = 'refused';
-- One that was asked for again meanwhile is not asked for any more; what has gone out already stays, and the nightly bill shows it.
update payment_refund r set state = 'withdrawn', ended_at = now(), next_at = null, claim_until = null
  from refund_order o where o.id = r.id and o.org_code = r.org_code and o.state = 'refused' and r.state = 'owed';
drop index payment_refund_unresolved;
create index payment_refund_unresolved on payment_refund (org_code, created_at) where state in ('owed', 'refused');
