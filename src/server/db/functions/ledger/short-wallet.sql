-- The error code for the wallet in which `hold_value` found too little.
create or replace function short_wallet(short text) returns text language sql immutable parallel safe as $$
  select case short when 'money' then 'members.insufficientBalance' when 'integral' then 'members.insufficientIntegral'
    when 'coins' then 'members.insufficientCoins' when 'give' then 'members.insufficientGive' else 'members.insufficientQuan' end
$$;
