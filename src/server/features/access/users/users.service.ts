import { hash } from '@node-rs/argon2'
import type { z } from 'zod'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { created, updated } from '#server/features/access/entities.view.ts'
import {
  assignableRoles,
  changeableUser,
  changeableUsers,
  isPlatform,
  type Subject,
  staysBound,
  visibleDeparts,
} from '#server/features/access/rights.service.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { type StaffAdd, staffIdentities, type UserAdd, type UserEdit } from '#shared/features/access/users.schema.ts'

const plainFields = [
  ...(['realname', 'avatar', 'birthday', 'sex', 'email', 'phone', 'workNo', 'post', 'telephone'] as const),
  ...(['userIdentity', 'identity'] as const),
]

type Given = Omit<z.output<typeof UserEdit>, 'id'>

/** The columns that an input sets; missing fields stay unchanged. */
function columnsOf(input: Given): Record<string, unknown> {
  const entries = plainFields.map((field) => [field, input[field]] as const).filter(([, value]) => value !== undefined)
  const nullable = new Set<string>(['birthday', 'sex'])
  return Object.fromEntries(
    entries.map(([field, value]) => [
      field,
      nullable.has(field) ? value || null : (value ?? (field === 'userIdentity' ? 1 : '')),
    ]),
  )
}

interface NewUser extends Omit<z.output<typeof UserAdd>, 'password'> {
  passwordHash: string
  roleIds: readonly string[]
  departIds: readonly string[]
  mustChangePassword?: boolean
}

