import { sql } from 'kysely'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { couponCodeResource } from '#shared/features/coupons/coupon-codes.contract.ts'
import type { CouponKind } from '#shared/features/coupons/own-coupons.schema.ts'

export const couponCodeTable = crudTable(couponCodeResource, {
  table: 'listedCouponCode',
  ofStores: true,
  columns: {
    codeNumber: 'number',
    couponKind: 'kind',
    couponValue: 'value',
    couponPercent: 'percent',
    codeState: 'state',
    userId: 'memberId',
    issueTime: 'issuedAt',
    issueBy: 'issuedBy',
    endTime: 'endsAt',
    useTime: 'usedAt',
    orderId: 'usedFor',
    voidTime: 'voidedAt',
    voidBy: 'voidedBy',
    useStore: 'usedOrg',
  },
})

/** Locks a code; returns whether this user has made it void. Throws `common.recordNotFound`. */
export async function isVoidBy(trx: Transaction, id: string, by: string): Promise<boolean> {
  const row = await trx.selectFrom('couponCode').select('voidedBy').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound')
  return row.voidedBy === by
}

/** Makes an unused code void. Throws `couponCodes.notUnused`, or `couponCodes.unpaid` while its order waits for a payment. */
export async function voidCode(
  trx: Transaction,
  { id, voidReason, by, now }: { id: string; voidReason: string; by: string; now: Date },
): Promise<void> {
  const { numAffectedRows } =
    await sql`update coupon_code c set voided_at = ${now}, voided_by = ${by}, void_reason = ${voidReason}
    from coupon_batch b where c.id = ${id} and b.id = c.batch_id and b.org_code = c.org_code
      and coupon_code_state(c, b, ${now}) = 'unused' and not c.reserved`.execute(trx)
  if (Number(numAffectedRows) > 0) return
  const row = await trx.selectFrom('couponCode').select('reserved').where('id', '=', id).executeTakeFirst()
  throw new AppError(row?.reserved ? 'couponCodes.unpaid' : 'couponCodes.notUnused')
}

interface CodeOfStore {
  orgCode: string
  code: string
  now: Date
}

export interface CodeRow {
  code: string
  name: string
  kind: CouponKind
  value: number
  percent: number
  ruleIds: string
  giftId: string
  giftCount: number
  memberId: string | null
  endsAt: Date | null
}

/** What a counter shows of a code found as `f`, with the rules and the gift of its store. */
const shownColumns = (
  orgCode: string,
) => sql`(f.own).code, (f.batch).name, (f.batch).kind, (f.batch).value, (f.batch).percent,
  array_to_string(array(select r.id from consume_rule r where r.id = any ((f.batch).rule_ids) and r.org_code = ${orgCode}
    order by array_position((f.batch).rule_ids, r.id)), ',') as rule_ids,
  coalesce(f.gift_id::text, '') as gift_id, (f.batch).gift_count, coupon_code_ends_at(f.own, f.batch) as ends_at`

/** A code that can be used now at a store. Throws `coupons.notFound` or why it cannot. */
export async function usableCode(trx: Transaction, { orgCode, code, now }: CodeOfStore): Promise<CodeRow> {
  const { rows } = await sql<CodeRow>`
    select ${shownColumns(orgCode)}, m.id as member_id,
        refuse_coupon_code(f.own, f.batch, ${orgCode}, '{"field": "code"}', (f.batch).kind, coalesce(m.id, (f.own).member_id), null, ${now})
      from find_coupon_code(${orgCode}, ${code}) f
      left join lateral (select coalesce(k.merged_into, k.id) as id from member k
        where k.id = (f.own).member_id and k.org_code = ${orgCode}) m on true`.execute(trx)
  const [row] = rows
  if (!row) throw new AppError('coupons.notFound', { field: 'code' })
  return row
}

const MAX_PER_MEMBER = 50

/** The codes of a member, under all numbers, that can be used now; the first to end first. */
export async function codesOfMember(
  trx: Transaction,
  { member, orgCode, now }: { member: string; orgCode: string; now: Date },
): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    select ${shownColumns(orgCode)}, ${member} as member_id
      from coupon_codes_of_members(${orgCode}, array(select m.id from member m
          where m.org_code = ${orgCode} and ${member} in (m.id, m.merged_into))) f
      where coupon_code_state(f.own, f.batch, ${now}) = 'unused' and (f.batch).active
        and ((f.batch).valid_from is null or (f.batch).valid_from <= ${now})
      order by ends_at nulls last, (f.batch).name, (f.own).number limit ${MAX_PER_MEMBER}`.execute(trx)
  return rows
}

/** Reverses the redemption of a value. Throws `couponCodes.notRedeemed`, and what the ledger refuses. */
export async function reverseRedemption(
  trx: Transaction,
  call: object,
): Promise<{ orgCode: string; memberId: string; code: string }> {
  const { rows } = await sql<{ made: { orgCode: string; memberId: string; code: string } }>`
    select reverse_coupon(${JSON.stringify(call)}::jsonb) as made`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('reverse_coupon returns a row')
  return row.made
}

interface TakenCode {
  id: string
  code: string
  name: string
  value: number
  giftId: string
  giftCount: number
}

/** Uses a code of a kind, once, for a member or for nobody in particular. Throws `coupons.notFound` or why it cannot be used. */
export async function takeCode(
  trx: Transaction,
  kind: CouponKind,
  { orgCode, code, now, member, use }: CodeOfStore & { member: string | null; use: string },
): Promise<TakenCode> {
  const { rows } = await sql<{ taken: TakenCode }>`
    select take_coupon_code(${orgCode}, ${code}, '{"field": "code"}', ${kind}, ${member}, null, ${use}, ${now}) as taken`.execute(
    trx,
  )
  const [row] = rows
  if (!row) throw new Error('take_coupon_code returns a row')
  return row.taken
}
