import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { addSignUp, canSignUpAt, optionsOf } from '#server/features/events/index.ts'
import { checkEnteredPassword } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { currentKiosk, type KioskRow } from './kiosks.repository.ts'
import { openVisit, requireVisitMember } from './visit.service.ts'

interface KioskSignUp {
  visit: string
  eventId: string
  fee?: number | undefined
  password: string
}

/** A fee is held from the balance, so a kiosk that takes no wallets offers no events. */
const takesFees = ({ pays }: KioskRow): boolean => pays !== 'scan'

/** Whether members can sign up for an event at a kiosk. */
export const hasEvents = async (trx: Transaction, kiosk: KioskRow, now: Date): Promise<boolean> =>
  takesFees(kiosk) && canSignUpAt(trx, kiosk.orgCode, now)

/** The events that the member of a visit may look at. Throws `kiosks.visitEnded` or `kiosks.notOffered`. */
export function eventsAtKiosk(deps: Deps, ctx: CallContext, visit: string) {
  const memberId = requireVisitMember(deps, ctx.user.id, visit)
  return ctx.tx(async (trx) => {
    if (!takesFees(await currentKiosk(trx, ctx))) throw new AppError('kiosks.notOffered', { field: 'visit' })
    return optionsOf(deps, ctx, trx, memberId)
  })
}

/** Checks the password that the member of a visit has entered. Throws as `checkEnteredPassword`, and `kiosks.visitEnded`. */
export async function checkVisitPassword(
  deps: Deps,
  ctx: CallContext,
  { visit, password }: Pick<KioskSignUp, 'visit' | 'password'>,
): Promise<void> {
  const { member } = await ctx.tx((trx) => openVisit(deps, ctx, trx, visit))
  if (member) await checkEnteredPassword(deps, ctx, { userId: member.id, password })
}

/**
 * Signs the member of a visit up. The same key returns the same result, also after the end of the visit. Throws `kiosks.visitEnded`,
 * `kiosks.notOffered`, and as `addSignUp`.
 */
export async function signUpAtKiosk(deps: Deps, ctx: CallContext, trx: Transaction, input: KioskSignUp) {
  const { visit, eventId, fee } = input
  const { kiosk, member } = await openVisit(deps, ctx, trx, visit)
  if (!takesFees(kiosk)) throw new AppError('kiosks.notOffered', { field: 'eventId' })
  // The contract requires a visit.
  if (!member) throw new AppError('kiosks.visitEnded', { field: 'visit' })
  return addSignUp(deps, ctx, trx, { eventId, userId: member.id, fee })
}
