-- By how much the ledger entries of a refund changed the member's wallet of this kind.
create or replace function moved_by(lines jsonb, p_account text) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum((l ->> 'delta')::bigint), 0)::bigint from jsonb_array_elements(lines) l where l ->> 'account' = p_account
$$;
