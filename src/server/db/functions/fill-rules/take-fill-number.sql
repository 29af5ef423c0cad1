-- Takes the next index of a count, from 0. A rollback returns it.
--
-- With one stripe there are no gaps: other transactions wait until this one ends. With several, stripe k of n has the indexes
-- k, k + n, k + 2n and so on. A transaction takes the lowest one of a stripe that no other transaction holds, so it waits only
-- when all are held, and simultaneous records may be numbered in another order than they commit in.
create or replace function take_fill_number(p_rule_id uuid, p_holder text, p_period text, p_stripes integer) returns bigint
language plpgsql as $$
declare
  free smallint;
  taken bigint;
begin
  if p_stripes > 1 then
    select c.stripe into free from fill_counter c
      where c.rule_id = p_rule_id and c.holder = p_holder and c.period = p_period
      order by c.next_index limit 1 for update skip locked;
  end if;
  if free is null then
    insert into fill_counter (rule_id, holder, period, stripe, next_index)
      select p_rule_id, p_holder, p_period, k, k from generate_series(0, p_stripes - 1) k
      on conflict do nothing;
    select c.stripe into free from fill_counter c
      where c.rule_id = p_rule_id and c.holder = p_holder and c.period = p_period
      order by c.next_index limit 1;
  end if;
  update fill_counter c set next_index = c.next_index + p_stripes
    where c.rule_id = p_rule_id and c.holder = p_holder and c.period = p_period and c.stripe = free
    returning c.next_index - p_stripes into taken;
  return taken;
end
$$;
