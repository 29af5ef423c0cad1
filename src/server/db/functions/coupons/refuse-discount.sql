-- Refuses a discount coupon that takes nothing off, or not more than the level of the member does: it replaces that discount.
create or replace function refuse_discount(p_off bigint, /* Of the whole order. */ p_level_discount bigint) returns void
language plpgsql stable as $$
begin
  if p_off = 0 then
    perform refuse('couponCodes.nothingOff', '{"field": "groupNumber"}');
  elsif p_level_discount >= p_off then
    perform refuse('couponCodes.levelBetter', jsonb_build_object('field', 'groupNumber', 'level', shown_money(p_level_discount),
      'coupon', shown_money(p_off)));
  end if;
end
$$;
