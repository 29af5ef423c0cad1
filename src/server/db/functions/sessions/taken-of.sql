-- How much posted lines have taken of an account.
create or replace function taken_of(posted jsonb, p_account text) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum((l ->> 'before')::bigint - (l ->> 'after')::bigint), 0)::bigint
    from jsonb_array_elements(posted) l where l ->> 'account' = p_account
$$;
