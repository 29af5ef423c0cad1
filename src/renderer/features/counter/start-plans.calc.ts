import { paymentMethodsOf } from '#renderer/core/payment-methods.calc.ts'
import type { ChosenCashier } from '#renderer/features/cashiers/index.ts'
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
import { vehicleTile } from './counter.calc.ts'
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
import { refusalFor } from './rule-tiles.calc.ts'
import { type StartMode, type StartModes, startModesOf } from './start-modes.calc.ts'
import type { Choices } from './use-choices.ts'

/** What a store must have bought to let guests play first (spec §6). */
const XWHF = 'XWHF'

interface PlanInput {
  catalogue: Catalogue | null
  online: boolean
  storesStarts: boolean
  /** The guest on the screen was lined up here without the server. */
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
  /** What the server says of this very charge; null while it is asked, and where it cannot be. */
  quote: ChargeQuote | null
}

/** What each key would do with what stands on the screen, and what it would take. */
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
  // Nobody can be asked about a pay code.
  const payMode = payModeOf(rule, isAlone ? 'unline' : choices.payMode, paymentMethods)
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
    received: payMode === 'unline' && dueOf(rule, people) > 0 ? choices.received : null,
    couponCode: choices.couponCode,
    cashier: on.cashier,
  }
  const [vehicle = null] = on.vehicles
  const hasCoupon = choices.couponCode !== ''
  const order = store?.chargeOrder ?? 'paidFirst'
  const vehicleCount = Math.max(1, on.vehicles.length)
  /** By the server's word as soon as it is there, and until then by the same calculation with what is known here. */
  const foreseenOf = (way: StartMode) => {
    if (!rule) return null
    const told = on.quote && (way === 'charge' || way === 'lineup') ? previewFromQuote(on.quote) : null
    return told ?? previewCharge(rule, { people, vehicles: vehicleCount, order, payMode }, member, on.now)
  }
  const planOf = (way: StartMode): Plan => {
    const foreseen = foreseenOf(way)
    return {
      startMode: way,
      foreseen,
      chosen,
      rule,
      vehicles: on.vehicles,
      offlinePay: way === 'sell' ? pays : null,
      member,
      lack: lackOfCharge({ startMode: way, rule, member, online: on.online, mayCharge, hasCoupon }),
      needsPassword: on.online && passwordNeeded(way, rule, people, member),
      // Without the server a start has no photograph, and the server writes that down.
      needsPhoto: on.online && rule?.gatherFace === 'YES',
      photo: null,
      needsPayCode: payCodeNeeded(way, rule, people, payMode),
      preview: previewOf({
        startMode: way,
        rule,
        refusal: rule && refusalFor(way, rule, member, on.isQueueEntry),
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
  return { startModes: startModes, planOf, payMode, paymentMethods: paymentMethods }
}

/**
 * What the bottom line says: what F5 does, in the server's own words where it would refuse; and what else would work where all that
 * F5 wants is a member or a vehicle.
 */
export function previewShown(ways: StartModes, planOf: (way: StartMode) => Plan, quote: ChargeQuote | null): Preview {
  const { startMode: way, preview: view, lack } = planOf(ways.F5 ?? 'charge')
  const wantsVehicle = view.lines[0]?.key.startsWith('counter.will.noVehicle')
  const other = lack?.code === 'counter.memberFirst' ? ways.F4 : wantsVehicle ? ways.F6 : null
  if (other && other !== way) {
    const { tone, lines } = planOf(other).preview
    if (tone !== 'blocked') return { tone, lines: [...view.lines, ...lines] }
  }
  if (way !== 'charge' || view.tone !== 'ready' || !quote?.refusal) return view
  return { tone: 'warning', lines: [{ key: 'counter.will.refused', values: { reason: quote.refusal.message } }] }
}
