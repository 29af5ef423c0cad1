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
]