/** Changes of users, each checked against the scope, identity and rights of the caller. */
export function usersService({ clock }: Pick<Deps, 'clock'>) {
  const notAbove = (user: SignedIn, identity: string | undefined) => {
    if (identity !== undefined && Number(identity) < Number(user.identity)) throw new AppError('users.aboveYou')
  }

  const setStores = async (trx: Transaction, user: SignedIn, userId: string, departIds: readonly string[]) => {
    if (departIds.length === 0 && !isPlatform(user)) throw new AppError('users.noStore', { field: 'selecteddeparts' })
    await visibleDeparts(trx, departIds)
    await trx.deleteFrom('userStore').where('userId', '=', userId).execute()
    if (departIds.length === 0) return
    const rows = [...new Set(departIds)].map((storeId) => ({ userId, storeId }))
    await trx.insertInto('userStore').values(rows).execute()
  }

  const setRoles = async (trx: Transaction, user: SignedIn, userId: string, roleIds: readonly string[]) => {
    const current = await rolesOf(trx, userId)
    const changed = [...roleIds.filter((id) => !current.includes(id)), ...current.filter((id) => !roleIds.includes(id))]
    await assignableRoles(trx, user, changed)
    await trx.deleteFrom('userRole').where('userId', '=', userId).execute()
    const rows = [...new Set(roleIds)].map((roleId) => ({ userId, roleId }))
    if (rows.length > 0) await trx.insertInto('userRole').values(rows).execute()
    await staysBound(trx, user)
  }

  const rolesOf = async (trx: Transaction, userId: string): Promise<string[]> => {
    const rows = await trx.selectFrom('userRole').select('roleId').where('userId', '=', userId).execute()
    return rows.map(({ roleId }) => roleId)
  }

  const departsOf = async (trx: Transaction, userId: string): Promise<string[]> => {
    const rows = await trx.selectFrom('userStore').select('storeId').where('userId', '=', userId).execute()
    return rows.map(({ storeId }) => storeId)
  }

  const stateOf = async (trx: Transaction, id: string) => {
    const row = await trx.selectFrom('userAccount').select(plainFields).where('id', '=', id).executeTakeFirstOrThrow()
    return { ...row, roles: await rolesOf(trx, id), departs: await departsOf(trx, id) }
  }

  /** Changes roles or stores of several users, with an audit entry for each. */
  const changeEach = async (
    ctx: CallContext,
    userIds: readonly string[],
    change: (trx: Transaction, userId: string, before: Awaited<ReturnType<typeof stateOf>>) => Promise<void>,
  ) =>
    ctx.tx(async (trx) => {
      for (const { id } of await changeableUsers(trx, ctx.user, userIds)) {
        const before = await stateOf(trx, id)
        await change(trx, id, before)
        ctx.touched({ id, before, after: await stateOf(trx, id) })
      }
    })

  /** Users that the caller cannot freeze or delete: the caller and the first administrator. */
  const expendable = ({ user }: CallContext, subjects: readonly Subject[]) => {
    if (subjects.some(({ username }) => username === 'admin')) throw new AppError('users.notAdmin')
    if (subjects.some(({ id }) => id === user.id)) throw new AppError('users.notYourself')
  }

  /** Adds a user within a transaction and returns the id. */
  const insert = async (trx: Transaction, given: NewUser, user: SignedIn): Promise<string> => {
    const { username, passwordHash, realname, identity, departIds, roleIds, mustChangePassword = false } = given
    notAbove(user, identity)
    const id = newId()
    const fixed = { id, username, passwordHash, realname, identity, mustChangePassword, ...created({ user }, clock()) }
    await trx
      .insertInto('userAccount')
      .values(Object.assign(columnsOf(given), fixed))
      .execute()
    await setStores(trx, user, id, departIds)
    await setRoles(trx, user, id, roleIds)
    return id
  }

  /** Adds a user of stores with the role of that name, within a transaction. */
  const insertStaff = async (
    trx: Transaction,
    { role, departIds, username, realname, phone }: Omit<z.output<typeof StaffAdd>, 'password'>,
    passwordHash: string,
    user: SignedIn,
  ): Promise<string> => {
    const identity = staffIdentities[role]
    const given = { username, realname, phone, identity, passwordHash, departIds, roleIds: [role] }
    return insert(trx, { ...given, mustChangePassword: true }, user)
  }

  return {
    insert,
    insertStaff,

    async addStaff({ password, ...input }: z.output<typeof StaffAdd>, ctx: CallContext): Promise<{ id: string }> {
      const passwordHash = await hash(password)
      return ctx.tx(async (trx) => {
        const id = await insertStaff(trx, input, passwordHash, ctx.user)
        ctx.touched({ id, after: { username: input.username, ...(await stateOf(trx, id)) } })
        return { id }
      })
    },

    async add(input: z.output<typeof UserAdd>, ctx: CallContext): Promise<void> {
      const { username, password, confirmpassword, selectedroles = [], selecteddeparts = [] } = input
      if (confirmpassword !== undefined && confirmpassword !== password) {
        throw new AppError('account.passwordsDiffer', { field: 'confirmpassword' })
      }
      const passwordHash = await hash(password)
      await ctx.tx(async (trx) => {
        const given = { ...input, username, passwordHash, roleIds: selectedroles, departIds: selecteddeparts }
        const id = await insert(trx, given, ctx.user)
        ctx.touched({ id, after: { username, ...(await stateOf(trx, id)) } })
      })
    },

    async edit({ id, selectedroles, selecteddeparts, ...input }: z.output<typeof UserEdit>, ctx: CallContext) {
      notAbove(ctx.user, input.identity)
      await changeEach(ctx, [id], async (trx, _, before) => {
        // A code sent to the phone can reset the password, so changing the phone needs the same right as setting the password.
        const isPhoneNew = input.phone !== undefined && (input.phone ?? '') !== before.phone
        if (isPhoneNew && !ctx.user.actions.has('user:password')) {
          throw new AppError('users.phoneIsPassword', { field: 'phone' })
        }
        const columns = columnsOf(input)
        if (Object.keys(columns).length > 0) {
          await trx
            .updateTable('userAccount')
            .set({ ...columns, ...updated(ctx, clock()) })
            .where('id', '=', id)
            .execute()
        }
        if (selecteddeparts) await setStores(trx, ctx.user, id, selecteddeparts)
        if (selectedroles) await setRoles(trx, ctx.user, id, selectedroles)
      })
    },

    /** Moves users into the recycle bin or restores them. */
    remove: (ids: readonly string[], ctx: CallContext, back = false) =>
      ctx.tx(async (trx) => {
        const subjects = await changeableUsers(trx, ctx.user, ids, back)
        if (!back) expendable(ctx, subjects)
        const deletedAt = back ? null : clock()
        for (const { id, username, realname } of subjects) {
          await trx.updateTable('userAccount').set({ deletedAt }).where('id', '=', id).execute()
          ctx.touched({ id, before: { username, realname, deleted: back }, after: { username, deleted: !back } })
        }
      }),

    removeForGood: (ids: readonly string[], ctx: CallContext) =>
      ctx.tx(async (trx) => {
        for (const { id, username } of await changeableUsers(trx, ctx.user, ids, true)) {
          const before = { username, ...(await stateOf(trx, id)) }
          await trx.deleteFrom('userAccount').where('id', '=', id).execute()
          ctx.touched({ id, before })
        }
      }),

    freeze: (ids: readonly string[], status: number, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const subjects = await changeableUsers(trx, ctx.user, ids)
        if (status !== 1) expendable(ctx, subjects)
        for (const { id, status: before } of subjects) {
          await trx
            .updateTable('userAccount')
            .set({ status, ...updated(ctx, clock()) })
            .where('id', '=', id)
            .execute()
          ctx.touched({ id, before: { status: before }, after: { status } })
        }
      }),

    async setPassword(
      { username, password, confirmpassword }: { username: string; password: string; confirmpassword: string },
      ctx: CallContext,
    ): Promise<void> {
      if (confirmpassword !== password) throw new AppError('account.passwordsDiffer', { field: 'confirmpassword' })
      const passwordHash = await hash(password)
      await ctx.tx(async (trx) => {
        const found = await changeableUser(trx, ctx.user, username)
        // The old password is required, because otherwise an unattended screen would be enough to take over an account.
        if (found.id === ctx.user.id) throw new AppError('users.ownPassword')
        await trx
          .updateTable('userAccount')
          .set({ passwordHash, ...updated(ctx, clock()) })
          .where('id', '=', found.id)
          .execute()
        ctx.touched({ id: found.id })
      })
    },

    /** Removes a user's second secret; only that user can set a new one, with the sign-in password. */
    resetSecret: ({ username, secret }: { username: string; secret: 'refund' | 'cashier' }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const found = await changeableUser(trx, ctx.user, username)
        const column = secret === 'refund' ? 'refundPasswordHash' : 'conPasswordHash'
        await trx
          .updateTable('userAccount')
          .set({ [column]: null, ...updated(ctx, clock()) })
          .where('id', '=', found.id)
          .execute()
        ctx.touched({ id: found.id, after: { reset: secret } })
      }),

    addRole: (roleId: string, userIds: readonly string[], ctx: CallContext) =>
      changeEach(ctx, userIds, async (trx, userId) =>
        setRoles(trx, ctx.user, userId, [...(await rolesOf(trx, userId)).filter((id) => id !== roleId), roleId]),
      ),

    removeRole: (roleId: string, userIds: readonly string[], ctx: CallContext) =>
      changeEach(ctx, userIds, async (trx, userId) =>
        setRoles(
          trx,
          ctx.user,
          userId,
          (await rolesOf(trx, userId)).filter((id) => id !== roleId),
        ),
      ),

    addStore: (departId: string, userIds: readonly string[], ctx: CallContext) =>
      changeEach(ctx, userIds, async (trx, userId) =>
        setStores(trx, ctx.user, userId, [...(await departsOf(trx, userId)), departId]),
      ),

    removeStore: (departId: string, userIds: readonly string[], ctx: CallContext) =>
      changeEach(ctx, userIds, async (trx, userId) =>
        setStores(
          trx,
          ctx.user,
          userId,
          (await departsOf(trx, userId)).filter((id) => id !== departId),
        ),
      ),
  }
}
