import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { stampsOf, toDepart } from '#server/features/access/entities.view.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { SignedInUser, Store } from '#shared/features/access/access.schema.ts'
import type { Depart } from '#shared/features/access/departs.contract.ts'

/** The stores that a user belongs to. Needs the scope of all stores, because none may be chosen yet. */
export async function storesOf(trx: Transaction, userId: string): Promise<Depart[]> {
  const rows = await trx
    .selectFrom('store')
    .innerJoin('userStore', 'userStore.storeId', 'store.id')
    .selectAll('store')
    .where('userStore.userId', '=', userId)
    .orderBy('orgCode')
    .execute()
  return rows.map(toDepart)
}

/** The stores of a user where they may work: those that are not switched off, nor below one that is. */
export async function openStoresOf(trx: Transaction, userId: string): Promise<Depart[]> {
  const { rows } = await sql<{ orgCode: string }>`
    select s.org_code from store s
    where exists (select from user_account where id = ${userId} and identity = '-1')
      or not exists (select from store above where above.status = '0' and starts_with(s.org_code, above.org_code))`.execute(
    trx,
  )
  const open = new Set(rows.map(({ orgCode }) => orgCode))
  return (await storesOf(trx, userId)).filter(({ orgCode }) => open.has(orgCode))
}

/** The stores in the transaction's scope, without chains. */
export async function storesInScope(trx: Transaction): Promise<Store[]> {
  const rows = await trx.selectFrom('store').selectAll().where('kind', '=', 'store').orderBy('orgCode').execute()
  return rows.map(storeOf)
}

const storeOf = ({ id, parentId, orgCode, name, apps, acceptsCash, endTime }: Selectable<Tables['store']>) => ({
  id,
  parentId,
  orgCode,
  departName: name,
  apps,
  acceptsCash,
  endTime: endTime === null ? null : toWireTime(endTime),
})

/** A user as shown on their own account screen. */
export async function currentUserOf(trx: Transaction, userId: string, orgCode: string): Promise<SignedInUser> {
  const person = await trx.selectFrom('userAccount').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!person) throw new AppError('auth.tokenInvalid')
  const roles = await trx
    .selectFrom('role')
    .innerJoin('userRole', 'userRole.roleId', 'role.id')
    .select('roleName')
    .where('userRole.userId', '=', userId)
    .orderBy('role.id')
    .execute()
  const departs = await trx.selectFrom('userStore').select('storeId').where('userId', '=', userId).execute()
  const { id, username, realname, nickname, avatar, phone, identity, status, birthday, sex, email } = person
  const { workNo, post, telephone, userIdentity } = person
  return {
    id,
    username,
    realname,
    nickname,
    avatar,
    phone,
    identity,
    status,
    birthday,
    sex,
    email,
    workNo,
    post,
    telephone,
    userIdentity,
    ...stampsOf(person),
    orgCode,
    rolesname: roles.map(({ roleName }) => roleName).join(','),
    departIds: departs.map(({ storeId }) => storeId).join(','),
    delFlag: 0,
    activitiSync: 1,
    thirdId: null,
    thirdType: null,
  }
}
