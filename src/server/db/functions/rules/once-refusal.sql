-- Why so many people may not ride for one charge of a rule, as {code, details}; null where they may. Rules that charge per person have no
-- such limit.
create or replace function once_refusal(p_name text, p_price_mode text, p_once_people integer, p_people integer)
returns jsonb language sql immutable as $$
  select jsonb_build_object('code', 'sessions.ruleOncePeople',
      'details', jsonb_build_object('field', 'people', 'rule', p_name, 'limit', p_once_people))
    where p_price_mode = 'one' and p_once_people >= 0 and p_people > p_once_people
$$;
