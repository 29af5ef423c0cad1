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

/** What waits for the customer's consumption password, as it stood on the screen. */
export interface PasswordRequest {
  plan: Plan
  /** Of the member. */
  name: string
  /** Why the last password was not taken. */
  error: unknown
}

/** A charge that waits for the guest's pay code, as it stood on the screen. */
export interface PayCodeRequest {
  plan: Plan
  /** Where the guest's code was scanned before anybody asked. */
  payCode: string
}

/** What stands on the screen when something is asked for. */
interface StartInput {
  planOf(startMode: StartMode): Plan
  /** The key of whoever was lined up without the server; null: what is started has a new one. */
  queueEntryKey: string | null
  submit(plan: Plan, id: string, password?: string): Promise<StartResult>
  member: { view: MemberView; turn: RefObject<number> }
  /** What stands in the search field: somebody else than the guest on the screen is being looked for. */
  searched: RefObject<string>
  /** `isSameGuest`: nobody else was looked up while it was on its way. */
  started(done: StartResult, plan: Plan, isSameGuest: boolean): void
  /** What was chosen for the next guest is given up. */
  discardNext(): void
  refused(error: unknown, field: CounterField | null): void
  onScan(scan: Scan): void
  /** Somebody was swiped or looked up behind a guest whose start failed, and must never be started with these choices. */
  nextGuestDropped(): void
}

/** What the fields of a plan lack, as the server would say it: who waits in line needs no vehicle. */
function lackOf({ startMode, chosen, rule, vehicles }: Plan) {
  const isWaiting = waitsInQueue(startMode) && !chosen.arePicked
  const vehicleId = isWaiting ? 'any' : (chosen.vehicleIds[0] ?? '')
  const { mode: consumeVehicleMode, ruleId, racer, people } = chosen
  const seated = isWaiting || vehicles.length > 1 ? undefined : vehicles[0]
  return checkStart({ consumeVehicleMode, ruleId, racer, vehicleId, people }, rule, seated)
}

/**
 * Charges or starts the guest on the screen, once for each press that is meant. A member who is still being looked up is waited for.
 * What is done with a guest has one id until something is chosen anew, so that a repeated attempt is the same everywhere.
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
  /** What waits for the racer's photograph, as it stood on the screen. */
  const [photographing, setPhotographing] = useState<Plan | null>(null)
  const [guard] = useState(createPressGuard)
  const startId = useRef(newId())
  /** What was sent when no answer came. */
  const unanswered = useRef<{ id: string; plan: Plan; password: string | undefined } | null>(null)
  const awaitedLookup = useRef(0)
  /** Who was swiped or looked up while a start was on its way. */
  const deferredLookup = useRef<(() => void) | null>(null)
  const scannedPayCode = useRef('')
  const latest = useRef(screen)
  latest.current = screen
  const currentKey = useCallback(() => latest.current.queueEntryKey ?? startId.current, [])

  /** Something was chosen: what is started from now on is another start. */
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
        // An answer that got lost may have been a yes: the next attempt asks for the same start.
        if (isAnswerLost(error)) unanswered.current = { id, plan, password }
        else if (startId.current === id) startId.current = newId()
        latest.current.discardNext()
        if (isPasswordError(error)) requestPassword(plan, error)
        else refuse(error, fieldOf(error))
      }
    },
    [finish, refuse, requestPassword, setStage, currentKey],
  )

  /** Asks for what the plan needs of the guest, or does it. */
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
    (wanted: StartMode) => {
      const { planOf, searched } = latest.current
      if (searched.current !== '') return refuse(new AppError('counter.searchOpen'))
      const before = unanswered.current
      // The vehicle of a start whose answer got lost may be shown as taken by now: by that very start.
      if (before?.id === currentKey()) {
        if (before.plan.startMode === wanted) return void submit(before.plan, before.password)
        return refuse(new AppError('counter.answerOpen'))
      }
      const plan = planOf(wanted)
      const wrong = lackOf(plan)
      if (wrong) return refuse(new AppError(wrong.code, wrong.details), wrong.details.field)
      const { lack } = plan
      if (lack) return refuse(new AppError(lack.code), lack.field === 'groupNumber' ? lack.field : null)
      // Whoever goes into a field from now on does so for the next guest, and is not disturbed there.
      leaveFields()
      if (plan.needsPhoto) {
        setPhotographing(plan)
        setStage('awaitsPhoto')
      } else proceed(plan)
    },
    [submit, proceed, refuse, setStage, currentKey],
  )

  /** A key of a start was pressed, or with `payCode` the guest's code was scanned instead. */
  const start = (wanted: StartMode, pressedAt: number, payCode = ''): void => {
    if (!guard.take(pressedAt)) return
    const { view, turn } = screen.member
    setStartMode(wanted)
    scannedPayCode.current = payCode
    if (view.kind === 'loading') {
      awaitedLookup.current = turn.current
      setStage('awaitsMember')
    } else if (view.kind === 'failed') refuse(new AppError('counter.memberMissing'))
    else if (view.kind === 'choice') refuse(new AppError('counter.memberChoice'))
    else send(wanted)
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
    // The bottom line says by now why this member's start needs a second look.
    play('error')
    stop()
  }, [stage, startMode, view, turn, send, stop, refuse])

  return {
    stage,
    /** What is under way, or was last. */
    startMode,
    start,
    passwordRequest,
    paying,
    /** Goes on with the start as it stood when the password was asked for. */
    givePassword: (password: string) => {
      if (stage === 'awaitsPassword' && passwordRequest) void submit(passwordRequest.plan, password)
    },
    refusePassword: stop,
    /** The racer who is photographed, and how the start goes on as it stood when the camera was opened. */
    photographing: photographing && {
      racer: photographing.chosen.racer,
      give: (photo: StartPhoto) => {
        if (stage !== 'awaitsPhoto') return
        setPhotographing(null)
        proceed({ ...photographing, photo })
      },
      refuse: stop,
    },
    /** The guest has paid by code; the dialog goes on saying so until it is closed. */
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
    /** Does at once, or when the start on its way has succeeded, what brings the next guest to the screen. */
    bringNext: deferUntilStarted,
    discardNext: () => {
      deferredLookup.current = null
      screen.discardNext()
    },
    onScan: (scan: Scan) => deferUntilStarted(() => latest.current.onScan(scan)),
  }
}

export type Starting = Pick<ReturnType<typeof useStart>, 'isStarting' | 'chosenAnew' | 'bringNext'>
