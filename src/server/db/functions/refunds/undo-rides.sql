-- Undoes what a voided charge began: ends its runs, cancels its queue entries and records, withdraws their tickets, and makes the rides it
-- settled pending again with their holds. Experience given is taken back; levels stay. The caller has locked vehicles, order and members.
create or replace function undo_rides(charged consume_order, p_operator uuid, p_name text, p_now timestamptz) returns void
language plpgsql as $$
declare
  active record;
  play play_record;
  wanted record;
  visits jsonb;
  owner text;
  gained bigint;
begin
  gained := (select coalesce(sum(p.experience), 0) from play_record p
    where p.id = any (charged.play_ids) and p.org_code = charged.org_code);
  if charged.member_id is not null and gained > 0 then
    update member m set experience = greatest(0, m.experience - gained)
      where m.org_code = charged.org_code and m.id = coalesce((select o.merged_into from member o
        where o.id = charged.member_id and o.org_code = charged.org_code), charged.member_id);
  end if;
  if charged.settles <> '' then
    owner := coalesce((select m.merged_into from member m where m.id = charged.settles_member and m.org_code = charged.org_code),
      charged.settles_member);
    update play_record p set state = charged.settles, consume_id = null, settled_at = null, settled_by = null, member_id = owner
      where p.id = charged.play_id and p.org_code = charged.org_code returning p.* into play;
    if charged.member_id is distinct from charged.settles_member and play.level_discount then
      -- The price used the other payer's level.
      update play_record p set price = agreed.whole - agreed.off, discount = agreed.off
        from (select w.whole, member_discount(w.whole, true, play.org_code, owner) as off
          from (select play.price + play.discount as whole) w) agreed
        where p.id = play.id and p.org_code = play.org_code returning p.* into play;
    end if;
    if owner is not null and play.state = 'PENDING' then
      wanted := value_to_hold(play.consume_type, play.price_mode, play.price, play.integral, play.laps, play.coins,
        play.people);
      visits := visit_terms(play.consume_type, play.price_mode, play.frequency, play.project_type, play.people);
      if visits is not null then
        perform change_hold(play.id, play.org_code, owner, 0, 0, 0, 0, 0, '', p_now);
        perform hold_visits(play.id, play.org_code, owner, visits, p_now);
      elsif wanted.held_money + wanted.held_integral + wanted.held_laps + wanted.held_coins + wanted.held_give > 0 then
        -- The held value has just been restored; where it is no longer complete the ride is pending without a hold.
        perform change_hold(play.id, play.org_code, owner, 0, 0, 0, 0, 0, '', p_now);
        perform hold_value(play.id, play.org_code, owner, wanted.held_money, wanted.held_integral, wanted.held_laps,
          wanted.held_coins, wanted.held_give, (select s.charge_order from store s where s.org_code = play.org_code), p_now);
      end if;
    end if;
    return;
  end if;
  for active in
    select g.id, g.ends_at from run g
      where g.play_id = any (charged.play_ids) and g.org_code = charged.org_code and g.state = 'RUNNING'
  loop
    perform end_run(active.id, charged.org_code, least(active.ends_at, p_now), case when active.ends_at < p_now then 'time' else 'cancelled' end,
      p_name);
  end loop;
  update queue_entry q set state = 'CANCELLED', end_reason = 'refunded', updated_at = p_now, updated_by = p_name
    where q.play_id = any (charged.play_ids) and q.org_code = charged.org_code and q.state in ('WAITING', 'CALLED');
  update play_record p set state = 'CANCELLED', settled_at = p_now, settled_by = p_operator
    where p.id = any (charged.play_ids) and p.org_code = charged.org_code;
  perform withdraw_papers(charged.play_ids || charged.id, charged.org_code, p_now);
end
$$;
