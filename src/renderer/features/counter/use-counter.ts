import { useCallback, useEffect, useRef, useState } from 'react'
import { useLive, useNow } from '#renderer/core/hooks.ts'
import { leaveFields } from '#renderer/core/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import { play } from '#renderer/core/sounds.ts'
import { asksForCashier, useCashier } from '#renderer/features/cashiers/index.ts'
import { MEMBER_SEARCH_ID } from '#renderer/features/members/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { useCatalogueChanges } from '#renderer/platform/use-catalogue.ts'
import { AppError } from '#shared/core/errors.ts'
import { racerNameOf } from '#shared/features/members/racer-name.calc.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import { choiceSetters } from './choice-setters.ts'
import { remainingNotice, remainingProblem } from './chosen-vehicle.calc.ts'
import { modeForced, type Notice, peopleFixed } from './counter.calc.ts'
import { deferLookups } from './defer-lookups.ts'
import { draftOf } from './draft.calc.ts'
import { dueOf } from './plan.calc.ts'
import type { RecentStart } from './recent-store.ts'
import { type RuleTile, ruleTiles } from './rule-tiles.calc.ts'
import { type StartKey, startKeys } from './start-modes.calc.ts'
import { plansOf, previewShown } from './start-plans.calc.ts'
import { fullOffer, type Offer, useChoices } from './use-choices.ts'
import { useCounterDialogs } from './use-counter-dialogs.ts'
import { useFoundMember } from './use-found-member.ts'
import { useLeaveConfirmation } from './use-leave-confirmation.ts'
import { useOfflineQueue } from './use-offline-queue.ts'
import { usePendingRides } from './use-pending-rides.ts'
import { useQuote } from './use-quote.ts'
import { useRecent } from './use-recent.ts'
import { useResume } from './use-resume.ts'
import { useRuleUses } from './use-rule-uses.ts'
import { type CounterField, type Starting, useStart } from './use-start.ts'
import { useStartResult } from './use-start-result.ts'
import { useSubmit } from './use-submit.ts'
import { useVehicles } from './use-vehicles.ts'
import { defaultModeOf, pickedVehicle, tileNow } from './vehicle-defaults.calc.ts'

export interface StartProblem {
  error: unknown
  field: CounterField | null
}

