import { askerOf, createGuard, guarded } from '#server/core/auth-guard.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { holdingsOf, toMember } from '#server/features/members/index.ts'
import { type OwnPlace, placesOf } from '#server/features/queue/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { KioskMember, KioskPlace } from '#shared/features/kiosks/kiosk.schema.ts'
import { racerNameOf } from '#shared/features/members/racer-name.calc.ts'
import { currentKiosk, findCardHolder } from './kiosks.repository.ts'

/** So long a card that was shown counts: to read and sign an agreement takes minutes, and nobody comes back after more. */
const VISIT_MS = 15 * 60_000

/** Cards that nobody has: few in a row at one kiosk, more from one address, where several may stand. */
const FREE = { kiosk: 15, address: 40 }
const PATIENCE = { first: 5, longest: 300, forgives: 900 }

const LAST_DIGITS = 3

const purposeOf = (kioskId: string): string => `visit at the kiosk ${kioskId}`

interface Visit {
  memberId: string
  /** In milliseconds. */
  until: number
}

/** Who stands at a kiosk, by what it was given when the card was shown. */
export function decodeVisit({ sealer }: Pick<Deps, 'sealer'>, kioskId: string, sealed: string): Visit {
  try {
    return JSON.parse(sealer.open(sealed, purposeOf(kioskId))) as Visit
  } catch {
    throw new AppError('kiosks.visitEnded', { field: 'visit' })
  }
}

/** The member of a visit that has not ended yet. */
export function requireVisitMember(deps: Pick<Deps, 'sealer' | 'clock'>, kioskId: string, sealed: string): string {
  const { memberId, until } = decodeVisit(deps, kioskId, sealed)
  if (until < deps.clock().getTime()) throw new AppError('kiosks.visitEnded', { field: 'visit' })
  return memberId
}

/**
 * Begins a visit by a card. Every card that is good for nothing is answered alike, whatever the reason, and counted: for the kiosk and for
 * the address from which it asks.
 */
export async function startVisit(deps: Deps, ctx: CallContext, card: string): Promise<KioskMember> {
  const { user } = ctx
  const tries = await createGuard(deps).reserve([
    guarded(`cards at the kiosk ${user.id}`, FREE.kiosk, PATIENCE),
    guarded(`cards at kiosks from ${askerOf(ctx.ip)}`, FREE.address, PATIENCE),
  ])
  const now = deps.clock()
  const found = await ctx.tx(async (trx) => {
    const kiosk = await currentKiosk(trx, ctx)
    const row = await findCardHolder(trx, kiosk.orgCode, card)
    if (!row) return null
    const holdings = await holdingsOf(trx, [row.id], now)
    const whose = { memberId: row.id }
    return { row, member: toMember(row, holdings, false, now), places: await placesOf(trx, kiosk.orgCode, whose, now) }
  })
  if (!found) throw new AppError('kiosks.cardUnknown', { field: 'card' })
  await tries.right()
  const { row, member, places } = found
  const visit: Visit = { memberId: row.id, until: now.getTime() + VISIT_MS }
  return {
    visit: deps.sealer.seal(JSON.stringify(visit), purposeOf(user.id)),
    racer: racerNameOf(row),
    card: card.slice(-LAST_DIGITS),
    wallets: {
      balance: member.availableBalance,
      integral: member.availableIntegral,
      quan: member.availableQuan,
      frequency: member.frequency,
      unlimited: member.isChangWan === 'YES' ? { name: member.changwanName, lastDay: member.changWanLastDay } : null,
    },
    hasPassword: member.havePassword === 'YES',
    places: places.map(toPlace),
  }
}

const toPlace = ({ ticketNo, ruleName, state, ahead, waitMinutes }: OwnPlace): KioskPlace => ({
  ticketNo,
  ruleName,
  isCalled: state === 'CALLED',
  ahead,
  waitMinutes,
})
