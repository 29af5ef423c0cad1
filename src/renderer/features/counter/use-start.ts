import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { leaveFields } from '#renderer/core/hotkeys.ts'
import { play } from '#renderer/core/sounds.ts'
import type { MemberView } from '#renderer/features/members/index.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { checkStart } from '#shared/features/sessions/start.calc.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import { type Plan, type StartPhoto, waitsInQueue } from './plan.calc.ts'
import { createPressGuard } from './press-guard.ts'
import type { StartMode } from './start-modes.calc.ts'
import type { StartResult } from './use-submit.ts'

const counterFields = [
  'ruleId',
  'racer',
  'vehicleId',
  'consumeVehicleMode',
  'people',
  'groupNumber',
  'received',
] as const
export type CounterField = (typeof counterFields)[number]

const fieldOf = (error: unknown): CounterField | null => {
  if (!(error instanceof AppError)) return null
  if (error.code.startsWith('sessions.vehicle')) return 'vehicleId'
  const { field } = error.details
  if (field === 'sysDepartConsumeRoleId') return 'ruleId'
  return counterFields.find((one) => one === field) ?? null
}

const isPasswordError = (error: unknown): boolean => error instanceof AppError && error.details.field === 'password'

type Stage = 'idle' | 'awaitsMember' | 'awaitsPhoto' | 'awaitsPassword' | 'awaitsPayCode' | 'starting'

/** A plan that waits for the customer's consumption password. */
export interface PasswordRequest {
  plan: Plan
  /** Name of the member. */
  name: string
  /** Why the last password was refused; null at first. */
  error: unknown
}

/** A charge that waits for the guest's pay code. */
export interface PayCodeRequest {
  plan: Plan
  /** The code, where it was scanned before the dialog opened; else empty. */
  payCode: string
}

/** The state of the screen and its callbacks. */
interface StartInput {
  planOf(startMode: StartMode): Plan
  /** The idempotency key of the resumed queue entry; null for a new start. */
  queueEntryKey: string | null
  submit(plan: Plan, id: string, password?: string): Promise<StartResult>
  member: { view: MemberView; turn: RefObject<number> }
  /** The text in the member search: another guest is being looked up. */
  searched: RefObject<string>
  /** `isSameGuest`: no other member was looked up during the start. */
  started(done: StartResult, plan: Plan, isSameGuest: boolean): void
  /** Discards the choices for the next guest. */
  discardNext(): void
  refused(error: unknown, field: CounterField | null): void
  onScan(scan: Scan): void
  /** A lookup was deferred behind a start that failed. It is dropped, so that it is not started with these choices. */
  nextGuestDropped(): void
}

/** Checks the fields of a plan as the server would; a queued guest needs no vehicle. */
function lackOf({ startMode, chosen, rule, vehicles }: Plan) {
  const isWaiting = waitsInQueue(startMode) && !chosen.arePicked
  const vehicleId = isWaiting ? 'any' : (chosen.vehicleIds[0] ?? '')
  const { mode: consumeVehicleMode, ruleId, racer, people } = chosen
  const seated = isWaiting || vehicles.length > 1 ? undefined : vehicles[0]
  return checkStart({ consumeVehicleMode, ruleId, racer, vehicleId, people }, rule, seated)
}

/**
 * Charges or starts the guest on the screen, once per deliberate press. It waits for a member lookup in progress. A start
 * keeps its idempotency key until the choices change, so that a repeated attempt is the same start.
 */
