-- Marks reservations as missed some time after their session began, store by store; returns the stores. Rows locked by an arrival or a
-- change are left for the next pass.
create or replace function miss_reservations(p_now timestamptz) returns table (id uuid, org_code text) language sql as $$
  update reservation r set state = 'MISSED', updated_at = p_now
    from store s cross join lateral (
      select t.id from reservation t
        where t.org_code = s.org_code and t.state in ('WAITING', 'CONFIRMED') and t.deposit_state <> 'unpaid'
          and t.starts_at + make_interval(mins => s.reservation_grace) <= p_now
        order by t.id for update skip locked) due
    where r.id = due.id and r.org_code = s.org_code
    returning r.id, r.org_code
$$;
