-- What has ended of a wallet and is written off, by lot: all but what a hold from before the lot's end reserves. Holds reserve the value
-- that ends first, and nothing that had ended before.
create or replace function ended_lots(own wallet, p_at timestamptz) returns table (id bigint, part bigint) language sql stable as $$
  with ended as (
    select l.id, l.valid_until, sum(l.value_left) over (order by l.valid_until, l.id) - case own.held when 0 then 0 else (
          select coalesce(sum(r.amount), 0) from hold h join hold_line r on r.hold_id = h.id and r.org_code = h.org_code
            where h.member_id = own.member_id and h.org_code = own.org_code and h.state = 'held' and h.created_at < l.valid_until
              and r.kind = own.kind and r.project = own.project) end as unreserved
      from wallet_lot l
      where l.member_id = own.member_id and l.org_code = own.org_code and l.kind = own.kind and l.project = own.project
        and l.is_open and l.valid_until <= p_at
  ), gone as (
    -- A later lot may be used by more holds, but not in place of an earlier one; what is held is never written off.
    select e.id, e.valid_until,
        least(own.value - own.held, greatest(0, max(e.unreserved) over (order by e.valid_until, e.id))) as until
      from ended e
  ), divided as (
    select g.id, (g.until - lag(g.until, 1, 0::numeric) over (order by g.valid_until, g.id))::bigint as part from gone g
  )
  select d.id, d.part from divided d where d.part > 0
$$;
