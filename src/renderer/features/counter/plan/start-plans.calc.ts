import { paymentMethodsOf } from '#renderer/core/payment-methods.calc.ts'
import type { ChosenCashier } from '#renderer/features/cashiers/index.ts'
import type { Choices } from '#renderer/features/counter/choices/choices.calc.ts'
import { vehicleTile } from '#renderer/features/counter/choices/counter.calc.ts'
import { refusalFor } from '#renderer/features/counter/choices/rule-tiles.calc.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { missingAgreement } from '#shared/features/agreements/agreement.calc.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { standingRefusal } from '#shared/features/members/standing.calc.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { ChargeQuote } from '#shared/features/sessions/charge.schema.ts'
import { previewCharge, previewFromQuote } from '#shared/features/sessions/charge-preview.calc.ts'
import { offlinePayOf } from '#shared/features/sessions/offline-payment.calc.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import {
  type Chosen,
  dueOf,
  lackOfCharge,
  type Plan,
  type Preview,
  passwordNeeded,
  payCodeNeeded,
  payModeOf,
} from './plan.calc.ts'
import { previewOf } from './preview.calc.ts'
import { type StartMode, type StartModes, startModesOf } from './start-modes.calc.ts'

/** The app that a store must have to let guests play first (spec §6). */
const XWHF = 'XWHF'

interface PlanInput {
  catalogue: Catalogue | null
  online: boolean
  storesStarts: boolean
  /** Whether the guest on the screen is a resumed entry of the offline queue. */
  isQueueEntry: boolean
  choices: Choices
  mode: RunMode
  people: number
  racer: string
  rule: OfferedRule | null
  member: Member | null
  vehicles: readonly Vehicle[]
  now: number
  cashier: ChosenCashier | null
  mayCharge: boolean
  /** The server's quote for this charge; null while it is pending or unavailable. */
  quote: ChargeQuote | null
}

/** Returns the start modes of the keys, and a function that makes the plan for a start mode. */
export function plansOf(on: PlanInput) {
  const store = on.catalogue?.store
  const { rule, member, choices, people, mayCharge } = on
  const isAlone = !on.online && on.storesStarts
  const pays = isAlone && store && rule ? offlinePayOf(rule, people, member, store) : null
  const startModes: StartModes = startModesOf({
    canPlayFirst: store?.apps.includes(XWHF) ?? false,
    isSwapped: store?.swapStartKeys === 'YES',
    online: on.online,
    mayCharge,
    canSellOffline: pays !== null,
    canQueueOffline: on.storesStarts && !on.isQueueEntry,
  })
  const paymentMethods = paymentMethodsOf(store)
  // Pay codes need the server.
  const payMode = payModeOf(rule, isAlone ? 'cash' : choices.payMode, paymentMethods)
  const chosen: Chosen = {
    type: choices.type,
    mode: on.mode,
    ruleId: rule?.id ?? '',
    racer: on.racer,
    remark: choices.remark,
    userId: member?.id ?? '',
    people,
    vehicleIds: on.vehicles.map(({ id }) => id),
    arePicked: choices.vehicleId !== null,
    payMode,
    received: payMode === 'cash' && dueOf(rule, people) > 0 ? choices.received : null,
    couponCode: choices.couponCode,
    cashier: on.cashier,
  }
  const [vehicle = null] = on.vehicles
  const hasCoupon = choices.couponCode !== ''
  const order = store?.chargeOrder ?? 'paidFirst'
  const vehicleCount = Math.max(1, on.vehicles.length)
  /** Uses the server's quote once it is there, and the same calculation on local data until then. */
  const foreseenOf = (startMode: StartMode) => {
    if (!rule) return null
    const quoted = on.quote && (startMode === 'charge' || startMode === 'lineup') ? previewFromQuote(on.quote) : null
    return quoted ?? previewCharge(rule, { people, vehicles: vehicleCount, order, payMode }, member, on.now)
  }
  const planOf = (startMode: StartMode): Plan => {
    const foreseen = foreseenOf(startMode)
    return {
      startMode,
      foreseen,
      chosen,
      rule,
      vehicles: on.vehicles,
      offlinePay: startMode === 'sell' ? pays : null,
      member,
      lack: lackOfCharge({ startMode, rule, member, online: on.online, mayCharge, hasCoupon }),
      needsPassword: on.online && passwordNeeded(startMode, rule, people, member),
      // An offline start has no photograph; the server records that.
      needsPhoto: on.online && rule?.gatherFace === 'YES',
      photo: null,
      needsPayCode: payCodeNeeded(startMode, rule, people, payMode),
      preview: previewOf({
        startMode,
        rule,
        refusal: rule && refusalFor(startMode, rule, member, on.isQueueEntry),
        member,
        standing: member && standingRefusal(member, on.now),
        people,
        mode: on.mode,
        vehicle,
        vehicleCount,
        foreseen,
        payMode,
        hasCoupon,
        mayCharge,
        isVehicleBusy: vehicle !== null && vehicleTile(vehicle, on.now).state !== 'idle',
        online: on.online,
        lacksCashier: on.cashier === null && store?.cashierRequired === 'YES',
        storesStarts: on.storesStarts,
        agreement: store ? missingAgreement(store, member, rule) : 'none',
        pendingCount: store?.openHung ?? 0,
        pendingLimit: store?.hungOrderLimit ?? Number.POSITIVE_INFINITY,
        openTrials: store?.openTrials ?? 0,
        trialLimit: store?.trialLimit ?? -1,
      }),
    }
  }
  return { startModes, planOf, payMode, paymentMethods }
}

/**
 * Returns the preview in the bottom line: that of F5, with the server's reason where the quote is refused. Where F5 lacks
 * only a member or a vehicle, it also shows what F4 or F6 would do.
 */
export function previewShown(
  startModes: StartModes,
  planOf: (startMode: StartMode) => Plan,
  quote: ChargeQuote | null,
): Preview {
  const { startMode, preview, lack } = planOf(startModes.F5 ?? 'charge')
  const wantsVehicle = preview.lines[0]?.key.startsWith('counter.will.noVehicle')
  const other = lack?.code === 'counter.memberFirst' ? startModes.F4 : wantsVehicle ? startModes.F6 : null
  if (other && other !== startMode) {
    const { tone, lines } = planOf(other).preview
    if (tone !== 'blocked') return { tone, lines: [...preview.lines, ...lines] }
  }
  if (startMode !== 'charge' || preview.tone !== 'ready' || !quote?.refusal) return preview
  return { tone: 'warning', lines: [{ key: 'counter.will.refused', values: { reason: quote.refusal.message } }] }
}
