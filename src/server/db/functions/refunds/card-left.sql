-- What is left of a sold card: {remains, name, uses, until, shared}, without uses that pending rides hold. A card without a limit of uses
-- is left while nobody has ridden with it.
-- `shared`: the card was added to an earlier one, or a later one was added to it.
create or replace function card_left(sold recharge_order, p_member text, /* The ledger entry of its sale. */ p_seq bigint, p_now timestamptz)
returns jsonb language plpgsql stable as $$
declare
  own member_project;
  counts boolean;
  alone timestamptz;
  rides bigint;
  reserved bigint;
begin
  select p.* into own from member_project p
    where p.member_id = p_member and p.org_code = sold.org_code and p.project_type = sold.project_type;
  counts := coalesce(own.unlimited_name <> '' and own.unlimited_uses <> 0 and (own.unlimited_until > p_now) is not false, false);
  -- Same as cardAfter in recharge.calc.ts for a card that is added to no other.
  alone := case when sold.card_days > 0
    then day_ends(sold.org_code, business_day(sold.org_code, sold.paid_at) + sold.card_days) end;
  select coalesce(sum(-l.delta - reversed_of(l.seq, l.org_code)), 0)::bigint into rides from ledger_line l
    where l.member_id = any (numbers_of(p_member)) and l.org_code = sold.org_code and l.account = 'unlimited'
      and l.project = sold.project_type and l.cause_kind = 'consume' and l.seq > p_seq;
  reserved := reserved_uses(sold.org_code, p_member, sold.project_type);
  return jsonb_build_object('name', own.unlimited_name, 'uses', own.unlimited_uses, 'until', own.unlimited_until,
    'shared', sold.card_until is distinct from alone or own.unlimited_until is distinct from sold.card_until,
    'remains', case when not counts then 0 when sold.card_plays = -1 then case when rides + reserved = 0 and own.unlimited_uses = -1 then 1 else 0 end
      else least(sold.card_plays, case own.unlimited_uses when -1 then sold.card_plays else greatest(0, own.unlimited_uses - reserved) end) end);
end
$$;
