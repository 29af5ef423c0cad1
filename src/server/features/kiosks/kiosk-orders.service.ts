import type { CallContext, Deps } from '#server/core/slice.ts'
import { showAgreement } from '#server/features/agreements/index.ts'
import { withGuestLink } from '#server/features/printing/index.ts'
import { queuePositionsOf } from '#server/features/queue/index.ts'
import { rulesOfStore } from '#server/features/rules/index.ts'
import { chargeAtKiosk, quoteCharge } from '#server/features/sessions/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { KioskChargeInput, KioskOffer, KioskPays, KioskTicket } from '#shared/features/kiosks/kiosk.schema.ts'
import { kioskOffers } from '#shared/features/kiosks/kiosk-offers.calc.ts'
import { racerNameOf } from '#shared/features/members/racer-name.calc.ts'
import type { ChargeLine, OrderPayMode } from '#shared/features/sessions/charge.schema.ts'
import { isForOne, isPaidByMember } from '#shared/features/sessions/charge-lines.calc.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { currentKiosk, findKioskOrder, type KioskRow } from './kiosks.repository.ts'
import { openVisit, requireVisitMember } from './visit.service.ts'

/** The payment methods of a kiosk; `none` means that nothing is due. */
const paymentMethods: Record<KioskPays, readonly OrderPayMode[]> = {
  wallet: ['balance'],
  scan: ['scan', 'none'],
  both: ['balance', 'scan', 'none'],
}

/** The lots of a wallet are not shown at a kiosk. */
const withoutLots = (line: ChargeLine): ChargeLine => ({ ...line, lots: [] })

/** The rules that a member, or a guest who pays by scan, can use at a kiosk, with their quotes. Throws `kiosks.visitEnded`. */
export async function offersFor(
  deps: Deps,
  ctx: CallContext,
  { visit, people }: { visit: string; people: number },
): Promise<KioskOffer[]> {
  const userId = visit === '' ? '' : requireVisitMember(deps, ctx.user.id, visit)
  const offered = await ctx.tx(async (trx) => {
    const kiosk = await currentKiosk(trx, ctx)
    return kioskOffers(kiosk.pays, userId !== '', await rulesOfStore(trx, kiosk.orgCode, deps.clock()))
  })
  const agreement = userId === '' ? null : await showAgreement(deps, ctx, userId)
  const isUnsigned = agreement !== null && agreement.text !== null && !agreement.member?.signed
  const offers: KioskOffer[] = []
  for (const { rule, mode } of offered) {
    const quote = await quoteCharge(deps, ctx, {
      sysDepartConsumeRoleId: rule.id,
      usageMode: 'lineup',
      consumePayMode: 'wechat',
      goods: 0,
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

/**
 * Charges a guest and adds the ride to the queue. The same key returns the same result, also after the end of the visit. Throws
 * `kiosks.notOffered`, `kiosks.visitEnded`, and the errors of a charge.
 */
export async function chargeGuest(deps: Deps, ctx: CallContext, input: KioskChargeInput): Promise<KioskTicket> {
  const { visit, ruleId, mode, people, password, payCode } = input
  const { kiosk, rule, member } = await ctx.tx(async (trx) => {
    const opened = await openVisit(deps, ctx, trx, visit)
    const rule = await trx
      .selectFrom('consumeRule')
      .select('consumeType')
      .where('id', '=', ruleId)
      .where('orgCode', '=', opened.kiosk.orgCode)
      .executeTakeFirst()
    return { ...opened, rule }
  })
  if (!rule || isPaidByMember(rule.consumeType) !== (visit !== ''))
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
      racer: (member && racerNameOf(member)) || text(ctx.locale, 'kiosk.guest'),
      printId: kiosk.printId,
      ...(password === '' ? {} : { password }),
      ...(payCode === '' ? {} : { payCode }),
    },
    {
      pays: paymentMethods[kiosk.pays],
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

/** The status of an order with a pending payment. Throws `common.recordNotFound`. */
export function kioskOrderStatus(deps: Deps, ctx: CallContext, orderId: string): Promise<KioskTicket> {
  return ctx.tx(async (trx) => {
    const kiosk: KioskRow = await currentKiosk(trx, ctx)
    const order = await findKioskOrder(trx, kiosk, orderId)
    const [entry] = await queuePositionsOf(trx, kiosk.orgCode, { consumeId: order.id }, deps.clock())
    const linked = entry?.guestKey
      ? withGuestLink<{ orderId: string; guestKey?: string; link?: string }>(deps, {
          orderId: entry.playId,
          guestKey: entry.guestKey,
        })
      : null
    return {
      id: order.id,
      payState: order.state,
      payMode: order.payMode,
      amount: fromMinor(order.amount),
      lines: [],
      ticketNo: entry?.ticketNo ?? '',
      ahead: entry?.ahead ?? null,
      waitMinutes: entry?.waitMinutes ?? null,
      link: linked?.link ?? '',
      isPrinted: kiosk.printId !== '',
    }
  })
}
