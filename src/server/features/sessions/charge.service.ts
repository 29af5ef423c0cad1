import { verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { kindOf } from '#server/core/audit.ts'
import { toAppError } from '#server/core/database-errors.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { insufficient } from '#shared/features/sessions/hold.calc.ts'
import type { ConsumeInput } from '#shared/features/sessions/play-before-pay.contract.ts'
import { isUuid } from './play-records.repository.ts'

const GUESSES = 5
const BLOCKED_MS = 5 * 60_000
const CHARGE = `select charge_play(${Array.from({ length: 24 }, (_, n) => `$${n + 1}`).join(', ')})`

/** People who may settle an order by hand that counts as escaped. */
const manages = (identity: string): boolean => identity === '-1' || identity === '0' || identity === '1'

/** Deducts a play record from a member's balance, whole, in one round trip to the database; the order's id is the key. */
export async function chargePlay(deps: Deps, ctx: CallContext, input: ConsumeInput): Promise<void> {
  if (input.consumeType !== 'BALANCE') throw new AppError('sessions.typeNotSupported')
  const { user } = ctx
  const ruleId = input.sysDepartConsumeRoleId || null
  if (ruleId !== null && !isUuid(ruleId))
    throw new AppError('sessions.ruleNotFound', { field: 'sysDepartConsumeRoleId' })
  const cashier = input.departuserId || null
  if (cashier !== null && !isUuid(cashier)) throw new AppError('sessions.cashierUnknown', { field: 'departuserId' })
  const passwordHash = input.password ? await checkPassword(deps, ctx, input, input.password) : null
  const values = [
    user.scope.from,
    user.scope.to,
    ctx.key,
    user.orgCode,
    ctx.path,
    ctx.bodyHash,
    user.id,
    manages(user.identity),
    input.id,
    ruleId,
    input.userId || null,
    input.consumePayMode,
    input.usageMode,
    input.cheshou || null,
    input.remark || null,
    cashier,
    input.terminalId ?? null,
    passwordHash,
    deps.clock(),
    user.username,
    user.realname,
    ctx.ip,
    ctx.requestId,
    kindOf(ctx.path),
  ]
  const orgCode = await deps.db.call<string | null>('charge_play', CHARGE, values).catch((error: unknown) => {
    throw readable(error)
  })
  // Null: this key was answered before, and nothing has changed now.
  if (orgCode !== null) ctx.afterCommit(() => deps.realtime.publish({ topic: 'playRecords', orgCode }))
}

/** The amounts of a refusal as people read them. */
function readable(error: unknown): unknown {
  const known = toAppError(error)
  if (known?.code !== 'members.insufficientBalance') return known ?? error
  return insufficient('money', Number(known.details.needed), Number(known.details.available))
}

/**
 * Checks the consumption password that the customer typed, and answers the hash it fits: the charge insists that the
 * member still has that one. A few wrong ones in a row block further guessing for a while.
 */
async function checkPassword(
  deps: Deps,
  ctx: CallContext,
  { id, userId }: ConsumeInput,
  password: string,
): Promise<string | null> {
  const now = deps.clock()
  const member = await ctx.tx((trx) =>
    trx
      .selectFrom('playBeforePay as play')
      .innerJoin('member', (join) =>
        join
          .onRef('member.orgCode', '=', 'play.orgCode')
          .on('member.id', '=', userId ? userId : sql.ref('play.memberId')),
      )
      .select(['member.id', 'member.orgCode', 'member.consumePassword', 'member.passwordBlockedUntil'])
      .where('play.id', '=', id)
      .executeTakeFirst(),
  )
  if (!member?.consumePassword) return null
  const { consumePassword, passwordBlockedUntil } = member
  if (passwordBlockedUntil && passwordBlockedUntil > now) {
    const seconds = Math.ceil((passwordBlockedUntil.getTime() - now.getTime()) / 1000)
    throw new AppError('members.passwordBlocked', { field: 'password', seconds })
  }
  const right = await verify(consumePassword, password).catch(() => false)
  await ctx.tx((trx) => countGuess(trx, member, right, now))
  if (!right) throw new AppError('members.passwordWrong', { field: 'password' })
  return consumePassword
}

async function countGuess(
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode: string },
  right: boolean,
  now: Date,
): Promise<void> {
  const blockedUntil = new Date(now.getTime() + BLOCKED_MS)
  const guessed = sql`case when password_failures + 1 >= ${GUESSES} then 0 else password_failures + 1 end`
  await sql`
    update member set password_failures = case when ${right} then 0 else ${guessed} end,
      password_blocked_until = case when not ${right} and password_failures + 1 >= ${GUESSES}
        then ${blockedUntil}::timestamptz end
    where id = ${id} and org_code = ${orgCode}`.execute(trx)
}
