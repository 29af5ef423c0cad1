-- The code of the refusal that names what `hold_value` has too little of.
create or replace function short_wallet(short text) returns text language sql immutable parallel safe as $$
  select case short when 'money' then 'members.insufficientBalance' when 'integral' then 'members.insufficientIntegral'
    else 'members.insufficientQuan' end
$$;
