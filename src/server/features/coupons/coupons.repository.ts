import { sql } from 'kysely'
import { crudTable, type Writer } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { startsRides, storeFor } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { groupCouponResource } from '#shared/features/coupons/group-coupons.contract.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

const table = crudTable(groupCouponResource, {
  table: 'groupCoupon',
  ofStores: true,
  columns: {
    couponName: 'name',
    couponValue: 'value',
    codeCount: 'usesAllowed',
    usedCount: 'usesMade',
    codeMinutes: 'minutes',
    verifyTime: 'verifiedAt',
    endTime: 'validUntil',
    couponState: 'state',
    platformProductId: 'platformProduct',
  },
  codecs: {
    ruleIds: {
      toWire: (ids) => (Array.isArray(ids) ? ids.join(',') : ''),
      toColumn: (ids) => idsOf(String(ids)),
    },
    ruleNames: { toWire: () => '', toColumn: () => undefined },
  },
  complete: withRuleNames,
})

type Values = Parameters<typeof table.add>[1]

export const idsOf = (joined: string): string[] => [...new Set(joined.toLowerCase().split(',').filter(Boolean))]

/** Adds the names of the rules that coupons are for. */
export async function withRuleNames<R extends { ruleIds: string }>(
  trx: Transaction,
  rows: readonly R[],
): Promise<(R & { ruleNames: string })[]> {
  const ids = [...new Set(rows.flatMap(({ ruleIds }) => idsOf(ruleIds)))]
  const found =
    ids.length === 0 ? [] : await trx.selectFrom('consumeRule').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    ...row,
    ruleNames: idsOf(row.ruleIds)
      .flatMap((id) => names.get(id) ?? [])
      .join(','),
  }))
}

/** The type of rides that coupons pay. */
export const COUPON_TYPES: readonly ConsumeType[] = ['GROUPCOUPON']

/**
 * Ids of rules of stores, joined by commas, from ids and names. Empty means all rules. Throws `coupons.ruleUnknown`, and
 * `couponBatches.storeWithoutRule` where none of several is of a store.
 */
export async function rulesFor(
  trx: Transaction,
  orgCodes: readonly string[],
  input: { ruleIds?: string; ruleNames?: string | undefined },
  types = COUPON_TYPES,
) {
  const ids = idsOf(input.ruleIds ?? '')
  const names = (input.ruleNames ?? '')
    .split(/[,，、]/)
    .map((name) => name.trim())
    .filter(Boolean)
  if (ids.length + names.length === 0) return ''
  const rules = await trx
    .selectFrom('consumeRule')
    .select(['id', 'name', 'orgCode'])
    .where('orgCode', 'in', orgCodes)
    .where('consumeType', 'in', types)
    .where('withdrawnAt', 'is', null)
    .where(startsRides)
    .execute()
  const byId = new Set(rules.map(({ id }) => id))
  const byName = new Map(rules.map(({ id, name }) => [name, id]))
  const unknown = ids.find((id) => !byId.has(id)) ?? names.find((name) => !byName.has(name))
  if (unknown !== undefined) {
    throw new AppError('coupons.ruleUnknown', { field: names.length > 0 ? 'ruleNames' : 'ruleIds', rule: unknown })
  }
  const chosen = [...new Set([...ids, ...names.map((name) => byName.get(name))])]
  const without = orgCodes.find((code) => !rules.some(({ id, orgCode }) => orgCode === code && chosen.includes(id)))
  if (without !== undefined) {
    throw new AppError('couponBatches.storeWithoutRule', { field: 'ruleIds', store: await nameOfStore(trx, without) })
  }
  return chosen.join(',')
}

export async function nameOfStore(trx: Transaction, orgCode: string): Promise<string> {
  const store = trx.selectFrom('store').select('name').where('orgCode', '=', orgCode)
  return (await store.executeTakeFirst())?.name ?? orgCode
}

/** Locks coupons that nobody used, as a use does, and returns them. Throws `common.recordNotFound` or `coupons.wasUsed`. */
export async function lockUnused(trx: Transaction, ids: readonly string[]) {
  await table.requireRows(trx, ids, [])
  const coupons = await trx
    .selectFrom('groupCoupon')
    .select(['id', 'code', 'orgCode', 'provider', 'releasing'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const uses = await trx.selectFrom('groupCouponUse').select('couponId').where('couponId', 'in', ids).execute()
  const used = coupons.find(({ id }) => uses.some(({ couponId }) => couponId === id))
  if (used) throw new AppError('coupons.wasUsed', { code: used.code })
  return coupons
}

/** Stops the use of coupons, or permits it again. */
export async function setReleasing(trx: Transaction, ids: readonly string[], releasing: boolean): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('groupCoupon').set({ releasing }).where('id', 'in', ids).execute()
}

/** Recomputes the state after a change. */
const updateState = (trx: Transaction, id: string, { at }: Writer) =>
  sql`update group_coupon t set state = coupon_state(t, ${at}) where t.id = ${id}`.execute(trx)

export const couponTable: typeof table = {
  ...table,
  async add(trx, { sysOrgCode, ruleNames, ...values }: Values, writer) {
    const orgCode = await storeFor(trx, writer.user, sysOrgCode)
    const ruleIds = await rulesFor(trx, [orgCode], { ruleIds: values.ruleIds, ruleNames })
    const id = await table.add(trx, { ...values, ruleIds }, { ...writer, orgCode })
    await updateState(trx, id, writer)
    return id
  },
  async edit(trx, id, values, writer) {
    const { sysOrgCode } = await table.get(trx, id)
    // Unchanged rules may have been withdrawn, so only changed ones are checked.
    const rules =
      values.ruleIds === undefined ? {} : { ruleIds: await rulesFor(trx, [sysOrgCode], { ruleIds: values.ruleIds }) }
    const { before } = await table.edit(trx, id, { ...values, ...rules }, writer)
    await updateState(trx, id, writer)
    return { before, after: await couponTable.get(trx, id) }
  },
  /** A coupon that was used stays, also if the use was given back. Throws `coupons.wasUsed`. */
  async remove(trx, ids) {
    await lockUnused(trx, ids)
    return table.remove(trx, ids)
  },
}