/** State and actions of the counter screen; the panels only render it. */
export function useCounter(catalogue: Catalogue | null, offer: Offer = fullOffer) {
  const platform = usePlatform()
  const { t, locale } = useText()
  const { online } = useLive(platform.connection)
  const storesStarts = platform.sync !== null
  /** Offline no run can be ended, so a vehicle shown as in use may be back. */
  const mayStartBusy = !online && storesStarts
  const pendingRides = usePendingRides(online)
  const mayCharge = useMay('consume:add')
  const { refresh, patchVehicle } = useCatalogueChanges()
  const now = useNow(1000)
  const signIn = useSession(({ session }) => session?.signIn)

  const [problem, setProblem] = useState<StartProblem | null>(null)
  const recent = useRecent(online)
  const [notice, showNotice] = useState<Notice | null>(null)
  /** Incremented for each guest; used as a React key to reset the member search. */
  const [guest, setGuest] = useState(0)
  const dialogs = useCounterDialogs()
  const { cashier } = useCashier()
  const searched = useRef('')
  const noteSearch = useCallback((text: string) => {
    searched.current = text
  }, [])
  const start = useRef<Starting>(null)
  const isStarting = () => start.current?.isStarting() ?? false

  const onChange = () => {
    if (isStarting()) return
    start.current?.chosenAnew()
    setProblem(null)
  }
  const choices = useChoices(offer, { isStarting, onChange })
  const { type, people, racer, written, choose, reset } = choices

  const who = useFoundMember({
    onChange,
    nextGuest: () => setGuest((old) => old + 1),
    setProblem,
    setNotice: showNotice,
  })
  const offlineQueue = useOfflineQueue()

  const proposedRacer = (who.member && racerNameOf(who.member)) || t('racer.default')
  const racerShown = racer ?? proposedRacer
  const board = useVehicles({
    catalogue,
    choices,
    people: peopleFixed(type) ? 1 : people,
    now,
    mayStartBusy,
    choose,
  })
  const picked = pickedVehicle(board.vehicle, choices.vehicleId)
  const mode = modeForced(type) ?? choices.ownMode ?? defaultModeOf(picked) ?? choices.mode
  const counted = peopleFixed(type) ? 1 : Math.max(people, board.chosen.length)
  const rules = useRuleUses(catalogue?.rules ?? [], who.member?.id ?? null, online)
  const canQueue = (online || storesStarts) && mayCharge
  const tiles = ruleTiles(rules, { type, mode, people: counted, member: who.member, now, canQueue })
  const rule = tileNow(tiles, { ruleId: choices.ruleId, picked, mode })?.rule ?? null

  const onScreen = {
    catalogue,
    online,
    storesStarts,
    isQueueEntry: offlineQueue.isResumed,
    choices,
    mode,
    people: counted,
    racer: racerShown,
    rule,
    member: who.member,
    vehicles: board.chosen,
    now,
    cashier,
    mayCharge,
  }
  const chargePlan = plansOf({ ...onScreen, quote: null }).planOf('charge')
  const quote = useQuote(chargePlan, { online, turn: who.turn.current })
  const { startModes, planOf, payMode, paymentMethods } = plansOf({ ...onScreen, quote })
  const preview = previewShown(startModes, planOf, quote)

  const resetGuest = useCallback(() => {
    reset()
    offlineQueue.release()
    setProblem(null)
    setGuest((old) => old + 1)
  }, [reset, offlineQueue.release])

  const startOver = useCallback(() => {
    resetGuest()
    who.clear()
    showNotice(null)
  }, [resetGuest, who.clear])

  const fail = useCallback((error: unknown, field: CounterField | null) => {
    play('error')
    setProblem({ error, field })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new sign-in may have other rights
  useEffect(() => setProblem(null), [signIn])

  useLeaveConfirmation(choices.isFilled || who.view.kind !== 'none')

  const reportStart = useStartResult(showNotice)
  const { charge, submit } = useSubmit()
  const starting = useStart({
    planOf,
    queueEntryKey: offlineQueue.resumed?.startId ?? null,
    submit,
    member: who,
    searched,
    onScan,
    discardNext: choices.discardNext,
    nextGuestDropped: () => showNotice({ key: 'counter.swipeAgain' }),
    started(done, plan, isSameGuest) {
      reportStart(plan, done)
      offlineQueue.release()
      choices.advance()
      setProblem(null)
      // The next guest may already be looked up while this start is in progress.
      const isLookedFor = searched.current !== '' || document.activeElement?.id === MEMBER_SEARCH_ID
      if (!isLookedFor) setGuest((old) => old + 1)
      if (isSameGuest) who.clear()
    },
    refused(error, field) {
      // After a refusal the queue entry has a new idempotency key.
      void offlineQueue.refresh()
      if (asksForCashier(error)) dialogs.openCashier(true)
      if (field === 'vehicleId') choose({ vehicleId: null, moreVehicles: [] })
      if (field === 'vehicleId' || field === 'ruleId') refresh()
      if (field === 'ruleId') void queryClient.invalidateQueries({ queryKey: ['playRecords'] })
      fail(error, field)
    },
  })
  start.current = starting

  /** Clears the guest on the screen. A start in progress continues; only the choices for the next guest are discarded. */
  const clear = (): void => (starting.isStarting() ? starting.discardNext() : startOver())

  /** Handles a scan: a queue ticket, a coupon, a member's card, or a pay code, which acts like F5. */
  function onScan(scan: Scan): void {
    const entry = offlineQueue.findScanned(scan)
    const isCoupon = type === 'GROUPCOUPON' ? scan.kind === 'payCode' || scan.kind === 'unknown' : false
    if (entry) resume(entry)
    else if (scan.kind === 'coupon' || isCoupon) {
      play('scan')
      choose({ type: 'GROUPCOUPON', ruleId: type === 'GROUPCOUPON' ? choices.ruleId : null, couponCode: scan.value })
      showNotice({ key: 'counter.couponRead' })
    } else if (scan.kind !== 'payCode') who.hearScan(scan)
    else if (startKeys.some((key) => startModes[key] === 'charge') && planOf('charge').needsPayCode)
      starting.start('charge', performance.now(), scan.value)
    else {
      play('error')
      showNotice({ key: 'counter.payCodeNotNow' })
    }
  }

  /** Copies the choices of an earlier start except the vehicle. Nothing is started until a start key is pressed. */
  const repeat = ({ again }: RecentStart) => {
    if (starting.isBusy()) return
    const { memberId, ...chosen } = again
    resetGuest()
    choose(chosen)
    leaveFields()
    if (memberId === '') who.clear()
    else void who.find({ id: memberId })
  }

  const resume = useResume({
    guest,
    offlineQueue,
    choices,
    who,
    starting,
    searched,
    showNotice,
    fail,
    reset: resetGuest,
  })

  /** Chooses a rule, or shows why it cannot be chosen. */
  const pickTile = ({ rule, refusal: bar }: RuleTile) => {
    if (bar) fail(new AppError(bar.code, bar.details), 'ruleId')
    else choose({ type: rule.consumeTypeRole, ruleId: rule.id })
  }

  return {
    locale,
    now,
    online,
    mayStartBusy,
    /** Number of pending rides; null while offline. */
    pendingCount: online ? (pendingRides.data?.total ?? null) : null,
    who: deferLookups(who, starting),
    guest,
    noteSearch,
    types: offer.types,
    type,
    tiles,
    rule,
    people: counted,
    peopleFixed: peopleFixed(type),
    mostPeople: board.mostPeople,
    racer: written.racer ?? proposedRacer,
    remark: written.remark,
    mode,
    modeForced: modeForced(type) !== null,
    payMode,
    paymentMethods,
    /** What a walk-in pays at the counter, in minor units. */
    due: dueOf(rule, counted),
    couponCode: written.couponCode,
    quote,
    vehicles: board.vehicles,
    chosenVehicles: board.chosen,
    takesSeveral: board.isSeveral,
    startModes,
    planOf,
    preview,
    problem: remainingProblem(problem, board.chosen.length > 0),
    ...dialogs,
    stage: starting.stage,
    startMode: starting.startMode,
    passwordRequest: starting.passwordRequest,
    givePassword: starting.givePassword,
    refusePassword: starting.refusePassword,
    photographing: starting.photographing,
    paying: starting.paying,
    charge,
    paid: starting.paid,
    leavePayment: starting.leavePayment,
    recent,
    notice: remainingNotice(notice, board.chosen.length > 0),
    draft: draftOf({ choices, who, choose, showNotice, isQueueEntry: offlineQueue.isResumed }),
    press: (key: StartKey, pressedAt: number) => {
      const startMode = startModes[key]
      const lack = offlineQueue.lackOf(who.member?.id ?? '')
      if (lack) fail(lack, null)
      else if (startMode) starting.start(startMode, pressedAt)
      else play('error')
    },
    queueEntries: offlineQueue.all,
    resumedEntry: offlineQueue.resumed,
    resume,
    repeat,
    clear,
    startOver,
    showNotice,
    fail,
    refresh,
    patchVehicle,
    onScan: starting.onScan,
    ...choiceSetters(choices, { people: counted, most: Math.max(board.mostPeople, people), isStarting }),
    pickTile,
    chooseDigit: (digit: number) => {
      const tile = tiles.find((one) => one.digit === digit)
      if (tile) pickTile(tile)
    },
    chooseVehicle: board.pick,
    addVehicle: board.addOne,
    step: board.step,
  }
}

export type Counter = ReturnType<typeof useCounter>
