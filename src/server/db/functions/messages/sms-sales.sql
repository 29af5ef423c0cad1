-- Paid SMS packages that stores of a scope have sold. The buyers may be other stores, so this function sees all stores. It is stable:
-- it reads what the comparison around it reads, and nothing that was committed since.
create or replace function sms_sales(/* The scope: from, and up to. */ p_from text, p_to text)
returns table (id uuid, seller_code text, amount bigint, operator_id uuid) language plpgsql stable as $$
#variable_conflict use_column
declare
  narrow constant text[] := widen_scope();
begin
  return query
    select p.id, p.seller_code, p.amount, p.operator_id from sms_purchase p
      where p.state = 'paid' and p.seller_code >= p_from and p.seller_code < p_to;
  perform restore_scope(narrow);
end
$$;
