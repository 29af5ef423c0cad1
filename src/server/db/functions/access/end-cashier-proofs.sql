-- A changed cashier password must be proven again.
create or replace function end_cashier_proofs() returns trigger language plpgsql as $$
begin
  delete from cashier_proof where cashier_id = new.id;
  return null;
end
$$;

create or replace trigger end_cashier_proofs after update of con_password_hash on user_account for each row
  when (new.con_password_hash is distinct from old.con_password_hash)
  execute function end_cashier_proofs();
