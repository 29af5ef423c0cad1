-- Recharges of referred members whose time for refunds is over and that have no commission yet, the oldest first. One that is being refunded
-- waits. Of terms for the first recharge only the first paid one counts, whatever became of it.
create or replace function due_commissions(p_now timestamptz, p_most integer) returns table (order_id uuid, org_code text)
language sql stable as $$
  select o.id, o.org_code
    from promoted_member b
    join member m on m.id = b.member_id and m.org_code = b.org_code
    join store s on s.org_code = b.org_code
    join recharge_order o on o.member_id = b.member_id and o.org_code = b.org_code
    -- This condition ends the search for members who were referred long ago; a year is for servers that stood still.
    where b.bound_at > p_now - make_interval(days => (b.terms ->> 'days')::integer + s.commission_days + 365)
      and o.state in ('paid', 'refunded') and o.paid_at >= m.created_at
      and o.paid_at <= b.bound_at + make_interval(days => (b.terms ->> 'days')::integer)
      and o.paid_at <= p_now - make_interval(days => s.commission_days)
      and not exists (select from commission c where c.order_id = o.id and c.org_code = o.org_code)
      and (b.terms ->> 'recharges' = 'all' or not exists (select from recharge_order f
        where f.member_id = o.member_id and f.org_code = o.org_code and f.paid_at is not null
          and (f.paid_at, f.id) < (o.paid_at, o.id)))
    order by o.paid_at, o.id limit p_most
$$;
