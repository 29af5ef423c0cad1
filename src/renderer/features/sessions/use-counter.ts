import { useCallback, useRef, useState } from 'react'
import { useLive, useNow } from '#renderer/core/hooks.ts'
import { leaveFields } from '#renderer/core/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { play } from '#renderer/core/sounds.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatAmount } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { checkStart } from '#shared/features/sessions/start.calc.ts'
import { chosenVehicle, modeForced, peopleFixed, ruleTiles, stepVehicle } from './counter.calc.ts'
import { outlook } from './outlook.calc.ts'
import { rememberStart, useRecentStarts } from './recent-store.ts'
import { useCatalogueChanges } from './use-catalogue.ts'
import { useHung } from './use-hung.ts'
import { useMember } from './use-member.ts'

const MODE_STORED_AS = 'consumeVehicleMode'
const DEFAULT_TYPE: ConsumeType = 'BALANCE'

export type CounterField = 'roleId' | 'cheshou' | 'vehicleId' | 'consumeVehicleMode'

export interface StartProblem {
  error: unknown
  field: CounterField | null
}

const storedMode = (): RunMode => (readStored(MODE_STORED_AS) === 'timermode' ? 'timermode' : 'circlemode')

const fieldOf = (error: unknown): CounterField | null => {
  if (!(error instanceof AppError)) return null
  if (error.code.startsWith('sessions.vehicle')) return 'vehicleId'
  const { field } = error.details
  return field === 'roleId' || field === 'cheshou' || field === 'vehicleId' || field === 'consumeVehicleMode'
    ? field
    : null
}

