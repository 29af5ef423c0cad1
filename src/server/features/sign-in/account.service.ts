import { hash, verify } from '@node-rs/argon2'
import { askerOf, createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { currentUserOf } from '#server/features/access/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { ACCOUNT_KIND, leaveOwnTrail } from './own-trail.service.ts'
import { ownTries, type Secret } from './refund-password.service.ts'
import type { SmsCodes } from './sms-codes.service.ts'

interface OwnPassword {
  username?: string | null
  oldpassword: string
  password: string
  confirmpassword: string
}

interface Names {
  username?: string
  phone?: string
  email?: string
}

interface Registration {
  username: string
  password: string
  phone: string
  email?: string | null
  smscode: string
}

const FREE_LOOKUPS = 61

/** Operations of users on their own account. */
export function accountService(deps: Deps, smsCodes: SmsCodes) {
  const { db, clock, auth } = deps
  const guard = createGuard(deps)

  /** Limits checks of names and phones, so that they cannot be enumerated. */
  const slowly = async ({ ip }: CallContext): Promise<void> => {
    await guard.reserve([guarded(`look-up ${askerOf(ip)}`, FREE_LOOKUPS)])
  }

  const find = async ({ username, phone, email }: Names) => {
    if (!username && !phone && !email) return undefined
    let query = db.kysely
      .selectFrom('userAccount')
      .select(['id', 'username', 'realname', 'phone', 'status', 'deletedAt'])
    if (username) query = query.where('username', '=', username.toLowerCase())
    if (phone) query = query.where('phone', '=', phone)
    if (email) query = query.where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    return query.executeTakeFirst()
  }

  const sameTwice = ({ password, confirmpassword }: { password: string; confirmpassword: string }) => {
    if (password !== confirmpassword) throw new AppError('account.passwordsDiffer', { field: 'confirmpassword' })
  }

  /** Checks the old secret of the signed-in user; failed attempts have to wait. */
  /** Returns the stored secret that the old password was checked against; null: the column has none yet. */
  const checkOld = async (ctx: CallContext, input: OwnPassword, column: Secret): Promise<string | null> => {
    const { id, username } = ctx.user
    if (input.username && input.username.toLowerCase() !== username) throw new AppError('account.notYours')
    if (input.password === '') throw new AppError('account.passwordEmpty', { field: 'password' })
    sameTwice(input)
    const subjects = ownTries(column, ctx)
    const tries = await guard.reserve(subjects)
    const row = await db.kysely
      .selectFrom('userAccount')
      .select(['passwordHash', 'refundPasswordHash', 'conPasswordHash'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (!(await verify(row[column] ?? row.passwordHash, input.oldpassword))) {
      await ctx.leaveTrail([{ id, kind: ACCOUNT_KIND, after: { refused: 'account.oldPasswordWrong' } }])
      throw new AppError('account.oldPasswordWrong', { field: 'oldpassword' })
    }
    await tries.right(subjects)
    return row[column]
  }

  const changeOwn = async (ctx: CallContext, column: Secret, input: OwnPassword) => {
    const checked = await checkOld(ctx, input, column)
    const secret = await hash(input.password)
    await ctx.accountTx(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('userAccount')
        .set({ [column]: secret, updatedAt: clock() })
        .where('id', '=', ctx.user.id)
        // It may have been replaced since it was checked, because somebody else knows it.
        .where(column, 'is not distinct from', checked)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new AppError('account.oldPasswordWrong', { field: 'oldpassword' })
      ctx.touched({ id: ctx.user.id, kind: ACCOUNT_KIND })
    })
  }

  return {
    async register(input: Registration, ctx: CallContext): Promise<void> {
      const { username, phone } = input
      await smsCodes.check({ phone, mode: '1', code: input.smscode }, ctx)
      const passwordHash = await hash(input.password)
      const person = { id: newId(), username, realname: username }
      await db.scoped(EVERY_STORE, async (trx) => {
        await trx
          .insertInto('userAccount')
          .values({ ...person, phone, passwordHash, email: input.email ?? '', identity: '3' })
          .execute()
        await leaveOwnTrail(trx, ctx, person)
      })
    },

    /** Reports names in use only to callers who may add or change users; to others every name seems unused. */
    async isFree(names: Names, ctx: CallContext): Promise<void> {
      await slowly(ctx)
      const asks = ctx.tokenHash === '' ? null : await auth.find(ctx.tokenHash)
      const mayKnow = asks?.actions.has('user:add') || asks?.actions.has('user:edit')
      if (mayKnow && (await find(names))) throw new AppError('account.taken')
    },

    /** Returns the input for any name, existing or not; the account is looked up when the code sent to its phone is entered. */
    async look({ username, phone }: Names, ctx: CallContext): Promise<{ username: string; phone: string }> {
      await slowly(ctx)
      if (phone) return { username: username || phone, phone }
      if (username) return { username, phone: '' }
      throw new AppError('account.notVerified')
    },

    async resetPassword(
      { username, phone, smscode, password }: { username: string; phone: string; smscode: string; password: string },
      ctx: CallContext,
    ): Promise<void> {
      await smsCodes.check({ phone, mode: '2', code: smscode }, ctx)
      // A user who began with the phone sends no username.
      const person = await find(username === phone ? { phone } : { username, phone })
      if (!person || person.deletedAt) throw new AppError('account.notVerified')
      if (person.status !== 1) throw new AppError('auth.frozen')
      const passwordHash = await hash(password)
      await db.scoped(EVERY_STORE, async (trx) => {
        await trx
          .updateTable('userAccount')
          .set({ passwordHash, mustChangePassword: false, updatedAt: clock() })
          .where('id', '=', person.id)
          .where('deletedAt', 'is', null)
          .execute()
        await leaveOwnTrail(trx, ctx, person)
      })
      await auth.forget({ userId: person.id })
    },

    async changePassword(input: OwnPassword, ctx: CallContext): Promise<void> {
      await changeOwn(ctx, 'passwordHash', input)
      await auth.forget({ userId: ctx.user.id })
    },

    changeRefundPassword: (input: OwnPassword, ctx: CallContext) => changeOwn(ctx, 'refundPasswordHash', input),

    changeCashierPassword: (input: OwnPassword, ctx: CallContext) => changeOwn(ctx, 'conPasswordHash', input),

    profile: ({ user }: CallContext) =>
      db.scoped(EVERY_STORE, async (trx) => {
        const person = await currentUserOf(trx, user.id, user.orgCode)
        const more = await trx
          .selectFrom('userAccount')
          .select(['sex', 'birthday', 'email', 'post', 'refundPasswordHash', 'conPasswordHash'])
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow()
        const { refundPasswordHash, conPasswordHash, ...rest } = more
        return {
          ...person,
          ...rest,
          hasRefundPassword: refundPasswordHash !== null,
          hasCashierPassword: conPasswordHash !== null,
        }
      }),

    async editProfile(
      changes: {
        realname?: string
        nickname?: string
        avatar?: string
        sex?: number | null
        birthday?: string | null
        email?: string
      },
      ctx: CallContext,
    ): Promise<void> {
      const { id } = ctx.user
      await ctx.accountTx(async (trx) => {
        const fields = ['realname', 'nickname', 'avatar', 'sex', 'birthday', 'email'] as const
        const before = await trx.selectFrom('userAccount').select(fields).where('id', '=', id).executeTakeFirstOrThrow()
        await trx
          .updateTable('userAccount')
          .set({ ...changes, updatedAt: clock() })
          .where('id', '=', id)
          .execute()
        ctx.touched({ id, kind: ACCOUNT_KIND, before, after: { ...before, ...changes } })
      })
      await auth.forget({ userId: id })
    },
  }
}
