-- Whether a type is paid from a member's wallets. Same as isPaidByMember in src/shared/features/sessions/charge-lines.calc.ts; a property
-- test compares them.
create or replace function is_paid_by_member(p_consume_type text) returns boolean language sql immutable parallel safe as $$
  select p_consume_type <> all ('{NOCARDCONSUME,GROUPCOUPON,TESTCARD}'::text[])
$$;
