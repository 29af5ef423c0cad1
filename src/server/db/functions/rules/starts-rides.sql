-- Whether a ride starts by a rule. Coin output sells coins by some of the others. Same as startsRides in
-- src/shared/features/rules/consume-rules.calc.ts.
create or replace function starts_rides(rule consume_rule) returns boolean language sql immutable parallel safe as $$
  select rule.tool_type not in ('COIN', 'GIFT') or rule.tool_type = rule.consume_type
$$;
