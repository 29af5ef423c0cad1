-- Whether coin output sells coins by a rule: no ride starts by it. Same as sellsCoins in src/shared/features/rules/consume-rules.calc.ts.
create or replace function sells_coins(rule consume_rule) returns boolean language sql immutable parallel safe as $$
  select rule.tool_type = 'COIN' and rule.consume_type <> 'COIN'
$$;
