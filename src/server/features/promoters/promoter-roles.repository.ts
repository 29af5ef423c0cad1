import { sql } from 'kysely'
import type { z } from 'zod'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { promoterRoleResource } from '#shared/features/promoters/promoter-roles.contract.ts'
import type { PromoterTerms } from '#shared/features/promoters/promoters.schema.ts'

type Row = z.output<typeof promoterRoleResource.entity>

const table = crudTable(promoterRoleResource, {
  table: 'promoterRole',
  ofStores: true,
  columns: { roleName: 'name', sharePercent: 'shareRate', isActive: 'active', departIds: 'storeCodes' },
  codecs: { departNames: { toWire: () => '', toColumn: () => undefined } },
  complete: withStores,
})

/** Store codes as ids and names; stores that are gone are left out. */
async function withStores(trx: Transaction, rows: readonly Row[]): Promise<Row[]> {
  // The column is an array of codes until here.
  const codesOf = (row: Row) => row.departIds as unknown as string[]
  const codes = rows.flatMap(codesOf)
  const stores = codes.length
    ? await trx.selectFrom('store').select(['id', 'orgCode', 'name']).where('orgCode', 'in', codes).execute()
    : []
  return rows.map((row) => {
    const own = stores.filter(({ orgCode }) => codesOf(row).includes(orgCode))
    return {
      ...row,
      departIds: own.map(({ id }) => id).join(','),
      departNames: own.map(({ name }) => name).join('、'),
    }
  })
}

/** Throws `promoterRoles.share` unless the share fits its kind. */
function requireShare({ shareMode, shareUnit, shareAmount, sharePercent }: Row): void {
  const isFixed = shareMode === 'fixed'
  const field = isFixed ? 'shareAmount' : 'sharePercent'
  if ((isFixed ? shareAmount : sharePercent) <= 0) throw new AppError('promoterRoles.share', { field })
  if (isFixed && shareUnit === 'integral' && !Number.isInteger(shareAmount))
    throw new AppError('promoterRoles.wholePoints', { field })
}

/** Throws `promoters.pointsForUser` where a role in points has promoters who are users: they would be owed as much money. */
async function requireUnitForUsers(trx: Transaction, roleId: string, { shareUnit }: Row): Promise<void> {
  if (shareUnit !== 'integral') return
  const user = await trx
    .selectFrom('promoter')
    .select('id')
    .where('roleId', '=', roleId)
    .where('userId', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (user) throw new AppError('promoters.pointsForUser', { field: 'shareUnit' })
}

/** The part of the share that its kind does not use is cleared. */
const settled = <V extends Partial<Row>>(values: V, shareMode: Row['shareMode']): V => ({
  ...values,
  ...(shareMode === 'fixed' ? { sharePercent: 0 } : { shareAmount: 0 }),
})

/** The statements of roles. Promoters keep their role's terms, which an edit brings up to date; members who are bound keep theirs. */
export const promoterRoleTable: typeof table = {
  ...table,
  async add(trx, values, writer) {
    // What an entity has besides is not part of the check.
    requireShare(values as unknown as Row)
    return table.add(trx, settled(values as Partial<Row>, values.shareMode) as typeof values, writer)
  },
  async edit(trx, id, values, writer) {
    const { id: known } = await table.get(trx, id)
    await trx.selectFrom('promoterRole').select('id').where('id', '=', known).forUpdate().execute()
    const before = await table.get(trx, known)
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
    const whole = { ...before, ...given } as Row
    requireShare(whole)
    await requireUnitForUsers(trx, known, whole)
    const { after } = await table.edit(trx, id, settled(given as Partial<Row>, whole.shareMode), writer)
    await renewTerms(trx, id)
    return { before, after }
  },
  async remove(trx, ids) {
    const used = await trx
      .selectFrom('promoter')
      .select('roleName')
      .where(sql<string>`role_id::text`, 'in', [...ids])
      .executeTakeFirst()
    if (used) throw new AppError('promoterRoles.inUse', { role: used.roleName })
    return table.remove(trx, ids)
  },
}

const termsSql = (
  unit: ReturnType<typeof sql>,
) => sql`jsonb_build_object('mode', r.share_mode, 'unit', ${unit}, 'amount', r.share_amount,
  'rate', r.share_rate, 'recharges', r.recharges, 'days', r.within_days)`

/** Writes the terms of a role to its promoters. */
async function renewTerms(trx: Transaction, roleId: string): Promise<void> {
  await sql`update promoter p set role_name = r.name,
      terms = ${termsSql(sql`case when p.user_id is null then r.share_unit else 'money' end`)}
    from promoter_role r where r.id = ${roleId} and p.role_id = r.id`.execute(trx)
}

/** Sets the stores of a role: those of the caller's scope that are at or below the role's own. Throws `common.recordNotFound`. */
export async function setStores(trx: Transaction, id: string, departIds: readonly string[]): Promise<void> {
  const role = await trx
    .selectFrom('promoterRole')
    .select('orgCode')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!role) throw new AppError('common.recordNotFound', { field: 'id' })
  const wanted = [...new Set(departIds)]
  const stores = wanted.length
    ? await trx
        .selectFrom('store')
        .select('orgCode')
        .where('id', 'in', wanted)
        .where('kind', '=', 'store')
        .where(sql<boolean>`starts_with(org_code, ${role.orgCode})`)
        .orderBy('orgCode')
        .execute()
    : []
  if (stores.length !== wanted.length) throw new AppError('common.recordNotFound', { field: 'departIds' })
  await trx
    .updateTable('promoterRole')
    .set({ storeCodes: stores.map(({ orgCode }) => orgCode) })
    .where('id', '=', id)
    .execute()
}

export interface UsableRole {
  id: string
  roleName: string
  shareUnit: 'give' | 'integral'
  terms: PromoterTerms
}

/**
 * The roles that promoters of a store may have: its own, and those of its chain that are for it. The transaction must see every store,
 * because roles of the chain are outside the store's scope.
 */
export async function rolesFor(trx: Transaction, orgCode: string): Promise<UsableRole[]> {
  const { rows } = await sql<UsableRole>`
    select r.id, r.name as role_name, r.share_unit, ${termsSql(sql`r.share_unit`)} as terms from promoter_role r
      where r.active and (r.org_code = ${orgCode} or ${orgCode} = any (r.store_codes) and starts_with(${orgCode}, r.org_code))
      order by r.name, r.id limit 200`.execute(trx)
  return rows
}
