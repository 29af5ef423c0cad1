-- Who served at the counter when a session began; the name as the ticket says it.
alter table play_before_pay add column cashier_id uuid, add column cashier_name text not null default '';
