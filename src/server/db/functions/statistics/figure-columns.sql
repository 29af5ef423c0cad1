-- Maps one ledger entry to columns of the statistics; the definitions are in docs/figures.md#statistics.
create or replace function figure_columns(p_account text, p_cause text, p_delta bigint, p_is_charge boolean, p_is_recharge boolean)
returns table (
  cash bigint, scan bigint, deposit bigint, refunded bigint, recharges bigint, balance bigint, give bigint, coupons bigint,
  integral bigint, laps bigint, visits bigint, unlimited bigint, coins bigint
) language sql immutable as $$
  select case p_account when 'cash' then p_delta else 0 end,
    case p_account when 'scan' then p_delta else 0 end,
    case p_account when 'deposit' then p_delta else 0 end,
    case when p_account in ('cash', 'scan') and p_cause in ('refund', 'adjust') then -p_delta else 0 end,
    case when p_account in ('cash', 'scan') and p_is_recharge then p_delta else 0 end,
    case when p_account = 'balance' and p_is_charge then -p_delta else 0 end,
    case when p_account = 'give' and p_is_charge then -p_delta else 0 end,
    case when p_account = 'coupon' and p_is_charge then p_delta else 0 end,
    case when p_account = 'integral' and p_is_charge then -p_delta else 0 end,
    case when p_account = 'laps' and p_is_charge then -p_delta else 0 end,
    case when p_account = 'frequency' and p_is_charge then -p_delta else 0 end,
    case when p_account = 'unlimited' and p_is_charge then -p_delta else 0 end,
    -- Coins that leave a wallet through a machine are not played yet.
    case when p_account = 'coins' and p_is_charge and p_cause <> 'coinOut' and p_cause <> 'coinBack' then -p_delta else 0 end
$$;
