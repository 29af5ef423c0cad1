-- A list of known values is read anew from the catalogue by every statement that writes to its table; a domain's is kept
-- ready by each connection. So the tables that every charge writes to name theirs by domains.
create domain play_state as text constraint play_before_pay_state
  check (value = any ('{GUADAN,RECHARGED,CONSUMED,ESCAPED,CANCELLED}'::text[]));
create domain run_mode as text constraint play_before_pay_run_mode check (value = any ('{circlemode,timermode}'::text[]));
create domain hold_state as text constraint hold_state check (value = any ('{held,captured,released}'::text[]));
create domain order_state as text constraint consume_order_state
  check (value = any ('{nopay,payed,closed,refunding,refunded}'::text[]));
create domain wallet_kind as text constraint wallet_ledger_wallet
  check (value = any ('{balance,give,integral,quan,frequency}'::text[]));
create domain wallet_cause as text constraint wallet_ledger_cause_kind
  check (value = any ('{opening,recharge,consume,refund,adjust}'::text[]));

alter table play_before_pay drop constraint play_before_pay_state, drop constraint play_before_pay_run_mode,
  alter column state type play_state, alter column run_mode type run_mode;
alter table hold drop constraint hold_state, drop constraint hold_ended,
  alter column state type hold_state;
alter table hold add constraint hold_ended check ((state = 'held') = (ended_at is null));
alter table consume_order drop constraint consume_order_state, alter column state type order_state;
alter table wallet_ledger drop constraint wallet_ledger_wallet, drop constraint wallet_ledger_cause_kind,
  alter column wallet type wallet_kind, alter column cause_kind type wallet_cause;
