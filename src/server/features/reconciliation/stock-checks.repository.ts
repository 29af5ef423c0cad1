import { type RawBuilder, sql } from 'kysely'

/** Current stock, with the sum of its lines. */
const stock = sql`
  select coalesce(s.org_code, l.org_code) as org_code, 'stock' as kind, coalesce(s.item_id, l.item_id)::text as reference, '' as member_id,
      'stock' as account, '' as project, coalesce(s.quantity, 0)::bigint as stored, coalesce(l.value, 0)::bigint as expected,
      null::uuid as person_id
    from stock_level s
    full join (
      select item_id, item_kind, org_code, sum(delta) as value from stock_line group by item_id, item_kind, org_code
    ) l on l.item_id = s.item_id and l.item_kind = s.item_kind and l.org_code = s.org_code
    where coalesce(s.quantity, 0) <> coalesce(l.value, 0)`

/** Gifts bought by points, with the points of the ledger: both or neither. */
const giftPoints = sql`
  select coalesce(s.org_code, l.org_code) as org_code, 'giftPoints' as kind, coalesce(s.cause_id, l.cause_id)::text as reference,
      coalesce(s.member_id, l.member_id, '') as member_id, 'integral' as account, '' as project,
      coalesce(l.value, 0)::bigint as stored, 0::bigint as expected, coalesce(s.operator_id, l.operator_id) as person_id
    from (select * from stock_line where handed_for = 'points') s
    full join (
      select cause_id, org_code, max(member_id) as member_id, (array_agg(operator_id))[1] as operator_id, sum(delta) as value
        from ledger_line where cause_kind = 'gift' group by cause_id, org_code
    ) l on l.cause_id = s.cause_id and l.org_code = s.org_code
    where s.id is null or l.cause_id is null or l.value >= 0`

/** Redeemed gift coupons, with the pieces that left the stock. */
const giftCoupon = sql`
  select coalesce(c.org_code, s.org_code) as org_code, 'giftCoupon' as kind, coalesce(c.id, s.cause_id)::text as reference,
      coalesce(c.member_id, s.member_id, '') as member_id, 'stock' as account, '' as project,
      coalesce(-s.delta, 0)::bigint as stored, coalesce(c.pieces, 0)::bigint as expected, s.operator_id as person_id
    from (
      select u.* from coupon_uses(current_setting('pitlane.scope'), current_setting('pitlane.scope_end')) u where u.kind = 'gift'
    ) c
    full join (select * from stock_line where handed_for = 'coupon') s on s.cause_id = c.id and s.org_code = c.org_code
    where coalesce(-s.delta, 0) <> coalesce(c.pieces, 0)`

export const stockChecks: readonly RawBuilder<unknown>[] = [stock, giftPoints, giftCoupon]
