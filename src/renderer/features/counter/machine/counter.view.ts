import type { Offer } from '#renderer/features/counter/choices/choices.calc.ts'
import { modeForced, peopleFixed } from '#renderer/features/counter/choices/counter.calc.ts'
import { ruleWithCoupon } from '#renderer/features/counter/choices/coupon-discount.calc.ts'
import { ruleTiles } from '#renderer/features/counter/choices/rule-tiles.calc.ts'
import { type MemberUses, withMemberUses } from '#renderer/features/counter/choices/rule-uses.calc.ts'
import { vehicleBoard } from '#renderer/features/counter/choices/vehicle-board.calc.ts'
import { defaultModeOf, pickedVehicle, tileNow } from '#renderer/features/counter/choices/vehicle-defaults.calc.ts'
import { type QuoteAnswer, quoteFor } from '#renderer/features/counter/plan/quote.calc.ts'
import { plansOf, previewShown } from '#renderer/features/counter/plan/start-plans.calc.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'
import type { CurrentUser } from '#shared/features/access/access.schema.ts'
import { racerNameOf } from '#shared/features/members/racer-name.calc.ts'
import type { OfferedProduct } from '#shared/features/products/cart.schema.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { CouponedRule } from '#shared/features/sessions/charge-lines.calc.ts'
import type { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'
import { type CounterState, memberOf } from './counter.state.ts'

/** What the counter knows from outside: of the store, the server and the user. */
export interface CounterData {
  offer: Offer
  catalogue: Catalogue | null
  online: boolean
  /** Whether starts are stored in the outbox while offline; a browser has none. */
  storesStarts: boolean
  /** Whether the signed-in user may charge. */
  mayCharge: boolean
  cashier: Pick<CurrentUser, 'id' | 'realname'> | null
  /** The time shown (epoch ms). */
  now: number
  /** The ids of vehicles under an emergency stop. */
  stopped: ReadonlySet<string>
  /** How often the member has used the rules; null while not known. */
  uses: MemberUses | null
  quote: QuoteAnswer | null
  /** The offline queue of this counter and the store's other counters. */
  queueEntries: readonly OfflineQueueEntry[]
  /** The racer's name of a guest without a name. */
  defaultRacer: string
  /** What the store offers for sale; empty for users who may not sell. */
  products: readonly OfferedProduct[]
}

/** Offline no run can be ended, so a vehicle shown as in use may be back. */
export const mayStartBusy = ({ online, storesStarts }: Pick<CounterData, 'online' | 'storesStarts'>): boolean =>
  !online && storesStarts

/** Returns why the resumed entry cannot start (`line.goneMeanwhile`, `line.someoneElse`), or null. */
function lackOfEntry(state: CounterState, resumed: OfflineQueueEntry | null): AppError | null {
  if (state.resumedId === null) return null
  if (!resumed) return new AppError('line.goneMeanwhile')
  const { userId } = resumed.fields
  const memberId = memberOf(state)?.id ?? ''
  if (userId === '' || memberId === '' || memberId === userId) return null
  return new AppError('line.someoneElse', { ticket: resumed.ticketNo })
}

/** What the screen shows for the guest, before the server's quote. */
export function guestView(state: CounterState, data: CounterData) {
  const { choices, resumedId } = state
  const { catalogue, online, storesStarts, mayCharge, now, cashier } = data
  const { type, people } = choices
  const member = memberOf(state)
  const board = vehicleBoard({
    catalogue,
    stopped: data.stopped,
    choices,
    people: peopleFixed(type) ? 1 : people,
    now,
    mayStartBusy: mayStartBusy(data),
  })
  const picked = pickedVehicle(board.vehicle, choices.vehicleId)
  const mode = modeForced(type) ?? choices.ownMode ?? defaultModeOf(picked) ?? state.mode
  const counted = peopleFixed(type) ? 1 : Math.max(people, board.chosen.length)
  const rules = withMemberUses(catalogue?.rules ?? [], member?.id ?? null, data.uses)
  const canQueue = (online || storesStarts) && mayCharge
  const tiles = ruleTiles(rules, { type, mode, people: counted, member, now, canQueue })
  const tileRule = tileNow(tiles, { ruleId: choices.ruleId, picked, mode })?.rule ?? null
  const full = rules.find(({ id }) => id === tileRule?.id)
  const { discount: coupon } = choices
  const rule: (OfferedRule & CouponedRule) | null =
    tileRule && coupon && full ? ruleWithCoupon(tileRule, { coupon, full, member, people: counted }) : tileRule
  const proposedRacer = (member && racerNameOf(member)) || data.defaultRacer
  const resumed = data.queueEntries.find(({ id, at }) => id === resumedId && at === null) ?? null
  const onScreen = {
    catalogue,
    online,
    storesStarts,
    isQueueEntry: resumedId !== null,
    choices,
    mode,
    people: counted,
    racer: choices.racer ?? proposedRacer,
    rule,
    member,
    vehicles: board.chosen,
    now,
    cashier,
    mayCharge,
  }
  return {
    board,
    mode,
    people: counted,
    tiles,
    rule,
    proposedRacer,
    /** The entry of the offline queue on the screen; null where it is gone. */
    resumed,
    lackOfEntry: lackOfEntry(state, resumed),
    /** The idempotency key of the next start. A queue entry has its own. */
    orderKey: resumed?.startId ?? state.orderKey,
    onScreen,
    /** The charge that the server is asked to quote. */
    chargePlan: plansOf({ ...onScreen, quote: null }).planOf('charge'),
  }
}

export type GuestView = ReturnType<typeof guestView>

/** What the start keys would do, and the preview in the bottom line. */
export function plansView({ onScreen, chargePlan }: GuestView, lookup: number, answer: QuoteAnswer | null) {
  const quote = quoteFor(chargePlan, lookup, answer)
  const plans = plansOf({ ...onScreen, quote })
  return {
    ...plans,
    quote,
    preview: previewShown(plans.startModes, plans.planOf, {
      quote,
      cart: onScreen.choices.cart,
      online: onScreen.online,
    }),
  }
}

/** Everything that follows from the state of the counter and the data from outside. */
export function counterView(state: CounterState, data: CounterData) {
  const guest = guestView(state, data)
  return { ...guest, ...plansView(guest, state.lookup, data.quote) }
}

export type CounterView = ReturnType<typeof counterView>
