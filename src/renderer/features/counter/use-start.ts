import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { play } from '#renderer/core/sounds.ts'
import type { MemberView } from '#renderer/features/members/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import type { ConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import { checkStart } from '#shared/features/sessions/start.calc.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import type { StartOutcome } from '#shared/ipc/contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import type { Said } from './counter.calc.ts'
import type { Outlook } from './outlook.calc.ts'
import { createPressGuard } from './press-guard.ts'

const counterFields = ['roleId', 'cheshou', 'vehicleId', 'consumeVehicleMode', 'people'] as const
export type CounterField = (typeof counterFields)[number]

const fieldOf = (error: unknown): CounterField | null => {
  if (!(error instanceof AppError)) return null
  if (error.code.startsWith('sessions.vehicle')) return 'vehicleId'
  const { field } = error.details
  return counterFields.find((one) => one === field) ?? null
}

const isAboutPassword = (error: unknown): boolean => error instanceof AppError && error.details.field === 'password'

/** A start that waits for the customer's consumption password, as it stood on the screen. */
export interface AskedPassword {
  fields: StartFields
  /** Of the member. */
  name: string
  /** What the start will do. */
  lines: readonly Said[]
  /** Why the last password was not taken. */
  error: unknown
}

/** What stands on the screen when a start is asked for. */
interface OnScreen {
  fields: StartFields
  rule: ConsumeRule | null
  vehicle: Vehicle | null
  outlook: Outlook
  /** Whether the member must type the consumption password. */
  needsPassword: boolean
  member: { view: MemberView; turn: RefObject<number> }
  /** What stands in the search field: somebody else than the guest on the screen is being looked for. */
  searched: RefObject<string>
  /** `isSameGuest`: nobody else was looked up while the start was on its way. */
  started(outcome: StartOutcome, fields: StartFields, isSameGuest: boolean): void
  refused(error: unknown, field: CounterField | null): void
  hearScan(scan: Scan): void
  /** A card was swiped behind a guest whose start failed: it must never be started with these choices. */
  missedScan(): void
}

/**
 * Starts the guest on the screen, once for each press that is meant. A member who is still being looked up is waited for.
 * A guest's start has one id until something is chosen anew, so that a repeated attempt is the same start everywhere.
 */
export function useStart(screen: OnScreen) {
  const platform = usePlatform()
  const [stage, setStage] = useState<'idle' | 'awaitsMember' | 'awaitsPassword' | 'starting'>('idle')
  const [asked, setAsked] = useState<AskedPassword | null>(null)
  const [guard] = useState(createPressGuard)
  const startId = useRef(newId())
  /** What was sent when no answer came. */
  const unanswered = useRef<{ id: string; fields: StartFields; password: string | undefined } | null>(null)
  const awaitedTurn = useRef(0)
  /** A card that was swiped while a start was on its way. */
  const heldScan = useRef<Scan | null>(null)
  const latest = useRef(screen)
  latest.current = screen

  /** Something was chosen: what is started from now on is another start. */
  const chosenAnew = useCallback(() => {
    startId.current = newId()
    guard.open()
  }, [guard])

  const stop = useCallback(() => {
    setStage('idle')
    setAsked(null)
    guard.fail(performance.now())
    if (heldScan.current) latest.current.missedScan()
    heldScan.current = null
  }, [guard])

  const refuse = useCallback(
    (error: unknown, field: CounterField | null = null) => {
      latest.current.refused(error, field)
      stop()
    },
    [stop],
  )

  const ask = useCallback((fields: StartFields, error: unknown) => {
    const { member, outlook } = latest.current
    const found = member.view.kind === 'found' ? member.view.member : null
    if (error) play('error')
    setAsked({ fields, name: found?.realname || found?.nickname || fields.userId, lines: outlook.lines, error })
    setStage('awaitsPassword')
  }, [])

  const deliver = useCallback(
    async (fields: StartFields, password: string | undefined) => {
      const { member, started } = latest.current
      const id = startId.current
      setStage('starting')
      const turn = member.turn.current
      try {
        const outcome = await platform.start(fields, id, password)
        play('done')
        setAsked(null)
        started(outcome, fields, member.turn.current === turn)
        chosenAnew()
        guard.succeed(performance.now())
        setStage('idle')
        if (heldScan.current) latest.current.hearScan(heldScan.current)
        heldScan.current = null
      } catch (error) {
        // An answer that got lost may have been a yes: the next attempt asks for the same start.
        if (isAnswerLost(error)) unanswered.current = { id, fields, password }
        else if (startId.current === id) startId.current = newId()
        if (isAboutPassword(error)) ask(fields, error)
        else refuse(error, fieldOf(error))
      }
    },
    [platform, guard, chosenAnew, refuse, ask],
  )

  const send = useCallback(() => {
    const { rule, vehicle, searched, fields, needsPassword } = latest.current
    if (searched.current !== '') return refuse(new AppError('counter.searchOpen'))
    const before = unanswered.current
    // The vehicle of a start whose answer got lost may be shown as taken by now: by that very start.
    if (before?.id === startId.current) return void deliver(before.fields, before.password)
    const wrong = checkStart(fields, rule, vehicle ?? undefined)
    if (wrong) return refuse(new AppError(wrong.code, wrong.details), wrong.details.field)
    if (needsPassword) ask(fields, null)
    else void deliver(fields, undefined)
  }, [deliver, ask, refuse])

  const start = (pressedAt: number): void => {
    if (!guard.take(pressedAt)) return
    const { view, turn } = screen.member
    if (view.kind === 'loading') {
      awaitedTurn.current = turn.current
      setStage('awaitsMember')
    } else if (view.kind === 'failed') refuse(new AppError('counter.memberMissing'))
    else if (view.kind === 'choice') refuse(new AppError('counter.memberChoice'))
    else send()
  }

  const { view, turn } = screen.member
  useEffect(() => {
    if (stage !== 'awaitsMember') return
    const isOther = turn.current !== awaitedTurn.current
    if (view.kind === 'loading' && !isOther) return
    if (isOther || view.kind === 'none') return stop()
    if (view.kind !== 'found')
      return refuse(new AppError(view.kind === 'choice' ? 'counter.memberChoice' : 'counter.memberMissing'))
    if (latest.current.outlook.tone === 'ready') return send()
    // The bottom line says by now why this member's start needs a second look.
    play('error')
    stop()
  }, [stage, view, turn, send, stop, refuse])

  return {
    stage,
    start,
    asked,
    /** Goes on with the start as it stood when the password was asked for. */
    givePassword: (password: string) => {
      if (stage === 'awaitsPassword' && asked) void deliver(asked.fields, password)
    },
    refusePassword: stop,
    chosenAnew,
    isBusy: guard.isBusy,
    hearScan: (scan: Scan) => {
      if (guard.isBusy()) heldScan.current = scan
      else screen.hearScan(scan)
    },
  }
}
