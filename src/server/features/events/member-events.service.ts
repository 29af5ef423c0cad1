import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { lateRefundOf } from '#shared/features/events/events.calc.ts'
import { isByBestLap } from '#shared/features/events/matches.calc.ts'
import { MAX_OWN_SIGN_UPS, type OwnMatch, type OwnSignUp } from '#shared/features/events/member-events.contract.ts'
import { ownSignUps, signUpIdsOf } from './event-sign-ups.repository.ts'
import { endSignUp, optionsOf } from './events.service.ts'
import { matchOf } from './matches.service.ts'

const ownOf = ({ memberId, user: { orgCode } }: CallContext) => ({ memberId, orgCode })

/** What the member page shows of events: those that can be signed up for, and the own sign-ups. */
export async function eventsOfMember(deps: Deps, ctx: CallContext, trx: Transaction) {
  const now = deps.clock()
  const rows = await ownSignUps(trx, ownOf(ctx), MAX_OWN_SIGN_UPS)
  return {
    ...(await optionsOf(deps, ctx, trx, ctx.memberId)),
    signUps: rows.map(
      ({ startsAt, endsAt, registrationUntil, state: signUpState, held: isHeld, lateRefund, ...row }): OwnSignUp => {
        const canCancel = !['failed', 'cancelled'].includes(signUpState) && startsAt > now
        const percent = registrationUntil > now ? 100 : lateRefund
        return {
          ...row,
          startTime: toWireTime(startsAt),
          endTime: toWireTime(endsAt),
          registrationEnd: toWireTime(registrationUntil),
          signUpState,
          isHeld,
          canCancel,
          fee: fromMinor(row.fee),
          backAmount: fromMinor(row.backAmount),
          backNow: canCancel && signUpState !== 'waiting' ? fromMinor(lateRefundOf(row.fee, percent)) : 0,
        }
      },
    ),
  }
}

/** Cancels a sign-up of the member. Throws `common.recordNotFound`, and as `endSignUp`. */
export async function endOwnSignUp(deps: Deps, ctx: CallContext, trx: Transaction, id: string) {
  const [own] = await signUpIdsOf(trx, ownOf(ctx), { id })
  if (own === undefined) throw new AppError('common.recordNotFound', { field: 'id' })
  return endSignUp(deps, ctx, trx, { id: own, reason: '' })
}

/** The match of an event that the member signed up for. Throws `common.recordNotFound`. */
export async function matchOfMember(trx: Transaction, ctx: CallContext, eventId: string): Promise<OwnMatch> {
  const own = new Set(await signUpIdsOf(trx, ownOf(ctx), { eventId }))
  if (own.size === 0) throw new AppError('common.recordNotFound', { field: 'eventId' })
  const { rounds, table } = await matchOf(trx, eventId)
  return {
    rounds: rounds
      .filter(({ groups }) => groups.length > 0)
      .map(({ id, roundName, format, groups }) => ({
        id,
        roundName,
        format,
        groups: groups.map(({ group, endTime, entries }) => ({
          group,
          isOver: endTime !== null,
          lines: entries.map(({ signUpId, bestMs, totalMs, penaltyMs, ...line }) => {
            const ms = isByBestLap(format) ? bestMs : totalMs
            return { ...line, isOwn: own.has(signUpId), ms: ms === null ? null : ms + penaltyMs }
          }),
        })),
      })),
    table: table.map(({ signUpId, ...row }) => ({ ...row, isOwn: own.has(signUpId) })),
  }
}
