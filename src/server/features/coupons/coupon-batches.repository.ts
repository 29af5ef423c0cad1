import { sql } from 'kysely'
import type { z } from 'zod'
import { crudTable, type ListSearch } from '#server/core/lists/crud.ts'
import { withSearch } from '#server/core/lists/staff-search.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { storeFor, withGiftNames } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { couponBatchResource } from '#shared/features/coupons/coupon-batches.contract.ts'
import { DISCOUNTED_TYPES } from '#shared/features/coupons/coupon-discount.calc.ts'
import { MAX_LINE_PIECES } from '#shared/features/products/cart.schema.ts'
import { COUPON_TYPES, idsOf, nameOfStore, rulesFor, withRuleNames } from './coupons.repository.ts'

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
    storeCodes: {
      toWire: (codes) => (Array.isArray(codes) ? codes.join(',') : ''),
      toColumn: (codes) => codesOf(String(codes)),
    },
    // See `withStoreNames`.
    storeNames: { toWire: () => '', toColumn: () => undefined },
    giftId: { toWire: (id) => id ?? '', toColumn: (id) => (id === '' ? null : id) },
    // Of the gift; see `withGiftNames`.
    giftName: { toWire: () => '', toColumn: () => undefined },
    issuedCount: counted,
    usedCount: counted,
  },
  complete: withCounts,
})

const codesOf = (joined: string): string[] => [...new Set(joined.split(',').filter(Boolean))].sort()

/** Adds the numbers of issued and used codes and the names of rules, gifts and stores. */
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
  return withStoreNames(trx, await withGiftNames(trx, await withRuleNames(trx, counted)))
}

/** Adds the names of the stores where a batch is valid, if it names any besides its own. */
async function withStoreNames(trx: Transaction, rows: readonly Row[]): Promise<Row[]> {
  const storesOf = ({ sysOrgCode, storeCodes }: Row) => (storeCodes === '' ? [] : [sysOrgCode, ...codesOf(storeCodes)])
  const codes = [...new Set(rows.flatMap(storesOf))]
  if (codes.length === 0) return [...rows]
  const { rows: stores } = await sql<{ orgCode: string; name: string }>`
    select * from names_of_stores(${codes}::text[])`.execute(trx)
  const names = new Map(stores.map(({ orgCode, name }) => [orgCode, name]))
  return rows.map((row) => ({
    ...row,
    storeNames: storesOf(row)
      .flatMap((code) => names.get(code) ?? [])
      .join('、'),
  }))
}

/** Who issues a batch, and where it is valid. */
interface Issuer {
  orgCode: string
  /** The stores besides its own. */
  storeCodes: string[]
  /** All stores where it is valid. */
  stores: string[]
}

/**
 * The store or chain of a new batch. Several stores are named by who sees them all, such as headquarters, and are of one chain. Throws
 * `rules.chooseStore` and `couponBatches.storeUnknown`.
 */
async function issuerOf(trx: Transaction, user: SignedIn, issuer: string, named: string): Promise<Issuer> {
  const find = (codes: readonly string[]) =>
    trx.selectFrom('store').select(['orgCode', 'parentId', 'id', 'kind']).where('orgCode', 'in', codes).execute()
  const [own] = await find([issuer])
  if (!own || (own.kind === 'chain' && named === '')) return storeAlone(await storeFor(trx, user, issuer))
  const storeCodes = codesOf(named).filter((code) => code !== issuer)
  if (storeCodes.length === 0) return storeAlone(await storeFor(trx, user, issuer))
  const chain = own.kind === 'chain' ? own.id : own.parentId
  const found = await find(storeCodes)
  const isOfChain = (code: string) =>
    chain !== null &&
    found.some(({ orgCode, kind, parentId }) => orgCode === code && kind === 'store' && parentId === chain)
  const unknown = storeCodes.find((code) => !isOfChain(code))
  if (unknown !== undefined) {
    throw new AppError('couponBatches.storeUnknown', { field: 'storeCodes', store: await nameOfStore(trx, unknown) })
  }
  return { orgCode: issuer, storeCodes, stores: own.kind === 'chain' ? storeCodes : [issuer, ...storeCodes] }
}

const storeAlone = (orgCode: string): Issuer => ({ orgCode, storeCodes: [], stores: [orgCode] })

