-- The part of a ledger entry that is for products. A charge and its refunds say how much of their money it is, and how much of that the
-- gift balance paid.
create or replace function goods_part(p_account text, p_cause_kind text, p_sold consume_order, p_refund refund_order) returns bigint
language sql immutable as $$
  select part.sign * case p_account when 'cash' then part.goods when 'scan' then part.goods
      when 'balance' then part.give - part.goods when 'give' then -part.give else 0 end
    from (select case p_cause_kind when 'refund' then -1 else 1 end as sign,
      case when p_cause_kind = 'consume' then (p_sold).goods when p_cause_kind in ('refund', 'adjust') then (p_refund).goods else 0 end as goods,
      case when p_cause_kind = 'consume' then (p_sold).goods_give when p_cause_kind in ('refund', 'adjust') then (p_refund).goods_give
        else 0 end as give) part
$$;