export function useStart(screen: StartInput) {
  const [stage, showStage] = useState<Stage>('idle')
  const stageNow = useRef<Stage>('idle')
  const setStage = useCallback((next: Stage) => {
    stageNow.current = next
    showStage(next)
  }, [])
  const [startMode, setStartMode] = useState<StartMode>('charge')
  const [passwordRequest, setPasswordRequest] = useState<PasswordRequest | null>(null)
  const [paying, setPaying] = useState<PayCodeRequest | null>(null)
  /** A plan that waits for the racer's photograph. */
  const [photographing, setPhotographing] = useState<Plan | null>(null)
  const [guard] = useState(createPressGuard)
  const startId = useRef(newId())
  /** The last request without a response. */
  const unanswered = useRef<{ id: string; plan: Plan; password: string | undefined } | null>(null)
  const awaitedLookup = useRef(0)
  /** A scan or lookup made during a start. */
  const deferredLookup = useRef<(() => void) | null>(null)
  const scannedPayCode = useRef('')
  const latest = useRef(screen)
  latest.current = screen
  const currentKey = useCallback(() => latest.current.queueEntryKey ?? startId.current, [])

  /** The choices changed, so the next start has a new key. */
  const renewKey = useCallback(() => {
    startId.current = newId()
    guard.open()
  }, [guard])

  const stop = useCallback(() => {
    setStage('idle')
    setPasswordRequest(null)
    setPaying(null)
    setPhotographing(null)
    guard.fail(performance.now())
    if (deferredLookup.current) latest.current.nextGuestDropped()
    deferredLookup.current = null
  }, [guard, setStage])

  const refuse = useCallback(
    (error: unknown, field: CounterField | null = null) => {
      stop()
      latest.current.refused(error, field)
    },
    [stop],
  )

  const requestPassword = useCallback(
    (plan: Plan, error: unknown) => {
      if (error) play('error')
      const name = plan.member?.realname || plan.member?.nickname || plan.chosen.userId
      setPasswordRequest({ plan, name, error })
      setStage('awaitsPassword')
    },
    [setStage],
  )

  const finish = useCallback(
    (done: StartResult, plan: Plan, turn: number) => {
      const { member, started } = latest.current
      setPasswordRequest(null)
      started(done, plan, member.turn.current === turn)
      renewKey()
      guard.succeed(performance.now())
      setStage('idle')
      deferredLookup.current?.()
      deferredLookup.current = null
    },
    [guard, renewKey, setStage],
  )

  const submit = useCallback(
    async (plan: Plan, password: string | undefined) => {
      const id = currentKey()
      setStage('starting')
      const turn = latest.current.member.turn.current
      try {
        const done = await latest.current.submit(plan, id, password)
        play('done')
        finish(done, plan, turn)
      } catch (error) {
        // The start may have succeeded without a response: the next attempt repeats the same request.
        if (isAnswerLost(error)) unanswered.current = { id, plan, password }
        else if (startId.current === id) startId.current = newId()
        latest.current.discardNext()
        if (isPasswordError(error)) requestPassword(plan, error)
        else refuse(error, fieldOf(error))
      }
    },
    [finish, refuse, requestPassword, setStage, currentKey],
  )

  /** Asks for the password or pay code that the plan needs, or submits it. */
  const proceed = useCallback(
    (plan: Plan) => {
      if (plan.needsPassword) requestPassword(plan, null)
      else if (plan.needsPayCode) {
        setPaying({ plan, payCode: scannedPayCode.current })
        setStage('awaitsPayCode')
      } else void submit(plan, undefined)
    },
    [requestPassword, submit, setStage],
  )

  const send = useCallback(
    (requested: StartMode) => {
      const { planOf, searched } = latest.current
      if (searched.current !== '') return refuse(new AppError('counter.searchOpen'))
      const before = unanswered.current
      // The repeated request uses the old plan: its vehicle may be in use by now, through that very start.
      if (before?.id === currentKey()) {
        if (before.plan.startMode === requested) return void submit(before.plan, before.password)
        return refuse(new AppError('counter.answerOpen'))
      }
      const plan = planOf(requested)
      const wrong = lackOf(plan)
      if (wrong) return refuse(new AppError(wrong.code, wrong.details), wrong.details.field)
      const { lack } = plan
      if (lack) return refuse(new AppError(lack.code), lack.field === 'groupNumber' ? lack.field : null)
      // Fields focused from now on are for the next guest.
      leaveFields()
      if (plan.needsPhoto) {
        setPhotographing(plan)
        setStage('awaitsPhoto')
      } else proceed(plan)
    },
    [submit, proceed, refuse, setStage, currentKey],
  )

  /** Handles a start key pressed at `pressedAt` (ms), or the scan of a guest's `payCode`. */
  const start = (requested: StartMode, pressedAt: number, payCode = ''): void => {
    if (!guard.take(pressedAt)) return
    const { view, turn } = screen.member
    setStartMode(requested)
    scannedPayCode.current = payCode
    if (view.kind === 'loading') {
      awaitedLookup.current = turn.current
      setStage('awaitsMember')
    } else if (view.kind === 'failed') refuse(new AppError('counter.memberMissing'))
    else if (view.kind === 'choice') refuse(new AppError('counter.memberChoice'))
    else send(requested)
  }

  const deferUntilStarted = (bring: () => void): void => {
    if (guard.isBusy()) deferredLookup.current = bring
    else bring()
  }

  const { view, turn } = screen.member
  useEffect(() => {
    if (stage !== 'awaitsMember') return
    const isOther = turn.current !== awaitedLookup.current
    if (view.kind === 'loading' && !isOther) return
    if (isOther || view.kind === 'none') return stop()
    if (view.kind !== 'found')
      return refuse(new AppError(view.kind === 'choice' ? 'counter.memberChoice' : 'counter.memberMissing'))
    if (latest.current.planOf(startMode).preview.tone === 'ready') return send(startMode)
    // The preview now shows why this member's start needs attention.
    play('error')
    stop()
  }, [stage, startMode, view, turn, send, stop, refuse])

  return {
    stage,
    /** The start mode in progress, or the last one. */
    startMode,
    start,
    passwordRequest,
    paying,
    /** Submits the plan that asked for the password. */
    givePassword: (password: string) => {
      if (stage === 'awaitsPassword' && passwordRequest) void submit(passwordRequest.plan, password)
    },
    refusePassword: stop,
    /** The pending photograph: the racer, and callbacks that continue or cancel the plan. */
    photographing: photographing && {
      racer: photographing.chosen.racer,
      give: (photo: StartPhoto) => {
        if (stage !== 'awaitsPhoto') return
        setPhotographing(null)
        proceed({ ...photographing, photo })
      },
      refuse: stop,
    },
    /** The guest has paid by code. The dialog stays open until it is closed. */
    paid: (done: StartResult) => {
      if (paying) finish(done, paying.plan, screen.member.turn.current)
    },
    /** The pay dialog is closed. */
    leavePayment: () => {
      if (stage === 'awaitsPayCode') stop()
      else setPaying(null)
    },
    chosenAnew: renewKey,
    isBusy: guard.isBusy,
    isStarting: () => stageNow.current === 'starting',
    /** Runs a lookup at once, or after the start in progress has succeeded. */
    bringNext: deferUntilStarted,
    discardNext: () => {
      deferredLookup.current = null
      screen.discardNext()
    },
    onScan: (scan: Scan) => deferUntilStarted(() => latest.current.onScan(scan)),
  }
}

export type Starting = Pick<ReturnType<typeof useStart>, 'isStarting' | 'chosenAnew' | 'bringNext'>
