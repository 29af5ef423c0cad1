import { sql } from 'kysely'
import type { Invariant } from './invariant.ts'

/** Coupons, with the orders that used them. */
export const couponInvariants: readonly Invariant[] = [
  {
    name: 'a coupon was used as often as orders stand that used it, and no more than it may be',
    broken: sql`
      select c.id, concat_ws(' ', c.code, c.state, c.uses_made, 'of', c.uses_allowed, u.uses) as detail
        from group_coupon c
        join lateral (select count(*) as uses from group_coupon_use u
          where u.coupon_id = c.id and u.org_code = c.org_code and u.undone_at is null) u on true
        where c.uses_made <> u.uses or c.uses_allowed >= 0 and u.uses > c.uses_allowed
          or (c.state = 'used') <> (c.uses_allowed >= 0 and c.uses_made = c.uses_allowed)`,
  },
  {
    name: 'a use of a coupon has its order, and is good again when that was given back',
    broken: sql`
      select coalesce(u.order_id, o.id) as id, concat_ws(' ', o.state, o.coupon_code, u.undone_at) as detail
        from group_coupon_use u
        full join (select * from consume_order where coupon_code <> '' and coupon_code not like 'C.%') o on o.id = u.order_id and o.org_code = u.org_code
        left join group_coupon c on c.id = u.coupon_id and c.org_code = u.org_code
        where u.order_id is null or o.id is null or c.code is distinct from o.coupon_code
          or (u.undone_at is not null) <> (o.state in ('closed', 'refunded'))`,
  },
  {
    name: "one of the store's own coupons is used by the order that stands for it, and by no other",
    broken: sql`
      select coalesce(c.id, o.id) as id, concat_ws(' ', c.code, c.used_for, o.state, o.coupon_code) as detail
        from (select c.* from coupon_code c join coupon_batch b on b.id = c.batch_id and b.org_code = c.org_code
          where c.used_for is not null and b.kind in ('rule', 'discount')) c
        full join (select * from consume_order where coupon_code like 'C.%' and state not in ('closed', 'refunded')) o
          on o.id = c.used_for and o.org_code = coalesce(c.used_org, c.org_code)
        where c.id is null or o.id is null or c.code <> o.coupon_code`,
  },
  {
    name: 'a member has no more coupons of a batch than the limit allows',
    broken: sql`
      select b.id, concat_ws(' ', b.name, m.id, count(*), 'of', b.per_member) as detail
        from coupon_batch b
        join coupon_code c on c.batch_id = b.id and c.org_code = b.org_code
        join member m on m.id = c.member_id
        where b.per_member > 0 and c.voided_at is null and c.returned_by is null and m.merged_into is null
        group by b.id, b.org_code, m.id having count(*) > b.per_member`,
  },
]

/** Records, runs, vehicles and the queue, with the orders that paid for them. */
export const rideInvariants: readonly Invariant[] = [
  {
    name: 'a record stands as its order does',
    broken: sql`
      select p.id, concat_ws(' ', p.state, o.state, o.settles, o.id) as detail
        from play_record p
        left join consume_order o on o.id = p.consume_id and o.org_code = p.org_code
        where case
          when p.state = 'CONSUMED' then (o.state in ('paid', 'refunding', 'refunded') and p.id = any (o.play_ids)) is not true
          when p.state = 'NOPAY' then (o.state = 'nopay' and p.id = any (o.play_ids)) is not true
          when p.state = 'CANCELLED' and o.id is not null then o.state not in ('closed', 'refunded')
          else p.consume_id is not null end`,
  },
  {
    name: 'an order has all of its records, and no other order stands for them',
    broken: sql`
      select o.id, concat_ws(' ', o.state, p.id, p.consume_id) as detail
        from consume_order o cross join unnest(o.play_ids) as ride (id)
        left join play_record p on p.id = ride.id and p.org_code = o.org_code
        where o.state <> 'closed' and p.consume_id is distinct from o.id
          -- What a voided sale had settled hangs again, or another order has settled it since.
          and not (o.settles <> '' and exists (select from refund_order r
            where r.order_id = o.id and r.org_code = o.org_code and r.voids))`,
  },
  {
    name: 'a ride that began has one run, and one that did not begin has none',
    broken: sql`
      select p.id, concat_ws(' ', p.state, p.run_id, r.runs) as detail
        from play_record p
        -- A run that was swapped goes on in the one after it.
        join lateral (select count(*) as runs, count(*) filter (where r.id = p.run_id) as named
          from run r where r.play_id = p.id and r.org_code = p.org_code and r.ended_how <> 'swapped') r on true
        where r.runs > 1 or r.runs <> r.named or (p.run_id is not null) <> (r.named = 1)
          or p.received_at is not null and p.ticket_no = '' and r.runs > 0`,
  },
  {
    name: 'a vehicle is kept for an order just as long as that waits for its payment',
    broken: sql`
      select v.id, concat_ws(' ', v.kept_for, o.state) as detail
        from vehicle v left join consume_order o on o.id = v.kept_for and o.org_code = v.org_code
        where (v.kept_for is null) <> (v.kept_by = '') or v.kept_for is not null and o.state is distinct from 'nopay'
      union all
      select v.id, concat_ws(' ', v.kept_for, o.id)
        from consume_order o join play_record p on p.id = any (o.play_ids) and p.org_code = o.org_code
        join vehicle v on v.id = p.vehicle_id and v.org_code = p.org_code
        where o.state = 'nopay' and o.settles = '' and o.usage_mode = 'immediate' and v.kept_for is distinct from o.id`,
  },
  {
    name: 'the numbers of a day have no gap and none twice',
    broken: sql`
      select c.business_day::text as id, concat_ws(' ', c.org_code, c.last_number, q.numbers, q.entries) as detail
        from queue_counter c
        full join (select org_code, business_day, count(*) as entries, count(distinct number) as numbers, max(number) as last
          from queue_entry group by org_code, business_day) q using (org_code, business_day)
        where c.last_number is distinct from q.last or q.last <> q.entries or q.numbers <> q.entries`,
  },
  {
    name: 'a place in line stands as its ride does',
    broken: sql`
      select q.id, concat_ws(' ', q.state, p.state, r.state, o.state) as detail
        from queue_entry q
        join play_record p on p.id = q.play_id and p.org_code = q.org_code
        left join run r on r.id = p.run_id and r.org_code = p.org_code
        left join consume_order o on o.id = p.consume_id and o.org_code = p.org_code
        where case when q.state in ('WAITING', 'CALLED') then r.id is not null or p.state <> 'CONSUMED' or o.state = 'refunded'
          when q.state = 'STARTED' then r.state is distinct from 'RUNNING'
          when q.state = 'DONE' then r.state is distinct from 'ENDED'
          else r.state = 'RUNNING' end`,
  },
  {
    name: 'a ride has one ticket at most, and none before it has a number',
    broken: sql`
      select p.id, concat_ws(' ', p.ticket_no, j.jobs) as detail
        from play_record p
        join lateral (select count(*) as jobs from print_job j
          where j.order_id = p.id and j.org_code = p.org_code and j.copy_no = 0) j on true
        where j.jobs > case p.queue_number when 0 then 0 else 1 end`,
  },
  {
    name: 'a rule was not used more often than it may be',
    broken: sql`
      select r.id, concat_ws(' ', p.member_id, count(*)) as detail
        from consume_rule r join play_record p on p.rule_id = r.id and p.org_code = r.org_code
        where r.limited and r.member_limit >= 0 and p.state <> 'CANCELLED' and p.member_id is not null
        group by r.id, r.member_limit, p.member_id having count(*) > r.member_limit`,
  },
]
