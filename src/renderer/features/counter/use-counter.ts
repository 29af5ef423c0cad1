import { useEffect } from 'react'
import { useLive, useNow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import { useCashier } from '#renderer/features/cashiers/index.ts'
import { fullOffer, isFilled, type Offer } from '#renderer/features/counter/choices/choices.calc.ts'
import { remainingNotice, remainingProblem } from '#renderer/features/counter/choices/chosen-vehicle.calc.ts'
import { modeForced, peopleFixed, storesOf } from '#renderer/features/counter/choices/counter.calc.ts'
import { useRuleUses } from '#renderer/features/counter/choices/use-rule-uses.ts'
import { isBeingCharged, isFoundBySwipe, memberOf } from '#renderer/features/counter/machine/counter.state.ts'
import { guestView, mayStartBusy, plansView } from '#renderer/features/counter/machine/counter.view.ts'
import { draftOf } from '#renderer/features/counter/machine/draft.calc.ts'
import { openSaleOf } from '#renderer/features/counter/machine/unanswered.calc.ts'
import { useCounterEffects } from '#renderer/features/counter/machine/use-counter-effects.ts'
import { useCounterMachine } from '#renderer/features/counter/machine/use-counter-machine.ts'
import { useQuote } from '#renderer/features/counter/plan/use-quote.ts'
import { useSubmit } from '#renderer/features/counter/plan/use-submit.ts'
import { useOfflineQueue } from '#renderer/features/counter/queue/use-offline-queue.ts'
import { usePendingRides } from '#renderer/features/counter/starts/use-pending-rides.ts'
import { useRecent } from '#renderer/features/counter/starts/use-recent.ts'
import { useStoppedVehicles } from '#renderer/features/gateway/index.ts'
import { useOffered } from '#renderer/features/products/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { useCatalogueChanges } from '#renderer/platform/use-catalogue.ts'
import { newId } from '#shared/core/id.ts'
import { useCounterDialogs } from './use-counter-dialogs.ts'
import { useLeaveConfirmation } from './use-leave-confirmation.ts'

/** State and actions of the counter screen; the panels only render it. */
export function useCounter(catalogue: Catalogue | null, offer: Offer = fullOffer) {
  const platform = usePlatform()
  const { t, locale } = useText()
  const { online } = useLive(platform.connection)
  const { state, dispatch, surround, who, actions } = useCounterMachine(offer)
  const { choices, ahead, stage, member } = state
  const dialogs = useCounterDialogs()
  const offlineQueue = useOfflineQueue()
  const pendingRides = usePendingRides(online)
  const recent = useRecent(online)
  const { charge, submit } = useSubmit()
  const { refresh, patchVehicle } = useCatalogueChanges()

  const [storeCode = catalogue?.store.orgCode] = storesOf(catalogue)
  const offered = useOffered(storeCode, online)
  const known = {
    offer,
    catalogue,
    online,
    storesStarts: platform.sync !== null,
    mayCharge: useMay('consume:add'),
    cashier: useCashier().cashier,
    now: useNow(1000),
    stopped: useStoppedVehicles(online),
    uses: useRuleUses(catalogue?.rules ?? [], memberOf(state)?.id ?? null, online),
    quote: null,
    queueEntries: offlineQueue.entries,
    defaultRacer: t('racer.default'),
    products: offered.products,
  }
  const guest = guestView(state, known)
  const answer = useQuote(guest.chargePlan, {
    online,
    lookup: state.lookup,
    isBeingCharged: isBeingCharged(stage),
  })
  const { startModes, planOf, payMode, offeredTenders, paymentMethods, due, preview, quote } = plansView(
    guest,
    state.lookup,
    answer,
  )
  const perform = useCounterEffects({
    submit,
    refreshQueue: offlineQueue.refresh,
    openCashier: dialogs.openCashier,
  })
  surround({ data: { ...known, quote: answer }, perform })

  const signIn = useSession(({ session }) => session?.signIn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new sign-in may have other rights
  useEffect(() => dispatch({ kind: 'signedIn' }), [signIn])
  useLeaveConfirmation(isFilled(choices, offer) || member.kind !== 'none')

  const { board, rule, people } = guest
  const hasVehicle = board.chosen.length > 0
  // What the input fields show, including input that is already for the next guest.
  const { racer, remark, couponCode, cart, discount } = { ...choices, ...ahead }
  const photographed = stage.kind === 'awaitsPhoto' ? stage.plan : null
  return {
    ...actions,
    ...dialogs,
    locale,
    now: known.now,
    online,
    mayStartBusy: mayStartBusy(known),
    /** Number of pending rides; null while offline. */
    pendingCount: online ? (pendingRides.data?.total ?? null) : null,
    who: { ...who, view: member, member: memberOf(state) },
    isFoundBySwipe: isFoundBySwipe(state),
    guest: state.guest,
    types: offer.types,
    type: choices.type,
    tiles: guest.tiles,
    rule,
    pickedRuleId: choices.ruleId,
    people,
    peopleFixed: peopleFixed(choices.type),
    mostPeople: board.mostPeople,
    racer: racer ?? guest.proposedRacer,
    remark,
    mode: guest.mode,
    modeForced: modeForced(choices.type) !== null,
    payMode,
    offeredTenders,
    paymentMethods,
    /** What the guest pays at the counter, in minor units. */
    due,
    received: choices.received,
    couponCode,
    cart,
    /** The products of the store, and why they are not known. */
    offered,
    saleKey: state.saleKey,
    /** The sale of this cart that has no answer; only it may be repeated. */
    unansweredSale: openSaleOf(state),
    /** The coupon that takes something off the price, and how much, in minor units; 0 where it is not for the rule. */
    discount,
    couponOff: rule?.off ?? 0,
    quote,
    vehicles: board.vehicles,
    chosenVehicles: board.chosen,
    takesSeveral: board.isSeveral,
    startModes,
    planOf,
    preview,
    problem: remainingProblem(state.problem, hasVehicle),
    notice: remainingNotice(state.notice, hasVehicle),
    stage: stage.kind,
    /** The start mode in progress, or the last one. */
    startMode: state.startMode,
    passwordRequest: stage.kind === 'awaitsPassword' || stage.kind === 'starting' ? stage.request : null,
    /** The pending photograph: the racer, and callbacks that continue or cancel the start. */
    photographing: photographed && {
      racer: photographed.chosen.racer,
      give: actions.givePhoto,
      refuse: actions.cancelStart,
    },
    paying: state.paying,
    redeeming: state.redeeming,
    charge,
    recent,
    draft: draftOf(state, offer),
    queueEntries: offlineQueue.shown,
    resumedEntry: guest.resumed,
    /** The id of the order for a pay code. An entry of the queue has its own; throws `line.*` where it cannot start. */
    newOrderId(): string {
      if (guest.lackOfEntry) throw guest.lackOfEntry
      return guest.resumed?.startId ?? newId()
    },
    refresh,
    patchVehicle,
  }
}

export type Counter = ReturnType<typeof useCounter>
