import { randomInt } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { crudTable, type Writer } from '#server/core/lists/crud.ts'
import { type Database, EVERY_STORE, type Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { currentMember } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import {
  commissionResource,
  promotedMemberResource,
  promoterPayoutResource,
  promoterResource,
} from '#shared/features/promoters/promoters.schema.ts'
import { CODE_LETTERS } from '#shared/features/scans/checked-code.calc.ts'
import { rolesFor, type UsableRole } from './promoter-roles.repository.ts'

export type PromoterRow = Selectable<Tables['promoter']>

const CODE_LENGTH = 8
const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

export const promoterTable = crudTable(promoterResource, {
  table: 'listedPromoter',
  ofStores: true,
  columns: {
    promoterName: 'name',
    promoterCode: 'code',
    isActive: 'active',
    paidValue: 'paid',
    commissionMoney: 'money',
    commissionPoints: 'points',
    userId: 'memberId',
    accountId: 'userId',
  },
})

/** The terms of a role for a promoter; a user is owed money. */
const termsFor = ({ terms }: UsableRole, isUser: boolean): string =>
  JSON.stringify(isUser ? { ...terms, unit: 'money' } : terms)

/** A role that promoters of a store may have. Throws `promoters.roleUnknown`, or `promoters.pointsForUser` for a user. */
export async function requireRole(
  db: Database,
  { roleId, orgCode, isUser }: { roleId: string; orgCode: string; isUser: boolean },
): Promise<UsableRole> {
  const roles = await db.scoped(EVERY_STORE, (trx) => rolesFor(trx, orgCode), 'reads')
  const role = roles.find(({ id }) => id === roleId)
  if (!role) throw new AppError('promoters.roleUnknown', { field: 'roleId' })
  if (isUser && role.shareUnit === 'integral') throw new AppError('promoters.pointsForUser', { field: 'roleId' })
  return role
}

interface NewPromoter {
  userId: string
  accountId?: string | null | undefined
  remark: string
}

/** The member or user who becomes a promoter. Throws `members.notFound` or `promoters.userUnknown`. */
async function personOf(trx: Transaction, orgCode: string, { userId, accountId }: NewPromoter) {
  if (accountId) {
    const user = await trx
      .selectFrom('userAccount as u')
      .innerJoin('userStore as us', 'us.userId', 'u.id')
      .innerJoin('store as s', 's.id', 'us.storeId')
      .select(['u.id', 'u.realname'])
      .where('u.id', '=', accountId)
      .where('s.orgCode', '=', orgCode)
      .where('u.deletedAt', 'is', null)
      .executeTakeFirst()
    if (!user) throw new AppError('promoters.userUnknown', { field: 'accountId' })
    return { memberId: null, userId: user.id, name: user.realname }
  }
  const member = await currentMember(trx, userId)
  if (member?.orgCode !== orgCode) throw new AppError('members.notFound', { field: 'userId' })
  return { memberId: member.id, userId: null, name: member.realname || member.nickname || member.id }
}

export async function insertPromoter(
  trx: Transaction,
  input: NewPromoter,
  role: UsableRole,
  { user, at, orgCode = user.orgCode }: Writer,
): Promise<string> {
  const person = await personOf(trx, orgCode, input)
  const id = newId()
  await trx
    .insertInto('promoter')
    .values({
      ...person,
      id,
      orgCode,
      roleId: role.id,
      roleName: role.roleName,
      terms: termsFor(role, person.userId !== null),
      code: newCode(),
      remark: input.remark,
      createdBy: user.username,
      createdAt: at,
      updatedBy: null,
      updatedAt: null,
    })
    .execute()
  return id
}

/** A promoter by its id. Throws `common.recordNotFound`. */
export async function findPromoter(trx: Transaction, id: string): Promise<PromoterRow> {
  const row = await trx.selectFrom('promoter').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound')
  return row
}

export async function updatePromoter(
  trx: Transaction,
  row: PromoterRow,
  { role, isActive, remark }: { role: UsableRole | null; isActive: boolean | undefined; remark: string | undefined },
  { user, at }: Writer,
): Promise<void> {
  await trx
    .updateTable('promoter')
    .set({
      ...(role && { roleId: role.id, roleName: role.roleName, terms: termsFor(role, row.userId !== null) }),
      ...(isActive === undefined ? {} : { active: isActive }),
      ...(remark === undefined ? {} : { remark }),
      updatedBy: user.username,
      updatedAt: at,
    })
    .where('id', '=', row.id)
    .where('orgCode', '=', row.orgCode)
    .execute()
}

export const deletePromoters = (trx: Transaction, ids: readonly string[]) =>
  trx
    .deleteFrom('promoter')
    .where('id', 'in', [...ids])
    .execute()

/** Locks a promoter of the store by its code. Throws `promoters.codeUnknown`. */
export async function lockByCode(trx: Transaction, code: string, orgCode: string): Promise<PromoterRow> {
  const row = await trx
    .selectFrom('promoter')
    .selectAll()
    .where('code', '=', code)
    .where('orgCode', '=', orgCode)
    .where('active', '=', true)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new AppError('promoters.codeUnknown', { field: 'code' })
  return row
}

export const promotedMemberTable = crudTable(promotedMemberResource, {
  table: 'listedPromotedMember',
  ofStores: true,
  columns: { userId: 'memberId', paidValue: 'paid' },
})

/** Amounts of points are whole, those of money in fen. */
const inUnits = <R extends { unit: string; share: number; deducted: number; back: number }>(row: R): R => {
  const by = row.unit === 'integral' ? 1 : 100
  return { ...row, share: row.share / by, deducted: row.deducted / by, back: row.back / by }
}

export const commissionTable = crudTable(commissionResource, {
  table: 'listedCommission',
  ofStores: true,
  columns: { userId: 'memberId', paidValue: 'paid' },
  complete: async (_, rows) => rows.map(inUnits),
})

export const promoterPayoutTable = crudTable(promoterPayoutResource, {
  table: 'listedPromoterPayout',
  ofStores: true,
  columns: {
    createBy: 'requestedBy',
    payoutState: 'state',
    decideBy: 'decidedBy',
    decideTime: 'decidedAt',
    payoutMode: 'payMode',
  },
})

/** What may still be paid out to a promoter, in fen. The caller has locked the promoter. */
export async function owedTo(trx: Transaction, { id, orgCode }: Pick<PromoterRow, 'id' | 'orgCode'>): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select owed from listed_promoter p where p.id = ${id} and p.org_code = ${orgCode}`.execute(trx)
  return rows[0]?.owed ?? 0
}
