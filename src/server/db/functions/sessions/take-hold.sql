-- Looks the member of a start up, refuses an unknown or frozen one, and reserves what the ride costs; answers whether anything is
-- reserved. An empty wallet refuses the start where `p_required`, and only leaves it without a hold otherwise; so is the consumption
-- password asked for: `p_password_hash` is what the one that was typed fits.
--
-- The member is a hot row: it is locked here, last of all that a start locks but the queue number.
create or replace function take_hold(
  p_play uuid, p_org_code text, p_member text, p_money bigint, p_integral bigint, p_laps bigint, p_required boolean,
  p_password_hash text, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  wallet record;
  short text;
  needed bigint;
  available bigint;
begin
  loop
    if p_money + p_integral + p_laps > 0 then
      -- Almost always all is well, and the wallet is read and changed at once.
      update member set held_money = held_money + p_money, held_integral = held_integral + p_integral,
          held_laps = held_laps + p_laps
        where id = p_member and org_code = p_org_code and not frozen
          and (not p_required or consume_password is null or consume_password = p_password_hash)
          and p_money <= balance + give - held_money and p_integral <= integral - held_integral and p_laps <= laps - held_laps;
      if found then
        insert into hold (id, org_code, member_id, money, integral, laps, created_at)
          values (p_play, p_org_code, p_member, p_money, p_integral, p_laps, p_now);
        return true;
      end if;
    end if;
    -- Says why not. Where that has just changed, the row is locked now and the next attempt succeeds.
    select merged_into, frozen, consume_password, balance + give - held_money as money, integral - held_integral as integral, laps - held_laps as laps
      into wallet from member where id = p_member and org_code = p_org_code for no key update;
    if not found then
      perform refuse('members.notFound', '{"field": "userId"}');
    elsif wallet.merged_into is not null then
      -- Only just: run again, the start finds whom this one became a part of.
      raise exception using errcode = 'serialization_failure', message = 'the member was merged meanwhile';
    elsif wallet.frozen then
      perform refuse('members.frozen', '{"field": "userId"}');
    elsif p_money + p_integral + p_laps = 0 then
      return false;
    elsif p_required and wallet.consume_password is distinct from p_password_hash and wallet.consume_password is not null then
      perform refuse('members.passwordRequired', '{"field": "password"}');
    end if;
    if p_money > wallet.money then
      short := 'members.insufficientBalance';
      needed := p_money;
      available := wallet.money;
    elsif p_integral > wallet.integral then
      short := 'members.insufficientIntegral';
      needed := p_integral;
      available := wallet.integral;
    elsif p_laps > wallet.laps then
      short := 'members.insufficientQuan';
      needed := p_laps;
      available := wallet.laps;
    end if;
    if short is not null then
      if p_required then
        perform refuse(short, jsonb_build_object('needed', needed, 'available', available));
      end if;
      return false;
    end if;
  end loop;
end
$$;
