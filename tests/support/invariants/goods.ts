import { sql } from 'kysely'
import type { Invariant } from './invariant.ts'

/** Stock, and the gifts that leave it. */
export const goodsInvariants: readonly Invariant[] = [
  {
    name: 'stock is the sum of its lines, and each line follows from the one before',
    broken: sql`
      select s.item_id as id, concat_ws(' ', s.item_kind, s.org_code, s.quantity, l.sum, l.skips) as detail
        from stock_level s
        left join (
          select item_id, item_kind, org_code, sum(delta) as sum, (array_agg(id order by seq desc))[1] as last,
              count(*) filter (where quantity_after <> coalesce(before, 0) + delta) as skips
            from (select l.*, lag(quantity_after) over (partition by item_id, item_kind, org_code order by seq) as before
              from stock_line l) l
            group by item_id, item_kind, org_code
        ) l on l.item_id = s.item_id and l.item_kind = s.item_kind and l.org_code = s.org_code
        where s.quantity < 0 or s.quantity <> coalesce(l.sum, 0) or l.skips > 0 or s.last_line is distinct from l.last`,
  },
  {
    name: 'a gift for points has its points in the ledger, and the points have their gift',
    broken: sql`
      select coalesce(s.cause_id, l.cause_id) as id, concat_ws(' ', s.delta, l.account, l.delta) as detail
        from (select * from stock_line where handed_for = 'points') s
        full join (select * from ledger_line where cause_kind = 'gift') l on l.cause_id = s.cause_id and l.org_code = s.org_code
        where s.id is null or l.seq is null or l.account <> 'integral' or l.delta >= 0`,
  },
  {
    name: 'a recharge that includes a gift has it to hand out once it was paid',
    broken: sql`
      select coalesce(o.id, g.id) as id, concat_ws(' ', o.state, o.gift_count, g.pieces, g.state) as detail
        from (select * from recharge_order where gift_id is not null and state in ('paid', 'refunding', 'refunded')) o
        full join (select g.* from order_gift g join recharge_order r on r.id = g.id and r.org_code = g.org_code and r.gift_id is not null) g
          on g.id = o.id and g.org_code = o.org_code
        where o.id is null or g.id is null or g.gift_id <> o.gift_id or g.pieces <> o.gift_count
          or o.state = 'refunded' and g.state = 'notGifted'`,
  },
  {
    name: 'a gift of an order has left the stock once, if it was handed out',
    broken: sql`
      select coalesce(g.id, s.order_id) as id, concat_ws(' ', g.state, g.pieces, s.lines, s.delta) as detail
        from order_gift g
        full join (select order_id, org_code, count(*) as lines, sum(delta) as delta from stock_line
          where handed_for = 'order' group by order_id, org_code) s on s.order_id = g.id and s.org_code = g.org_code
        where g.id is null or case g.state when 'gifted' then (s.lines = 1 and s.delta = -g.pieces) is not true
          else s.lines is not null end`,
  },
  {
    name: 'the lines of an order of products come to its amount, and it has none otherwise',
    broken: sql`
      select coalesce(o.id, l.order_id) as id, concat_ws(' ', o.amount, o.goods, o.deposit, l.amount, l.goods, l.deposit) as detail
        from (select * from consume_order where goods > 0) o
        full join (
          select order_id, org_code, coalesce(sum(amount) filter (where kind <> 'deposit'), 0) as amount,
              coalesce(sum(amount) filter (where kind = 'product'), 0) as goods,
              coalesce(sum(amount) filter (where kind = 'deposit'), 0) as deposit
            from order_line group by order_id, org_code
        ) l on l.order_id = o.id and l.org_code = o.org_code
        where (o.amount, o.goods, o.deposit) is distinct from (l.amount, l.goods, l.deposit)`,
  },
  {
    name: 'what is refunded of a line is what its refunds say, and so is their money',
    broken: sql`
      select l.id, concat_ws(' ', l.pieces, l.refunded, r.pieces, r.amount) as detail
        from order_line l
        left join (
          select r.line_id, r.org_code, sum(r.pieces) as pieces, sum(r.amount) as amount
            from refund_line r join refund_order f on f.id = r.refund_id and f.org_code = r.org_code
            where f.state <> 'refused' group by r.line_id, r.org_code
        ) r on r.line_id = l.id and r.org_code = l.org_code
        where l.refunded <> coalesce(r.pieces, 0) or coalesce(r.amount, 0) <> l.price * l.refunded
      union all
      select f.id, concat_ws(' ', f.goods, r.amount)
        from refund_order f
        left join (select refund_id, org_code, sum(amount) as amount from refund_line group by refund_id, org_code) r
          on r.refund_id = f.id and r.org_code = f.org_code
        where f.goods <> coalesce(r.amount, 0)`,
  },
  {
    name: 'an order has taken its pieces from stock, less what was returned whole',
    broken: sql`
      select coalesce(o.id, s.order_id) as id, concat_ws(' ', o.state, o.name, o.pieces, o.returned, o.damaged, s.sold, s.back, s.lost) as detail
        from (
          select c.id, c.org_code, c.state, case when l.product_id is null then 'gift' else 'product' end as item_kind,
              coalesce(l.product_id, l.gift_id) as item_id, min(l.name) as name, sum(l.pieces) as pieces,
              case c.state when 'closed' then sum(l.pieces) else sum(r.pieces) end as returned, sum(r.damaged) as damaged
            from order_line l
            join consume_order c on c.id = l.order_id and c.org_code = l.org_code
            cross join lateral (
              select coalesce(sum(r.pieces), 0) as pieces, coalesce(sum(r.damaged), 0) as damaged
                from refund_line r join refund_order f on f.id = r.refund_id and f.org_code = r.org_code
                where r.line_id = l.id and r.org_code = l.org_code and f.state = 'refunded'
            ) r
            where l.takes_stock group by c.id, c.org_code, c.state, l.product_id, l.gift_id
        ) o
        full join (
          select order_id, org_code, item_kind, item_id, -coalesce(sum(delta) filter (where kind = 'sale'), 0) as sold,
              coalesce(sum(delta) filter (where kind = 'back'), 0) as back, -coalesce(sum(delta) filter (where kind = 'loss'), 0) as lost
            from stock_line where kind <> 'handOut' and order_id is not null group by order_id, org_code, item_kind, item_id
        ) s on s.order_id = o.id and s.org_code = o.org_code and s.item_kind = o.item_kind and s.item_id = o.item_id
        where (o.pieces, o.returned, o.damaged) is distinct from (s.sold, s.back, s.lost)`,
  },
  {
    name: 'a coupon line has a code for each piece, those of refunds taken back, and none once its order was closed',
    broken: sql`
      select l.id, concat_ws(' ', o.state, l.pieces, l.refunded, c.codes, c.reserved, c.returned) as detail
        from order_line l
        join consume_order o on o.id = l.order_id and o.org_code = l.org_code
        cross join lateral (
          select count(*) as codes, count(*) filter (where c.reserved) as reserved, count(*) filter (where c.returned_by is not null) as returned
            from coupon_code c where c.line_id = l.id and c.org_code = l.org_code and c.batch_id = l.batch_id and c.member_id is not null
        ) c
        where l.batch_id is not null and (c.codes, c.reserved, c.returned) is distinct from (
          case o.state when 'closed' then 0 else l.pieces end, case o.state when 'nopay' then l.pieces else 0 end, l.refunded)`,
  },
  {
    name: 'sales by product come to the figure of products on each day',
    broken: sql`
      select coalesce(m.org_code, f.org_code) as id, concat_ws(' ', coalesce(m.day, f.day), m.amount, f.amount) as detail
        from (select org_code, day, sum(amount) as amount from product_moves() group by 1, 2) m
        full join (
          select org_code, day, sum(case account when 'cash' then delta when 'scan' then delta when 'balance' then -delta
              when 'give' then -delta else 0 end) as amount
            from figure_entries() where type = 'PRODUCT' group by 1, 2
        ) f on f.org_code = m.org_code and f.day = m.day
        where coalesce(m.amount, 0) <> coalesce(f.amount, 0)`,
  },
]
