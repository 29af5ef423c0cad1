import { isAnswered } from '#server/core/keyed.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { showAgreement } from '#server/features/agreements/index.ts'
import { currentMember } from '#server/features/members/index.ts'
import { placesOf } from '#server/features/queue/index.ts'
import { rulesOfStore } from '#server/features/rules/index.ts'
import { chargeAtKiosk, quoteCharge } from '#server/features/sessions/index.ts'
import { withGuestLink } from '#server/features/terminals/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { KioskChargeInput, KioskOffer, KioskPays, KioskTicket } from '#shared/features/kiosks/kiosk.schema.ts'
import { offersAt } from '#shared/features/kiosks/kiosk-offers.calc.ts'
import { racerNameOf } from '#shared/features/members/racer-name.calc.ts'
import type { ChargeLine, OrderPayMode } from '#shared/features/sessions/charge.schema.ts'
import { isForOne, takesMember } from '#shared/features/sessions/charge-lines.calc.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { currentKiosk, findKioskOrder, type KioskRow } from './kiosks.repository.ts'
import { decodeVisit, requireVisitMember } from './visit.service.ts'

/** Which ways to pay a kiosk takes; of `none` nothing is due, and there is nothing to choose. */
const waysToPay: Record<KioskPays, readonly OrderPayMode[]> = {
  wallet: ['balance'],
  scan: ['scan', 'none'],
  both: ['balance', 'scan', 'none'],
}

/** From which lots a wallet pays is between the member and the counter. */
const withoutLots = (line: ChargeLine): ChargeLine => ({ ...line, lots: [] })

/** What a member, or a guest who pays by scan, may take without anybody's help, and what each would take. */
export async function offersFor(
  deps: Deps,
  ctx: CallContext,
  { visit, people }: { visit: string; people: number },
): Promise<KioskOffer[]> {
  const userId = visit === '' ? '' : requireVisitMember(deps, ctx.user.id, visit)
  const offered = await ctx.tx(async (trx) => {
    const kiosk = await currentKiosk(trx, ctx)
    return offersAt(kiosk.pays, userId !== '', await rulesOfStore(trx, kiosk.orgCode, deps.clock()))
  })
  const agreement = userId === '' ? null : await showAgreement(deps, ctx, userId)
  const isUnsigned = agreement !== null && agreement.text !== null && !agreement.member?.signed
  const offers: KioskOffer[] = []
  for (const { rule, mode } of offered) {
    const quote = await quoteCharge(deps, ctx, {
      sysDepartConsumeRoleId: rule.id,
      usageMode: 'lineup',
      consumePayMode: 'wechat',
      vehicleId: '',
      people,
      userId,
      groupNumber: '',
    })
    offers.push({
      ruleId: rule.id,
      mode,
      name: rule.consumeRoleName,
      laps: mode === 'circlemode' ? rule.countCycleNumber : 0,
      minutes: mode === 'timermode' ? rule.duration : 0,
      isForOne: isForOne(rule.consumeTypeRole),
      needsAgreement: isUnsigned && (agreement.mode === 'block' || rule.needsAgreement === 'YES'),
      quote: { ...quote, lines: quote.lines.map(withoutLots) },
    })
  }
  return offers
}

/** Charges and takes a place in line; the same key again answers the same, also when the visit has ended meanwhile. */
export async function chargeGuest(deps: Deps, ctx: CallContext, input: KioskChargeInput): Promise<KioskTicket> {
  const { visit, ruleId, mode, people, password, payCode } = input
  const { kiosk, rule, member, isRepeated } = await ctx.tx(async (trx) => {
    const own = await currentKiosk(trx, ctx)
    const memberId = visit === '' ? null : decodeVisit(deps, ctx.user.id, visit).memberId
    return {
      kiosk: own,
      rule: await trx
        .selectFrom('consumeRule')
        .select('consumeType')
        .where('id', '=', ruleId)
        .where('orgCode', '=', own.orgCode)
        .executeTakeFirst(),
      member: memberId === null ? null : await currentMember(trx, memberId),
      isRepeated: await isAnswered(trx, ctx),
    }
  })
  if (visit !== '' && !isRepeated) requireVisitMember(deps, ctx.user.id, visit)
  if (!rule || takesMember(rule.consumeType) !== (visit !== ''))
    throw new AppError('kiosks.notOffered', { field: 'ruleId' })
  const order = await chargeAtKiosk(
    deps,
    ctx,
    {
      consumeType: rule.consumeType,
      consumeVehicleMode: mode,
      usageMode: 'lineup',
      consumePayMode: 'wechat',
      sysDepartConsumeRoleId: ruleId,
      vehicleId: '',
      people,
      userId: member?.id ?? null,
      cheshou: (member && racerNameOf(member)) || text(ctx.locale, 'kiosk.guest'),
      printId: kiosk.printId,
      ...(password === '' ? {} : { password }),
      ...(payCode === '' ? {} : { payCode }),
    },
    {
      pays: waysToPay[kiosk.pays],
      prefix: kiosk.ticketPrefix || null,
      prints: kiosk.printId !== '',
    },
  )
  const [play] = order.plays
  return {
    id: order.id,
    payState: order.payState,
    payMode: order.payMode,
    amount: order.amount,
    lines: order.lines.map(withoutLots),
    ticketNo: play?.ticketNo ?? '',
    ahead: play?.ticket?.ahead ?? null,
    waitMinutes: play?.ticket?.waitMinutes ?? null,
    link: play?.ticket?.link ?? '',
    isPrinted: kiosk.printId !== '',
  }
}

/** What became of an order whose payment is waited for. */
export function kioskOrderStatus(deps: Deps, ctx: CallContext, orderId: string): Promise<KioskTicket> {
  return ctx.tx(async (trx) => {
    const kiosk: KioskRow = await currentKiosk(trx, ctx)
    const order = await findKioskOrder(trx, kiosk, orderId)
    const [place] = await placesOf(trx, kiosk.orgCode, { consumeId: order.id }, deps.clock())
    const linked = place?.guestKey
      ? withGuestLink<{ orderId: string; guestKey?: string; link?: string }>(deps, {
          orderId: place.playId,
          guestKey: place.guestKey,
        })
      : null
    return {
      id: order.id,
      payState: order.state,
      payMode: order.payMode,
      amount: fromMinor(order.amount),
      lines: [],
      ticketNo: place?.ticketNo ?? '',
      ahead: place?.ahead ?? null,
      waitMinutes: place?.waitMinutes ?? null,
      link: linked?.link ?? '',
      isPrinted: kiosk.printId !== '',
    }
  })
}