/** All that the counter screen knows and does; the panels only show it. */
export function useCounter(catalogue: Catalogue | null) {
  const platform = usePlatform()
  const { t, locale } = useText()
  const { online } = useLive(platform.connection)
  const hung = useHung(online)
  const { refresh, patchVehicle } = useCatalogueChanges()
  const now = useNow(1000)

  const [type, setType] = useState<ConsumeType>(DEFAULT_TYPE)
  const [pickedRule, setPickedRule] = useState<string | null>(null)
  const [people, setPeople] = useState(1)
  const [racer, setRacer] = useState<string | null>(null)
  const [remark, setRemark] = useState('')
  const [ownMode, setOwnMode] = useState(storedMode)
  const [pickedVehicle, setPickedVehicle] = useState<string | null>(null)
  const [problem, setProblem] = useState<StartProblem | null>(null)
  const [isStarting, setStarting] = useState(false)
  const recent = useRecentStarts()
  const [said, setSaid] = useState('')
  const isLocked = useRef(false)

  const who = useMember(
    ({ member }) => {
      play('scan')
      // A field that keeps the focus would take the digit that chooses the rule.
      leaveFields()
      setProblem(null)
      if (member)
        setSaid(t('counter.member.found', { name: member.realname, amount: formatAmount(member.availableBalance) }))
    },
    () => play('error'),
  )

  const mode = modeForced(type) ?? ownMode
  const counted = peopleFixed(type) ? 1 : people
  const tiles = ruleTiles(catalogue?.rules ?? [], { type, mode, people: counted, member: who.member })
  const fitting = tiles.filter((tile) => tile.reason === null)
  const onlyRule = fitting.length === 1 ? fitting[0] : undefined
  const rule = (tiles.find((tile) => tile.rule.id === pickedRule) ?? onlyRule)?.rule ?? null
  const vehicles = catalogue?.vehicles.filter((one) => one.state !== 'scrapped') ?? []
  const vehicle = chosenVehicle(vehicles, pickedVehicle, now)
  const racerShown = racer ?? t('racer.default')

  const view = outlook({
    rule,
    member: who.member,
    people: counted,
    mode,
    vehicle,
    online,
    chargeOrder: catalogue?.store.chargeOrder ?? 'paidFirst',
    openHung: catalogue?.store.openHung ?? 0,
    hungLimit: catalogue?.store.hungOrderLimit ?? Number.POSITIVE_INFINITY,
  })

  const readyForNext = useCallback(() => {
    setType(DEFAULT_TYPE)
    setPickedRule(null)
    setPeople(1)
    setRacer(null)
    setRemark('')
    setPickedVehicle(null)
    setProblem(null)
  }, [])

  const clear = useCallback(() => {
    readyForNext()
    who.clear()
    setSaid('')
  }, [readyForNext, who.clear])

  const fail = useCallback((error: unknown, field: CounterField | null) => {
    play('error')
    setProblem({ error, field })
  }, [])

  const start = async () => {
    if (isLocked.current) return
    const fields = {
      consumeVehicleMode: mode,
      roleId: rule?.id ?? '',
      cheshou: racerShown,
      vehicleId: vehicle?.id ?? '',
    }
    const wrong = checkStart(fields, rule)
    if (wrong) return fail(new AppError(wrong.code, wrong.details), wrong.details.field)
    isLocked.current = true
    setStarting(true)
    setProblem(null)
    const guest = who.turn.current
    try {
      const outcome = await platform.start({ ...fields, remark, userId: who.member?.id ?? '', people: counted })
      play('done')
      rememberStart({ outcome, racer: racerShown, ruleName: rule?.consumeRoleName ?? '' })
      const key = outcome.state === 'online' ? 'counter.done' : 'counter.doneOffline'
      const minutes = mode === 'timermode' ? (rule?.duration ?? 0) : 0
      const startedAt = new Date(outcome.startedAt)
      patchVehicle(fields.vehicleId, {
        state: 'inUse',
        racer: racerShown,
        startedAt: toWireTime(startedAt),
        endsAt: minutes > 0 ? toWireTime(new Date(startedAt.getTime() + minutes * 60_000)) : null,
      })
      void queryClient.invalidateQueries({ queryKey: ['playRecords'] })
      readyForNext()
      leaveFields()
      // The next guest may have swiped while this start was on its way.
      if (who.turn.current === guest) who.clear()
      setSaid(t(key, { ticket: outcome.ticketNo, vehicle: outcome.vehicleName }))
    } catch (error) {
      const field = fieldOf(error)
      if (field === 'vehicleId') {
        setPickedVehicle(null)
        refresh()
      }
      fail(error, field)
    } finally {
      isLocked.current = false
      setStarting(false)
    }
  }

  return {
    locale,
    now,
    online,
    hung: hung.data?.total ?? null,
    who,
    type,
    tiles,
    rule,
    people: counted,
    peopleFixed: peopleFixed(type),
    racer: racerShown,
    remark,
    mode,
    modeForced: modeForced(type) !== null,
    vehicles,
    vehicle,
    view,
    problem,
    isStarting,
    recent,
    said,
    start,
    clear,
    say: setSaid,
    fail,
    refresh,
    patchVehicle,
    chooseType: (next: ConsumeType) => {
      setType(next)
      setPickedRule(null)
      setProblem(null)
    },
    chooseRule: (id: string) => {
      setPickedRule(id)
      setProblem(null)
    },
    chooseDigit: (digit: number) => {
      const tile = tiles.find((one) => one.digit === digit)
      if (!tile) return
      setPickedRule(tile.rule.id)
      setProblem(null)
    },
    setPeople: (next: number) => setPeople(Math.min(99, Math.max(1, next))),
    setRacer,
    setRemark,
    setMode: (next: RunMode) => {
      store(MODE_STORED_AS, next)
      setOwnMode(next)
      setProblem(null)
    },
    chooseVehicle: (id: string) => {
      setPickedVehicle(id)
      setProblem(null)
    },
    step: (arrow: 'left' | 'right' | 'up' | 'down', columns: number) =>
      setPickedVehicle(stepVehicle(vehicles, vehicle?.id ?? null, arrow, columns, Date.now())),
  }
}

export type Counter = ReturnType<typeof useCounter>
