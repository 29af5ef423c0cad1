-- The shift whose drawer pays out cash: the chosen one, else that of the counter, else the only open one of the store. Null where no shift
-- is open and the store takes cash without one.
--
-- The caller holds the counter's lock (shared) until the transaction ends, and closing the shift waits for it, as in `open_shift`. So a
-- payout is either in the sum that the shift is closed with, or sees that the shift is closed.
create or replace function paying_drawer(
  p_org_code text, p_terminal uuid, p_operator uuid,
  /* The chosen shift, or null. */
  p_chosen uuid
) returns uuid language plpgsql as $$
declare
  candidate shift;
  open_ones uuid[];
begin
  loop
    if p_chosen is not null then
      select s.* into candidate from shift s where s.id = p_chosen and s.org_code = p_org_code;
      if not found then
        perform refuse('shifts.drawerUnknown', '{"field": "shiftId"}');
      end if;
    else
      open_ones := array(select s.id from shift s where s.org_code = p_org_code and s.closed_at is null order by s.opened_at, s.id);
      select s.* into candidate from shift s
        where s.org_code = p_org_code and s.id = coalesce(shift_at(p_org_code, p_terminal, p_operator, null),
          case when cardinality(open_ones) = 1 then open_ones[1] end);
      if not found then
        if cardinality(open_ones) > 1 then
          perform refuse('shifts.chooseDrawer', jsonb_build_object('field', 'shiftId', 'count', cardinality(open_ones)));
        elsif (select s.cash_needs_shift from store s where s.org_code = p_org_code) = 'YES' then
          perform refuse('shifts.noDrawer', '{"field": "shiftId"}');
        end if;
        return null;
      end if;
    end if;
    perform pg_advisory_xact_lock_shared(shift_seat(p_org_code, candidate.terminal_id, candidate.operator_id));
    -- A separate statement sees whether the shift was closed while this transaction waited.
    if exists (select from shift s where s.id = candidate.id and s.org_code = p_org_code and s.closed_at is null) then
      return candidate.id;
    elsif p_chosen is not null then
      perform refuse('shifts.drawerClosed', jsonb_build_object('field', 'shiftId', 'by', candidate.cashier_name));
    end if;
  end loop;
end
$$;
