-- How a card that a refund ended or shortened is restored, as a ledger entry describes it.
create or replace function card_back(made refund_order, p_project text, p_now timestamptz) returns jsonb language plpgsql stable as $$
declare
  own member_project;
begin
  if made.card is null then
    return '{}';
  end if;
  select p.* into own from member_project p
    where p.member_id = made.member_id and p.org_code = made.org_code and p.project_type = p_project;
  return jsonb_strip_nulls(jsonb_build_object(
    'card', jsonb_build_object('name', made.card ->> 'name',
      'uses', case when (made.card ->> 'uses')::integer = -1 then -1 else -made.unlimited end),
    -- A card still valid gets its days back; an ended card gets its old end again.
    'validUntil', case when own.unlimited_uses <> 0 and (own.unlimited_until > p_now) is not false
      then day_ends(made.org_code, business_day(made.org_code, p_now) + (made.card ->> 'days')::integer) else (made.card ->> 'until')::timestamptz end));
end
$$;
