import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { type RawBuilder, sql } from 'kysely'
import { columnOfField } from '#server/core/lists/columns.ts'
import type { ListSearch, Writer } from '#server/core/lists/crud.ts'
import type { Deps, SignedIn } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { importHandlers } from '#server/core/workbooks/excel.upload.ts'
import type { Transaction } from '#server/db/database.ts'
import { rolesShown } from '#server/features/access/rights.service.ts'
import { AppError } from '#shared/core/errors.ts'
import { type UserSearch, userFilter } from '#shared/features/access/users.schema.ts'
import { UserImport, userSheet } from '#shared/features/access/users.sheet.ts'
import { countUsers, eachUser, isVisibleUser, notDeleted, userFilters, userTexts } from './users.repository.ts'
import type { usersService } from './users.service.ts'

const namesIn = (text: string | null | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .split(/[,，]/)
      .map((name) => name.trim())
      .filter(Boolean),
  ),
]

/** The ids of stores in scope by codes or names. Throws if a name matches none or several. */
async function departIdsOf(trx: Transaction, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await trx
    .selectFrom('store')
    .select(['id', 'orgCode', 'name'])
    .where((eb) => eb.or([eb('orgCode', 'in', names), eb('name', 'in', names)]))
    .execute()
  return names.map((name) => {
    const [one, another] = rows.filter((store) => store.orgCode === name || store.name === name)
    if (!one || another) throw new AppError('users.unknownDepart', { name, field: 'departs' })
    return one.id
  })
}

/** The ids of roles that the user sees, by codes or names. */
async function roleIdsOf(trx: Transaction, user: SignedIn, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await trx
    .selectFrom('role as t')
    .select(['id', 'roleCode', 'roleName'])
    .where((eb) => eb.or([eb('roleCode', 'in', names), eb('roleName', 'in', names)]))
    .where(await rolesShown(trx, user))
    .execute()
  return names.map((name) => {
    const [one, another] = rows.filter(({ roleCode, roleName }) => roleCode === name || roleName === name)
    if (!one || another) throw new AppError('users.unknownRole', { name, field: 'roles' })
    return one.id
  })
}

/** Users as workbooks: export of the list, import of new users of the stores in scope. */
export function userSheetHandlers(deps: Deps, service: ReturnType<typeof usersService>) {
  // A random password: an imported user can sign in only after a password was set or reset by phone.
  let secret: Promise<string> | undefined
  const unknownPassword = (): Promise<string> => {
    secret ??= hash(randomBytes(32))
    return secret
  }

  const found = (user: SignedIn, query: ListSearch, more: readonly RawBuilder<unknown>[]): RawBuilder<unknown>[] => {
    const selected = typeof query.selections === 'string' ? query.selections.split(',').filter(Boolean) : []
    const chosen = query.selections ? [sql`t.id::text = any(${selected})`] : []
    return [isVisibleUser(user), notDeleted, ...userFilters(query), ...chosen, ...more]
  }
  const statements = {
    columnOf: columnOfField,
    count: (trx: Transaction, user: SignedIn, query: ListSearch, more: readonly RawBuilder<unknown>[]) =>
      countUsers(trx, found(user, query, more)),
    async *each(trx: Transaction, user: SignedIn, query: ListSearch, more: readonly RawBuilder<unknown>[]) {
      // The columns are those of the contract's schema.
      for await (const users of eachUser(trx, found(user, query, more), query as UserSearch)) {
        yield users.map((one) => ({ ...one, departs: one.orgCode, roles: one.rolesname }))
      }
    },
    async add(trx: Transaction, { departs, roles, ...fields }: UserImport, { user }: Writer): Promise<string> {
      const departIds = await departIdsOf(trx, departs ? namesIn(departs) : [user.orgCode].filter(Boolean))
      const roleIds = await roleIdsOf(trx, user, namesIn(roles))
      return service.insert(trx, { ...fields, passwordHash: await unknownPassword(), departIds, roleIds }, user)
    },
  }
  const { sex, identity } = userTexts
  const imported = {
    filter: { birthday: 'date' },
    create: UserImport,
    dict: { sex, identity },
    permission: 'user',
  } as const
  return {
    exportXls: exportHandler(deps, { filter: userFilter, dict: userTexts, permission: 'user' }, userSheet, statements),
    ...importHandlers(deps, imported, userSheet, statements),
  }
}
