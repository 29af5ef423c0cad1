import { useCallback, useEffect, useRef, useState } from 'react'
import { useLive, useNow } from '#renderer/core/hooks.ts'
import { leaveFields } from '#renderer/core/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { play } from '#renderer/core/sounds.ts'
import { isBeingTyped } from '#renderer/core/typing.ts'
import { asksForCashier, useCashier } from '#renderer/features/cashiers/index.ts'
import { useMember } from '#renderer/features/members/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { useCatalogueChanges } from '#renderer/platform/use-catalogue.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatAmount, formatMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { agreementLack } from '#shared/features/agreements/agreement.calc.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import {
  asksPassword,
  chargeOf,
  chosenVehicle,
  modeForced,
  peopleAllowed,
  peopleFixed,
  type Said,
  stepVehicle,
  vehicleTile,
} from './counter.calc.ts'
import { outlook } from './outlook.calc.ts'
import { type RecentStart, rememberStart } from './recent-store.ts'
import { type RuleTile, refusalOf, ruleTiles } from './rule-tiles.calc.ts'
import { useBackAsk } from './use-back-ask.ts'
import { useChoices } from './use-choices.ts'
import { useHung } from './use-hung.ts'
import { useRecent } from './use-recent.ts'
import { useRuleUses } from './use-rule-uses.ts'
import { type CounterField, useStart } from './use-start.ts'

export interface StartProblem {
  error: unknown
  field: CounterField | null
}

