import type { z } from 'zod'
import { withMessage } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { currentMember, enteredPasswordHash } from '#server/features/members/index.ts'
import { withWalletAmounts } from '#server/features/sessions/index.ts'
import { AppError, type ErrorDetails } from '#shared/core/errors.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { CancelledEvent, CancelSignUp, SignUpInput } from '#shared/features/events/events.schema.ts'
import type {
  CancelledSignUp,
  SignUpOption,
  SignUpOptions,
  SignUpResult,
} from '#shared/features/events/sign-ups.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import {
  advanceEvent,
  cancelEvent,
  cancelSignUp,
  type EventKey,
  eventsToAdvance,
  freeMoneyOf,
  offeredEvents,
  signUp,
  waitingBefore,
} from './event-sign-ups.repository.ts'

/** The record kind of member changes in the audit trail. */
const MEMBER_KIND = '/membermanage/sysMemberManage'

/** Details of a refusal with moments as they are shown. */
const shownDetails = ({ time, ...details }: ErrorDetails): ErrorDetails =>
  time === undefined ? details : { ...details, time: toWireTime(new Date(String(time))) }

/** A refusal of the SQL functions with its amounts and moments as they are shown. */
function shownRefusal(error: unknown): unknown {
  const shown = withWalletAmounts(error)
  return shown instanceof AppError ? new AppError(shown.code, shownDetails(shown.details)) : shown
}

const announceTo = async ({ realtime }: Deps, orgCode: string): Promise<void> => {
  for (const topic of ['events', 'wallets']) await realtime.publish({ topic, orgCode })
}

function announce(deps: Deps, ctx: CallContext, orgCode: string): void {
  ctx.changesStore(orgCode)
  ctx.afterCommit(() => announceTo(deps, orgCode))
}

/** Signs a member up; the idempotency key is the id. Throws `events.*`, `members.*` or `common.recordNotFound`. */
export async function addSignUp(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { eventId, userId, fee: shownFee }: Omit<SignUpInput, 'password'>,
): Promise<z.output<typeof SignUpResult>> {
  const { user, key: id } = ctx
  const made = await signUp(trx, {
    id,
    eventId,
    memberId: userId,
    fee: shownFee === undefined ? undefined : toMinor(shownFee),
    passwordHash: enteredPasswordHash(ctx),
    userId: user.id,
    realname: user.realname || user.username,
    terminalId: await ctx.terminal(),
    now: deps.clock(),
  }).catch((error: unknown) => {
    throw shownRefusal(error)
  })
  const { orgCode, memberId, state: signUpState, number } = made
  const fee = fromMinor(made.fee)
  ctx.touched({ id, after: { eventId, userId: memberId, signUpState, number, fee } })
  ctx.touched({ id: memberId, kind: MEMBER_KIND, after: { eventSignUp: id } })
  announce(deps, ctx, orgCode)
  const ahead = signUpState === 'waiting' ? await waitingBefore(trx, eventId, number) : 0
  return { id, signUpState, number, ahead, fee }
}

/** Cancels a sign-up, and lets the next of the waiting list move up after the commit. Throws `events.*`. */
export async function endSignUp(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, reason }: CancelSignUp,
): Promise<z.output<typeof CancelledSignUp>> {
  const { user } = ctx
  const call = { id, userId: user.id, realname: user.realname || user.username, reason, now: deps.clock() }
  const ended = await cancelSignUp(trx, call).catch((error: unknown) => {
    throw shownRefusal(error)
  })
  const { orgCode, memberId, eventId, before, state: signUpState } = ended
  const back = fromMinor(ended.back)
  ctx.touched({ id, before: { signUpState: before }, after: { signUpState, back, reason } })
  ctx.touched({ id: memberId, kind: MEMBER_KIND, after: { eventSignUp: id, signUpState, back } })
  announce(deps, ctx, orgCode)
  advanceAfter(deps, ctx, { id: eventId, orgCode })
  return { signUpState, back }
}

