import { verify } from '@node-rs/argon2'
import { createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import { isAnswered } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { currentMember } from './merged-members.repository.ts'
import { payerAt } from './visitors.repository.ts'

interface CheckInput {
  memberId: string
  /** The store of the charge, whose member or visitor it is. */
  orgCode: string
  /** The terminal where it is typed, if known. */
  terminalId: string | null
}

/** Free attempts and back-off: guessing four digits takes most of a year. */
const FREE_ATTEMPTS = 5
const BACKOFF = { first: 300, longest: 3600, forgives: 24 * 3600 }
/** Free attempts per user and per terminal, which serve many members; guessing across members stays limited. */
const FREE_ATTEMPTS_SHARED = 40

const KIND = '/membermanage/sysMemberManage'

/**
 * Checks the consumption password of a member. Returns the matching hash, or null if the member has none. The caller must verify in its
 * transaction that the member still has this hash. Throws `members.passwordWrong` or `members.passwordBlocked`.
 *
 * An attempt is counted before it is checked, for the member under all its numbers, the user and the terminal. A refused one stays in
 * the audit trail although the call fails.
 */
export async function checkConsumptionPassword(
  deps: Deps,
  ctx: CallContext,
  { memberId, orgCode, terminalId }: CheckInput,
  password: string,
): Promise<string | null> {
  const member = await deps.db.scoped(ctx.user.scope, (trx) => payerAt(trx, orgCode, memberId))
  if (!member?.consumePassword) return null
  const refuse = async (error: AppError): Promise<never> => {
    await ctx.leaveTrail([{ id: member.id, kind: KIND, after: { refused: error.code } }])
    throw error
  }
  const ofMember = guarded(`consumption ${member.orgCode} ${member.id}`, FREE_ATTEMPTS, BACKOFF)
  const sharedKeys = [guarded(`consumption by ${ctx.user.id}`, FREE_ATTEMPTS_SHARED)]
  if (terminalId !== null) sharedKeys.push(guarded(`consumption at ${terminalId}`, FREE_ATTEMPTS_SHARED))
  const attempt = await createGuard(deps)
    .reserve([ofMember, ...sharedKeys])
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'auth.lockedOut') throw error
      return refuse(new AppError('members.passwordBlocked', { ...error.details, field: 'password' }))
    })
  const right = await verify(member.consumePassword, password).catch(() => false)
  if (!right) return refuse(new AppError('members.passwordWrong', { field: 'password' }))
  await attempt.right([ofMember])
  return member.consumePassword
}

const entered = new WeakMap<CallContext, string>()

/**
 * Checks the consumption password of a keyed call before its transaction begins (`before` in `MountOptions`), because attempts are counted
 * in transactions of their own. A repeated call needs none. Throws as `checkConsumptionPassword`.
 */
export async function checkEnteredPassword(
  deps: Deps,
  ctx: CallContext,
  { userId, password }: { userId: string; password: string },
): Promise<void> {
  if (password === '') return
  const member = await ctx.tx(async (trx) => ((await isAnswered(trx, ctx)) ? null : currentMember(trx, userId)))
  if (!member) return
  const { id: memberId, orgCode } = member
  const hash = await checkConsumptionPassword(
    deps,
    ctx,
    { memberId, orgCode, terminalId: await ctx.terminal() },
    password,
  )
  if (hash !== null) entered.set(ctx, hash)
}

/** The hash that the password checked by `checkEnteredPassword` matches; null if none was entered or the member has none. */
export const enteredPasswordHash = (ctx: CallContext): string | null => entered.get(ctx) ?? null
