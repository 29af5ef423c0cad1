import { sql } from 'kysely'
import type { z } from 'zod'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { storeFor, withGiftNames } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { couponBatchResource } from '#shared/features/coupons/coupon-batches.contract.ts'
import { DISCOUNTED_TYPES } from '#shared/features/coupons/coupon-discount.calc.ts'
import { COUPON_TYPES, idsOf, rulesFor, withRuleNames } from './coupons.repository.ts'

type Row = z.output<typeof couponBatchResource.entity>

/** Counted from the codes; see `withCounts`. */
const counted = { toWire: () => 0, toColumn: () => undefined }

const table = crudTable(couponBatchResource, {
  table: 'couponBatch',
  ofStores: true,
  columns: {
    batchName: 'name',
    couponKind: 'kind',
    couponValue: 'value',
    couponPercent: 'percent',
    codeCount: 'count',
    beginTime: 'validFrom',
    endTime: 'validUntil',
    isActive: 'active',
  },
  codecs: {
    ruleIds: {
      toWire: (ids) => (Array.isArray(ids) ? ids.join(',') : ''),
      toColumn: (ids) => idsOf(String(ids)),
    },
    ruleNames: { toWire: () => '', toColumn: () => undefined },
    giftId: { toWire: (id) => id ?? '', toColumn: (id) => (id === '' ? null : id) },
    // Of the gift; see `withGiftNames`.
    giftName: { toWire: () => '', toColumn: () => undefined },
    issuedCount: counted,
    usedCount: counted,
  },
  complete: withCounts,
})

/** Adds the numbers of issued and used codes and the names of rules and gifts. */
async function withCounts(trx: Transaction, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.map(({ id }) => id)
  const { rows: counts } = await sql<{ batchId: string; issued: number; used: number }>`
    select batch_id, count(*) filter (where issued_at is not null) as issued, count(*) filter (where used_at is not null) as used
      from coupon_code where batch_id = any(${ids}::uuid[]) and (used_at is not null or member_id is not null)
      group by batch_id`.execute(trx)
  const countOf = new Map(counts.map((one) => [one.batchId, one]))
  const counted = rows.map((row) => {
    const { issued = 0, used = 0 } = countOf.get(row.id) ?? {}
    return { ...row, issuedCount: issued, usedCount: used }
  })
  return withGiftNames(trx, await withRuleNames(trx, counted))
}

export const couponBatchTable: typeof table = {
  ...table,
  /** Adds a batch and its codes. Throws what `worthOf` throws, `couponBatches.giftMissing`, `coupons.ruleUnknown` or `gifts.unknown`. */
  async add(trx, { sysOrgCode, ...values }, writer) {
    const orgCode = await storeFor(trx, writer.user, sysOrgCode)
    const { couponKind } = values
    const types = couponKind === 'discount' ? DISCOUNTED_TYPES : COUPON_TYPES
    const isForRides = couponKind === 'rule' || couponKind === 'discount'
    const ruleIds = isForRides ? await rulesFor(trx, orgCode, { ruleIds: values.ruleIds }, types) : ''
    const gift = couponKind === 'gift' ? giftOf(values) : { giftId: '', giftCount: 0 }
    const id = await table.add(trx, { ...values, ...worthOf(values), ruleIds, ...gift }, { ...writer, orgCode })
    await sql`select store_coupon_codes(${id}, ${orgCode})`.execute(trx)
    return id
  },
  /** Removes batches with their codes. The foreign key refuses it once a code was issued, used or made void. */
  async remove(trx, ids) {
    await table.within(trx, ids, [])
    await sql`delete from coupon_code where batch_id = any(${[...ids]}::uuid[])
      and member_id is null and used_at is null and voided_at is null`.execute(trx)
    return table.remove(trx, ids)
  },
}

/** The value and percentage of a batch's kind. Throws `couponBatches.valueMissing` or `couponBatches.percentOrAmount`. */
function worthOf({ couponKind, couponValue, couponPercent }: z.output<typeof couponBatchResource.create>) {
  if (couponKind === 'value' && couponValue === 0)
    throw new AppError('couponBatches.valueMissing', { field: 'couponValue' })
  if (couponKind !== 'discount') return { couponValue: couponKind === 'gift' ? 0 : couponValue, couponPercent: 0 }
  if (couponPercent > 0 === couponValue > 0)
    throw new AppError('couponBatches.percentOrAmount', { field: 'couponPercent' })
  return { couponValue, couponPercent }
}

/** A code is good for one piece unless the batch says otherwise. Throws `couponBatches.giftMissing`. */
function giftOf({ giftId, giftCount }: { giftId: string; giftCount: number }) {
  if (giftId === '') throw new AppError('couponBatches.giftMissing', { field: 'giftId' })
  return { giftId, giftCount: Math.max(1, giftCount) }
}

export interface IssuedCodes {
  codes: number
  members: number
  full: number
}

interface Issue {
  id: string
  orgCode: string
  /** Null: all active members, or those of the level. */
  members: readonly string[] | null
  level: string | null
  each: number
  by: string
  now: Date
}

/** Gives codes of a batch to members, within the limit per member. Throws `couponBatches.tooFew` and why nothing can be issued. */
export async function issueCodes(
  trx: Transaction,
  { id, orgCode, members, level, each, by, now }: Issue,
): Promise<IssuedCodes> {
  const { rows } = await sql<{ issued: IssuedCodes }>`
    select issue_coupons(${id}, ${orgCode}, ${members && [...members]}::text[], ${level}, ${each}, ${by}, ${now}) as issued`.execute(
    trx,
  )
  return rows[0]?.issued ?? { codes: 0, members: 0, full: 0 }
}
