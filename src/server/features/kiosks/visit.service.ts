import { askerOf, createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import { isAnswered } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { currentMember, holdingsOf, toMember } from '#server/features/members/index.ts'
import { type QueuePosition, queuePositionsOf } from '#server/features/queue/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { KioskMember, KioskQueueEntry } from '#shared/features/kiosks/kiosk.schema.ts'
import { racerNameOf } from '#shared/features/members/racer-name.calc.ts'
import { currentKiosk, findCardHolder } from './kiosks.repository.ts'

/** How long a card is valid after it was read: enough to read and sign an agreement. */
const VISIT_MS = 15 * 60_000

/** Free attempts with unknown cards: few at one kiosk, more from one address, where several kiosks may be. */
const FREE_ATTEMPTS = { kiosk: 15, address: 40 }
const BACKOFF = { first: 5, longest: 300, forgives: 900 }

const LAST_DIGITS = 3

const purposeOf = (kioskId: string): string => `visit at the kiosk ${kioskId}`

interface Visit {
  memberId: string
  /** Unix time in ms. */
  until: number
}

/** Decodes a visit token without checking its end. Throws `kiosks.visitEnded` if it is of another kiosk or damaged. */
function decodeVisit({ sealer }: Pick<Deps, 'sealer'>, kioskId: string, sealed: string): Visit {
  try {
    return JSON.parse(sealer.open(sealed, purposeOf(kioskId))) as Visit
  } catch {
    throw new AppError('kiosks.visitEnded', { field: 'visit' })
  }
}

/** The member id of a valid visit. Throws `kiosks.visitEnded`. */
export function requireVisitMember(deps: Pick<Deps, 'sealer' | 'clock'>, kioskId: string, sealed: string): string {
  const { memberId, until } = decodeVisit(deps, kioskId, sealed)
  if (until < deps.clock().getTime()) throw new AppError('kiosks.visitEnded', { field: 'visit' })
  return memberId
}

/**
 * The calling kiosk, and the current member of a visit; null for a guest without a card. A repeated call finds its answer also after the end
 * of the visit. Throws `kiosks.visitEnded`.
 */
export async function openVisit(deps: Deps, ctx: CallContext, trx: Transaction, visit: string) {
  const kiosk = await currentKiosk(trx, ctx)
  if (visit === '') return { kiosk, member: null }
  const { memberId } = decodeVisit(deps, ctx.user.id, visit)
  if (!(await isAnswered(trx, ctx))) requireVisitMember(deps, ctx.user.id, visit)
  const member = await currentMember(trx, memberId)
  if (!member) throw new AppError('kiosks.visitEnded', { field: 'visit' })
  return { kiosk, member }
}

/**
 * Starts a visit by a card. Every invalid card gets the same error `kiosks.cardUnknown`, whatever the reason, and counts as an attempt of
 * the kiosk and of its address.
 */
export async function startVisit(deps: Deps, ctx: CallContext, card: string): Promise<KioskMember> {
  const { user } = ctx
  const attempt = await createGuard(deps).reserve([
    guarded(`cards at the kiosk ${user.id}`, FREE_ATTEMPTS.kiosk, BACKOFF),
    guarded(`cards at kiosks from ${askerOf(ctx.ip)}`, FREE_ATTEMPTS.address, BACKOFF),
  ])
  const now = deps.clock()
  const found = await ctx.tx(async (trx) => {
    const kiosk = await currentKiosk(trx, ctx)
    const row = await findCardHolder(trx, kiosk.orgCode, card)
    if (!row) return null
    const holdings = await holdingsOf(trx, [row.id], now)
    const owner = { memberId: row.id }
    return {
      row,
      member: toMember(row, holdings, false, now),
      places: await queuePositionsOf(trx, kiosk.orgCode, owner, now),
    }
  })
  if (!found) throw new AppError('kiosks.cardUnknown', { field: 'card' })
  await attempt.right()
  const { row, member, places } = found
  const visit: Visit = { memberId: row.id, until: now.getTime() + VISIT_MS }
  return {
    visit: deps.sealer.seal(JSON.stringify(visit), purposeOf(user.id)),
    racer: racerNameOf(row),
    card: card.slice(-LAST_DIGITS),
    wallets: {
      balance: member.availableBalance,
      integral: member.availableIntegral,
      laps: member.availableQuan,
      coins: member.availableCoins,
      frequency: member.frequency,
      unlimited: member.isChangWan === 'YES' ? { name: member.changwanName, lastDay: member.changWanLastDay } : null,
    },
    hasPassword: member.havePassword === 'YES',
    places: places.map(toPlace),
  }
}

const toPlace = ({ ticketNo, ruleName, state, ahead, waitMinutes }: QueuePosition): KioskQueueEntry => ({
  ticketNo,
  ruleName,
  isCalled: state === 'CALLED',
  ahead,
  waitMinutes,
})
