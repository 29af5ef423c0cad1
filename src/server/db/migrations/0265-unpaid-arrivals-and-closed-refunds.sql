alter table reservation
  -- Staff must still confirm it: also once its deposit is paid, or its guests were not able to pay.
  add column to_confirm boolean not null default false;
update reservation set to_confirm = true where state = 'WAITING' and deposit_state <> 'unpaid';

alter table reservation_arrival
  -- How the deposit is returned once a scanned code has paid the order, as `return_arrival_deposit` takes it; null: not with this order.
  add column deposit_return jsonb;

alter table payment_refund
  -- By which the provider knows it, after it has closed the refund that it knew by the id or the number before; null: the id.
  add column number uuid;
update payment_refund set number = gen_random_uuid() where state = 'refused' and trouble = 'CLOSED';
