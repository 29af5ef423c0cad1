-- The search over everything: rides by the number on their ticket, and orders by the provider's number of their payment.
create index play_record_ticket on play_record (org_code, ticket_no, created_at desc, id desc) where ticket_no <> '';
create index play_record_terminal_ticket on play_record (org_code, terminal_ticket, created_at desc, id desc)
  where terminal_ticket <> '';
create index payment_transaction on payment (transaction_id, org_code) where transaction_id <> '';