/** All that the counter screen knows and does; the panels only show it. */
export function useCounter(catalogue: Catalogue | null) {
  const platform = usePlatform()
  const { t, locale } = useText()
  const { online } = useLive(platform.connection)
  const keepsStarts = platform.sync !== null
  /** Without the server nobody can end a run, so that a vehicle which is shown in use may be back. */
  const mayStartBusy = !online && keepsStarts
  const hung = useHung(online)
  const { refresh, patchVehicle } = useCatalogueChanges()
  const now = useNow(1000)
  const signIn = useSession(({ session }) => session?.signIn)

  const [problem, setProblem] = useState<StartProblem | null>(null)
  const recent = useRecent(online)
  const [said, say] = useState<Said | null>(null)
  /** Counts the guests, so that what belonged to the last one is gone with them. */
  const [guest, setGuest] = useState(0)
  const [isCashierOpen, openCashier] = useState(false)
  const { cashier } = useCashier()
  const searched = useRef('')
  const noteSearch = useCallback((text: string) => {
    searched.current = text
  }, [])
  const anew = useRef(() => {})

  const touched = () => {
    anew.current()
    setProblem(null)
  }
  const choices = useChoices(touched)
  const { type, people, racer, remark, choose, reset } = choices

  const who = useMember(
    ({ member }) => {
      play('scan')
      // A field that keeps the focus would take the digit that chooses the rule; but nothing is taken from under a hand.
      if (!isBeingTyped()) {
        leaveFields()
        setGuest((old) => old + 1)
      }
      touched()
      if (!member) return
      const values = { name: member.realname || member.nickname, amount: formatAmount(member.availableBalance) }
      say({ key: 'counter.member.found', values })
    },
    () => play('error'),
  )

  const mode = modeForced(type) ?? choices.mode
  const counted = peopleFixed(type) ? 1 : people
  const rules = useRuleUses(catalogue?.rules ?? [], who.member?.id ?? null, online)
  const tiles = ruleTiles(rules, { type, mode, people: counted, member: who.member })
  const fitting = tiles.filter((tile) => tile.reason === null)
  const onlyRule = fitting.length === 1 ? fitting[0] : undefined
  const rule = (tiles.find((tile) => tile.rule.id === choices.ruleId) ?? onlyRule)?.rule ?? null
  const vehicles = catalogue?.vehicles.filter((one) => one.state !== 'scrapped') ?? []
  const vehicle = chosenVehicle(vehicles, choices.vehicleId, now, !mayStartBusy, counted)
  const mostPeople = peopleAllowed(vehicles, choices.vehicleId, now)
  const racerShown = racer ?? t('racer.default')

  const view = outlook({
    rule,
    refusal: rule && refusalOf(rule, who.member),
    member: who.member,
    people: counted,
    mode,
    vehicle,
    isVehicleBusy: vehicle !== null && vehicleTile(vehicle, now).state !== 'idle',
    online,
    lacksCashier: cashier === null && catalogue?.store.cashierRequired === 'YES',
    keepsStarts,
    agreement: catalogue ? agreementLack(catalogue.store, who.member) : 'none',
    chargeOrder: catalogue?.store.chargeOrder ?? 'paidFirst',
    openHung: catalogue?.store.openHung ?? 0,
    hungLimit: catalogue?.store.hungOrderLimit ?? Number.POSITIVE_INFINITY,
    openTrials: catalogue?.store.openTrials ?? 0,
    trialLimit: catalogue?.store.trialLimit ?? -1,
  })

  const readyForNext = useCallback(() => {
    reset()
    setProblem(null)
    setGuest((old) => old + 1)
  }, [reset])

  const clear = useCallback(() => {
    readyForNext()
    who.clear()
    say(null)
  }, [readyForNext, who.clear])

  const fail = useCallback((error: unknown, field: CounterField | null) => {
    play('error')
    setProblem({ error, field })
  }, [])

  const hasMember = who.member !== null
  useEffect(() => {
    if (hasMember) return
    // What was about the member is gone with the member.
    say((old) => (old?.key === 'counter.member.found' ? null : old))
    setProblem(null)
  }, [hasMember])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the last sign-in could not do, this one can
  useEffect(() => setProblem(null), [signIn])

  useBackAsk(choices.isFilled || who.view.kind !== 'none')

  const starting = useStart({
    fields: {
      consumeVehicleMode: mode,
      roleId: rule?.id ?? '',
      cheshou: racerShown,
      vehicleId: vehicle?.id ?? '',
      remark,
      userId: who.member?.id ?? '',
      people: counted,
      departuserId: cashier?.id ?? null,
    },
    rule,
    vehicle,
    outlook: view,
    needsPassword: online && rule !== null && asksPassword(rule, counted, who.member),
    member: who,
    searched,
    hearScan: who.hearScan,
    missedScan: () => say({ key: 'counter.swipeAgain' }),
    started(outcome, fields, isSameGuest) {
      const again = { type, ruleId: fields.roleId, people: fields.people, racer, memberId: fields.userId }
      const price = rule ? chargeOf(rule, fields.people).price : 0
      rememberStart({
        outcome,
        racer: fields.cheshou,
        ruleName: rule?.consumeRoleName ?? '',
        memberName: who.member?.realname || who.member?.nickname || '',
        price: price > 0 ? formatMinor(price) : '',
        again,
      })
      const minutes = fields.consumeVehicleMode === 'timermode' ? (rule?.duration ?? 0) : 0
      const began = new Date(outcome.startedAt)
      patchVehicle(fields.vehicleId, {
        state: 'inUse',
        racer: fields.cheshou,
        startedAt: toWireTime(began),
        endsAt: minutes > 0 ? toWireTime(new Date(began.getTime() + minutes * 60_000)) : null,
      })
      void queryClient.invalidateQueries({ queryKey: ['playRecords'] })
      readyForNext()
      leaveFields()
      // The next guest may have been looked up while this start was on its way.
      if (isSameGuest) who.clear()
      const values = { ticket: outcome.ticketNo, vehicle: outcome.vehicleName }
      say({ key: outcome.state === 'online' ? 'counter.done' : 'counter.doneOffline', values })
    },
    refused(error, field) {
      if (asksForCashier(error)) openCashier(true)
      if (field === 'vehicleId') choose({ vehicleId: null })
      if (field === 'vehicleId' || field === 'roleId') refresh()
      if (field === 'roleId') void queryClient.invalidateQueries({ queryKey: ['playRecords'] })
      fail(error, field)
    },
  })
  anew.current = starting.chosenAnew

  /** Takes over everything of an earlier start but the vehicle; what it will do is shown before it is confirmed. */
  const repeat = ({ again }: RecentStart) => {
    if (starting.isBusy()) return
    const { memberId, ...chosen } = again
    readyForNext()
    choose(chosen)
    leaveFields()
    if (memberId === '') who.clear()
    else void who.find({ id: memberId })
  }

  /** Chooses a rule, or says why it cannot be chosen. */
  const pickTile = ({ rule, bar }: RuleTile) => {
    if (bar) fail(new AppError(bar.code, bar.details), 'roleId')
    else choose({ ruleId: rule.id })
  }

  return {
    locale,
    now,
    online,
    mayStartBusy,
    hung: hung.data?.total ?? null,
    who,
    guest,
    noteSearch,
    type,
    tiles,
    rule,
    people: counted,
    peopleFixed: peopleFixed(type),
    mostPeople,
    racer: racerShown,
    remark,
    mode,
    modeForced: modeForced(type) !== null,
    vehicles,
    vehicle,
    view,
    problem,
    isCashierOpen,
    openCashier,
    stage: starting.stage,
    asked: starting.asked,
    givePassword: starting.givePassword,
    refusePassword: starting.refusePassword,
    recent,
    said,
    start: starting.start,
    repeat,
    clear,
    say,
    fail,
    refresh,
    patchVehicle,
    hearScan: starting.hearScan,
    chooseType: (next: ConsumeType) => choose({ type: next, ruleId: null }),
    pickedRuleId: choices.ruleId,
    chooseRule: (ruleId: string | null) => choose({ ruleId }),
    pickTile,
    chooseDigit: (digit: number) => {
      const tile = tiles.find((one) => one.digit === digit)
      if (tile) pickTile(tile)
    },
    // One more is never fewer, where a vehicle was chosen since that seats less.
    setPeople: (next: number) => choose({ people: Math.min(Math.max(mostPeople, people), Math.max(1, next)) }),
    setRacer: (next: string) => choose({ racer: next }),
    setRemark: (next: string) => choose({ remark: next }),
    setMode: choices.chooseMode,
    chooseVehicle: (vehicleId: string) => choose({ vehicleId }),
    step: (arrow: 'left' | 'right' | 'up' | 'down', columns: number) =>
      choose({
        vehicleId: stepVehicle(vehicles, vehicle?.id ?? null, arrow, {
          columns,
          now: Date.now(),
          online: !mayStartBusy,
        }),
      }),
  }
}

export type Counter = ReturnType<typeof useCounter>
