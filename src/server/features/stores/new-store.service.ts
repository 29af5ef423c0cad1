import { hash } from '@node-rs/argon2'
import type { z } from 'zod'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { departsService, usersService } from '#server/features/access/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { CopiedPart, type NewStore } from '#shared/features/stores/new-store.contract.ts'
import { copyRows, copySettings } from './new-store.repository.ts'

type Given = z.output<typeof NewStore>

/** The input of the first manager; null if none is requested. */
async function managerOf(given: Given, ctx: CallContext) {
  const { managerUsername: username, managerRealname: realname, managerPhone: phone, managerPassword: password } = given
  if (username === undefined) return null
  if (!ctx.user.actions.has('user:add')) throw new AppError('rights.notYours', { field: 'managerUsername' })
  if (realname === undefined) throw new AppError('newStore.managerIncomplete', { field: 'managerRealname' })
  if (password === undefined) throw new AppError('newStore.managerIncomplete', { field: 'managerPassword' })
  return { username, realname, phone, passwordHash: await hash(password) }
}

/** Opens a store with all its initial data in one transaction. Repeating the call with the same key creates no second store. */
export function newStoreService({ auth, clock, registry }: Pick<Deps, 'auth' | 'clock' | 'registry'>) {
  const departs = departsService({ auth, clock })
  const users = usersService({ clock })

  const placeOf = async (trx: Transaction, { parentId, copyFrom }: Given, { user }: CallContext) => {
    const parent = await trx
      .selectFrom('store')
      .select(['id', 'kind', 'apps', 'acceptsCash', 'endTime'])
      .where((eb) => (parentId ? eb('id', '=', parentId) : eb('orgCode', '=', user.orgCode)))
      .executeTakeFirst()
    if (parent?.kind !== 'chain') throw new AppError('newStore.chainNeeded', { field: 'parentId' })
    if (copyFrom === undefined) return parent
    const source = await trx
      .selectFrom('store')
      .select('id')
      .where('orgCode', '=', copyFrom)
      .where('kind', '=', 'store')
      .executeTakeFirst()
    if (!source) throw new AppError('newStore.sourceUnknown', { field: 'copyFrom' })
    return parent
  }

  /** A new store has the purchases of its chain, for the same time, unless the platform sets others. */
  const buyAsChain = (
    trx: Transaction,
    id: string,
    { apps, acceptsCash, endTime }: Awaited<ReturnType<typeof placeOf>>,
    given: Given,
  ) =>
    trx
      .updateTable('store')
      .set({
        endTime,
        apps: given.apps ?? apps,
        acceptsCash: given.acceptsCash ?? acceptsCash,
      })
      .where('id', '=', id)
      .execute()

  const nothing = () => Object.fromEntries(CopiedPart.options.map((part) => [part, 0])) as Record<CopiedPart, number>

  const copy = async (trx: Transaction, from: string, to: string, given: Given, ctx: CallContext) => {
    const decided = (['timeZone', 'dayStartHour'] as const).filter((name) => given[name] != null)
    await copySettings(trx, from, to, decided)
    const copied = nothing()
    for (const { part, table } of registry.copiedTables) {
      const rows = await copyRows(trx, table, { from, to, by: ctx.user.username, at: clock() })
      copied[part] += rows
    }
    return copied
  }

  return {
    async open(given: Given, ctx: CallContext) {
      const manager = await managerOf(given, ctx)
      return ctx.tx(async (trx) => {
        const parent = await placeOf(trx, given, ctx)
        const { departName, address, timeZone, dayStartHour, apps, acceptsCash, copyFrom } = given
        const fields = {
          parentId: parent.id,
          departName,
          address,
          timeZone,
          dayStartHour,
          apps,
          acceptsCash,
          orgCategory: '2' as const,
        }
        const { id, orgCode } = await departs.insert(trx, fields, ctx.user)
        await buyAsChain(trx, id, parent, given)
        const copied = copyFrom === undefined ? nothing() : await copy(trx, copyFrom, orgCode, given, ctx)
        if (manager) {
          const { passwordHash, ...person } = manager
          const staff = { ...person, role: 'manager' as const, departIds: [id] }
          ctx.touched({
            id: await users.insertStaff(trx, staff, passwordHash, ctx.user),
            kind: '/sys/user',
            after: staff,
          })
        }
        ctx.touched({ id, after: { ...fields, copyFrom, copied } })
        return { id, orgCode, departName, copied, managerUsername: manager?.username ?? '' }
      })
    },
  }
}