export const couponBatchTable: typeof table = {
  ...table,
  /** Adds a batch and its codes. Throws what `worthOf` throws, `couponBatches.giftMissing`, `coupons.ruleUnknown` or `gifts.unknown`. */
  async add(trx, { sysOrgCode, ...values }, writer) {
    const { user } = writer
    const { orgCode, storeCodes, stores } = await issuerOf(trx, user, sysOrgCode || user.orgCode, values.storeCodes)
    await requireSeller(trx, orgCode, values.price)
    const { couponKind } = values
    const types = couponKind === 'discount' ? DISCOUNTED_TYPES : COUPON_TYPES
    const isForRides = couponKind === 'rule' || couponKind === 'discount'
    const ruleIds = isForRides ? await rulesFor(trx, stores, { ruleIds: values.ruleIds }, types) : ''
    const gift = couponKind === 'gift' ? giftOf(values) : { giftId: '', giftCount: 0 }
    if (gift.giftId !== '') await requireGiftAt(trx, gift.giftId, orgCode, stores)
    const batch = { ...values, ...worthOf(values), ruleIds, ...gift, storeCodes: storeCodes.join(',') }
    const id = await table.add(trx, batch, { ...writer, orgCode })
    await sql`select store_coupon_codes(${id}, ${orgCode})`.execute(trx)
    return id
  },
  /** Throws `couponBatches.saleOfChain`. */
  async edit(trx, id, values, writer) {
    await requireSeller(trx, (await table.get(trx, id)).sysOrgCode, values.price ?? 0)
    return table.edit(trx, id, values, writer)
  },
  /**
   * Removes batches with their codes. The foreign key refuses it once a code was issued, used or made void. Throws
   * `couponBatches.inUse` for one that an order names, also if that was never paid.
   */
  async remove(trx, ids) {
    await table.requireRows(trx, ids, [])
    // A call that sells codes of a batch holds its row.
    await sql`select from coupon_batch t where t.id = any(${[...ids]}::uuid[]) order by t.id for update`.execute(trx)
    const { rows: sold } =
      await sql`select from order_line l join coupon_batch t on t.id = l.batch_id and t.org_code = l.org_code
      where t.id = any(${[...ids]}::uuid[]) limit 1`.execute(trx)
    if (sold.length > 0) throw new AppError('couponBatches.inUse')
    await sql`delete from coupon_code where batch_id = any(${[...ids]}::uuid[])
      and member_id is null and used_at is null and voided_at is null`.execute(trx)
    return table.remove(trx, ids)
  },
}

/** Only a store sells codes: an order belongs to one. Throws `couponBatches.saleOfChain`. */
async function requireSeller(trx: Transaction, issuer: string, price: number): Promise<void> {
  if (price === 0) return
  const store = await trx.selectFrom('store').select('kind').where('orgCode', '=', issuer).executeTakeFirst()
  if (store?.kind !== 'store') throw new AppError('couponBatches.saleOfChain', { field: 'price' })
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

/** Each store hands out its own gift of the name. Throws `couponBatches.giftOfChain` or `couponBatches.storeWithoutGift`. */
async function requireGiftAt(
  trx: Transaction,
  giftId: string,
  issuer: string,
  stores: readonly string[],
): Promise<void> {
  if (!stores.includes(issuer)) throw new AppError('couponBatches.giftOfChain', { field: 'giftId' })
  const { rows } = await sql<{ orgCode: string }>`
    select g.org_code from gift own join gift g on g.name = own.name
      where own.id = ${giftId} and own.org_code = ${issuer} and g.org_code = any(${[...stores]}::text[])`.execute(trx)
  const without = rows.length === 0 ? undefined : stores.find((code) => !rows.some(({ orgCode }) => orgCode === code))
  if (without !== undefined) {
    throw new AppError('couponBatches.storeWithoutGift', { field: 'giftId', store: await nameOfStore(trx, without) })
  }
}

/** The batches for lists and workbooks, with the search field `validStore`. */
export const couponBatchRows: typeof couponBatchTable = {
  ...couponBatchTable,
  ...withSearch(couponBatchTable, ({ validStore, ...query }, rules) => {
    const own = validStore ? [sql`is_valid_at(t, ${validStore})`] : []
    // The rest is the generic list search.
    return [query as ListSearch, [...own, ...rules]]
  }),
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

interface CouponOnSale {
  id: string
  name: string
  price: number
  /** The most codes that the member may buy now. */
  most: number
}

/** The coupons that a member may buy without a cashier, in the order of their names; prices in fen. */
export async function couponsOnSale(
  trx: Transaction,
  { orgCode, memberId, now }: { orgCode: string; memberId: string; now: Date },
): Promise<CouponOnSale[]> {
  const { rows } = await sql<CouponOnSale>`
    select b.id, b.name, b.price, least(free.count, case b.per_member when -1 then ${MAX_LINE_PIECES}
        else greatest(0, b.per_member - coupons_of_member(b.id, b.org_code, ${memberId})) end)::integer as most
      from coupon_batch b
      cross join lateral (select count(*) from (
        select from coupon_code c
          where c.batch_id = b.id and c.org_code = b.org_code and c.member_id is null and c.used_at is null and c.voided_at is null
          limit ${MAX_LINE_PIECES}) c) free
      where b.org_code = ${orgCode} and b.active and b.price > 0 and b.self_service and (b.valid_until is null or b.valid_until > ${now})
      order by b.name, b.id limit 500`.execute(trx)
  return rows
}