/** The answer to a cancellation: a fee that was due and could not be taken has let the sign-up fail instead. */
export const endedAnswer = (ctx: CallContext, result: z.output<typeof CancelledSignUp>) =>
  result.signUpState === 'failed' ? withMessage(result, text(ctx.locale, 'message.event.signUpFailed')) : result

/** Cancels an event and gives every fee back. Throws `events.cancelled` or `events.over`. */
export async function endEvent(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, reason }: { id: string; reason: string },
): Promise<z.output<typeof CancelledEvent>> {
  const { id: userId, username, realname } = ctx.user
  const call = { id, userId, username, realname: realname || username, reason, now: deps.clock() }
  const { orgCode, ended, ...given } = await cancelEvent(trx, call).catch((error: unknown) => {
    throw shownRefusal(error)
  })
  const back = fromMinor(given.back)
  ctx.touched({ id, before: { cancelled: false }, after: { cancelled: true, reason, ended, back } })
  announce(deps, ctx, orgCode)
  return { ended, back }
}

/** The events that a member may look at for signing up. Throws `members.notFound`. */
export async function optionsOf(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  userId: string,
): Promise<z.output<typeof SignUpOptions>> {
  const now = deps.clock()
  const member = await currentMember(trx, userId)
  if (!member) throw new AppError('members.notFound', { field: 'userId' })
  const rows = await offeredEvents(trx, member, now)
  return {
    passwordRequired: member.consumePassword !== null,
    available: fromMinor(await freeMoneyOf(trx, member.orgCode, member.id, now)),
    events: rows.map(({ refusal, signUpId, ...row }): SignUpOption => {
      const {
        name: eventName,
        picture,
        remark,
        registrationUntil,
        startsAt,
        endsAt,
        places,
        taken,
        waiting,
        lateRefund,
        level,
      } = row
      return {
        eventId: row.id,
        eventName,
        picture,
        remark,
        registrationEnd: toWireTime(registrationUntil),
        startTime: toWireTime(startsAt),
        endTime: toWireTime(endsAt),
        fee: fromMinor(row.fee),
        places,
        taken,
        waiting,
        lateRefund,
        level,
        needsAgreement: !signUpId && refusal?.code === 'members.agreementMissing',
        signUp:
          signUpId === null
            ? null
            : {
                id: signUpId,
                signUpState: row.signUpState ?? 'waiting',
                number: row.signUpNumber ?? 0,
                fee: fromMinor(row.signUpFee ?? 0),
                lateRefund: row.signUpLateRefund ?? 0,
              },
        isWhole: registrationUntil > now,
        refusal:
          refusal && !signUpId
            ? text(ctx.locale, `error.${refusal.code}`, shownDetails(refusal.details) as Record<string, string>)
            : '',
      }
    }),
  }
}

/** Does what is due for one event, each step in its own transaction. Returns the number of steps. */
async function advanceOne(deps: Deps, event: EventKey): Promise<number> {
  const { db, clock } = deps
  let steps = 0
  try {
    while (await db.scoped(EVERY_STORE, (trx) => advanceEvent(trx, event, clock()))) steps += 1
  } finally {
    if (steps > 0) await announceTo(deps, event.orgCode)
  }
  return steps
}

/** Does what is due for all events. An event that fails does not stop the others. Returns the number of steps. */
export async function advanceEvents(deps: Deps): Promise<number> {
  const events = await deps.db.scoped(EVERY_STORE, (trx) => eventsToAdvance(trx, deps.clock()))
  let steps = 0
  const failures: unknown[] = []
  for (const event of events) {
    try {
      steps += await advanceOne(deps, event)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return steps
}

/** Lets the waiting list of an event move up as soon as a call has committed; the job does it if this copy ends before. */
export const advanceAfter = (deps: Deps, ctx: CallContext, event: EventKey): void =>
  ctx.afterCommit(async () => {
    await advanceOne(deps, event)
  })
