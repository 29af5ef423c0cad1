-- What a guest gave in cash, where the cashier typed it; the change is what is above price and deposit. Null: nobody said.
alter table consume_order add column received bigint
  constraint consume_order_received_enough check (received >= amount + deposit);
