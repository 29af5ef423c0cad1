import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { leaveFields } from '#renderer/core/hotkeys.ts'
import { play } from '#renderer/core/sounds.ts'
import type { MemberView } from '#renderer/features/members/index.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { checkStart } from '#shared/features/sessions/start.calc.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import { type PhotoOfStart, type Plan, waitsInLine } from './plan.calc.ts'
import { createPressGuard } from './press-guard.ts'
import type { Done } from './use-delivery.ts'
import type { Way } from './ways.calc.ts'

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

const isAboutPassword = (error: unknown): boolean => error instanceof AppError && error.details.field === 'password'

type Stage = 'idle' | 'awaitsMember' | 'awaitsPhoto' | 'awaitsPassword' | 'awaitsPayCode' | 'starting'

/** What waits for the customer's consumption password, as it stood on the screen. */
export interface AskedPassword {
  plan: Plan
  /** Of the member. */
  name: string
  /** Why the last password was not taken. */
  error: unknown
}

/** A charge that waits for the guest's pay code, as it stood on the screen. */
export interface AskedPayCode {
  plan: Plan
  /** Where the guest's code was scanned before anybody asked. */
  payCode: string
}

/** What stands on the screen when something is asked for. */
interface OnScreen {
  planOf(way: Way): Plan
  /** The key of whoever was lined up without the server; null: what is started has a new one. */
  placeKey: string | null
  deliver(plan: Plan, id: string, password?: string): Promise<Done>
  member: { view: MemberView; turn: RefObject<number> }
  /** What stands in the search field: somebody else than the guest on the screen is being looked for. */
  searched: RefObject<string>
  /** `isSameGuest`: nobody else was looked up while it was on its way. */
  started(done: Done, plan: Plan, isSameGuest: boolean): void
  /** What was chosen for the next guest is given up. */
  dropAhead(): void
  refused(error: unknown, field: CounterField | null): void
  hearScan(scan: Scan): void
  /** Somebody was swiped or looked up behind a guest whose start failed, and must never be started with these choices. */
  missedNext(): void
}

/** What the fields of a plan lack, as the server would say it: who waits in line needs no vehicle. */
function lackOf({ way, chosen, rule, vehicles }: Plan) {
  const isWaiting = waitsInLine(way) && !chosen.arePicked
  const vehicleId = isWaiting ? 'any' : (chosen.vehicleIds[0] ?? '')
  const { mode: consumeVehicleMode, ruleId, racer, people } = chosen
  const seated = isWaiting || vehicles.length > 1 ? undefined : vehicles[0]
  return checkStart({ consumeVehicleMode, ruleId, racer, vehicleId, people }, rule, seated)
}

/**
 * Charges or starts the guest on the screen, once for each press that is meant. A member who is still being looked up is waited for.
 * What is done with a guest has one id until something is chosen anew, so that a repeated attempt is the same everywhere.
 */
export function useStart(screen: OnScreen) {
  const [stage, showStage] = useState<Stage>('idle')
  const stageNow = useRef<Stage>('idle')
  const setStage = useCallback((next: Stage) => {
    stageNow.current = next
    showStage(next)
  }, [])
  const [way, setWay] = useState<Way>('charge')
  const [asked, setAsked] = useState<AskedPassword | null>(null)
  const [paying, setPaying] = useState<AskedPayCode | null>(null)
  /** What waits for the racer's photograph, as it stood on the screen. */
  const [photographing, setPhotographing] = useState<Plan | null>(null)
  const [guard] = useState(createPressGuard)
  const startId = useRef(newId())
  /** What was sent when no answer came. */
  const unanswered = useRef<{ id: string; plan: Plan; password: string | undefined } | null>(null)
  const awaitedTurn = useRef(0)
  /** Who was swiped or looked up while a start was on its way. */
  const heldNext = useRef<(() => void) | null>(null)
  const givenCode = useRef('')
  const latest = useRef(screen)
  latest.current = screen
  const keyNow = useCallback(() => latest.current.placeKey ?? startId.current, [])

  /** Something was chosen: what is started from now on is another start. */
  const chosenAnew = useCallback(() => {
    startId.current = newId()
    guard.open()
  }, [guard])

  const stop = useCallback(() => {
    setStage('idle')
    setAsked(null)
    setPaying(null)
    setPhotographing(null)
    guard.fail(performance.now())
    if (heldNext.current) latest.current.missedNext()
    heldNext.current = null
  }, [guard, setStage])

  const refuse = useCallback(
    (error: unknown, field: CounterField | null = null) => {
      stop()
      latest.current.refused(error, field)
    },
    [stop],
  )

  const ask = useCallback(
    (plan: Plan, error: unknown) => {
      if (error) play('error')
      const name = plan.member?.realname || plan.member?.nickname || plan.chosen.userId
      setAsked({ plan, name, error })
      setStage('awaitsPassword')
    },
    [setStage],
  )

  const finish = useCallback(
    (done: Done, plan: Plan, turn: number) => {
      const { member, started } = latest.current
      setAsked(null)
      started(done, plan, member.turn.current === turn)
      chosenAnew()
      guard.succeed(performance.now())
      setStage('idle')
      heldNext.current?.()
      heldNext.current = null
    },
    [guard, chosenAnew, setStage],
  )

  const deliver = useCallback(
    async (plan: Plan, password: string | undefined) => {
      const id = keyNow()
      setStage('starting')
      const turn = latest.current.member.turn.current
      try {
        const done = await latest.current.deliver(plan, id, password)
        play('done')
        finish(done, plan, turn)
      } catch (error) {
        // An answer that got lost may have been a yes: the next attempt asks for the same start.
        if (isAnswerLost(error)) unanswered.current = { id, plan, password }
        else if (startId.current === id) startId.current = newId()
        latest.current.dropAhead()
        if (isAboutPassword(error)) ask(plan, error)
        else refuse(error, fieldOf(error))
      }
    },
    [finish, refuse, ask, setStage, keyNow],
  )

  /** Asks for what the plan needs of the guest, or does it. */
  const goOn = useCallback(
    (plan: Plan) => {
      if (plan.needsPassword) ask(plan, null)
      else if (plan.needsPayCode) {
        setPaying({ plan, payCode: givenCode.current })
        setStage('awaitsPayCode')
      } else void deliver(plan, undefined)
    },
    [ask, deliver, setStage],
  )

  const send = useCallback(
    (wanted: Way) => {
      const { planOf, searched } = latest.current
      if (searched.current !== '') return refuse(new AppError('counter.searchOpen'))
      const before = unanswered.current
      // The vehicle of a start whose answer got lost may be shown as taken by now: by that very start.
      if (before?.id === keyNow()) {
        if (before.plan.way === wanted) return void deliver(before.plan, before.password)
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
      } else goOn(plan)
    },
    [deliver, goOn, refuse, setStage, keyNow],
  )

  /** A key of a start was pressed, or with `payCode` the guest's code was scanned instead. */
  const start = (wanted: Way, pressedAt: number, payCode = ''): void => {
    if (!guard.take(pressedAt)) return
    const { view, turn } = screen.member
    setWay(wanted)
    givenCode.current = payCode
    if (view.kind === 'loading') {
      awaitedTurn.current = turn.current
      setStage('awaitsMember')
    } else if (view.kind === 'failed') refuse(new AppError('counter.memberMissing'))
    else if (view.kind === 'choice') refuse(new AppError('counter.memberChoice'))
    else send(wanted)
  }

  const bringNext = (bring: () => void): void => {
    if (guard.isBusy()) heldNext.current = bring
    else bring()
  }

  const { view, turn } = screen.member
  useEffect(() => {
    if (stage !== 'awaitsMember') return
    const isOther = turn.current !== awaitedTurn.current
    if (view.kind === 'loading' && !isOther) return
    if (isOther || view.kind === 'none') return stop()
    if (view.kind !== 'found')
      return refuse(new AppError(view.kind === 'choice' ? 'counter.memberChoice' : 'counter.memberMissing'))
    if (latest.current.planOf(way).outlook.tone === 'ready') return send(way)
    // The bottom line says by now why this member's start needs a second look.
    play('error')
    stop()
  }, [stage, way, view, turn, send, stop, refuse])

  return {
    stage,
    /** What is under way, or was last. */
    way,
    start,
    asked,
    paying,
    /** Goes on with the start as it stood when the password was asked for. */
    givePassword: (password: string) => {
      if (stage === 'awaitsPassword' && asked) void deliver(asked.plan, password)
    },
    refusePassword: stop,
    /** The racer who is photographed, and how the start goes on as it stood when the camera was opened. */
    photographing: photographing && {
      racer: photographing.chosen.racer,
      give: (photo: PhotoOfStart) => {
        if (stage !== 'awaitsPhoto') return
        setPhotographing(null)
        goOn({ ...photographing, photo })
      },
      refuse: stop,
    },
    /** The guest has paid by code; the dialog goes on saying so until it is closed. */
    paid: (done: Done) => {
      if (paying) finish(done, paying.plan, screen.member.turn.current)
    },
    /** The pay dialog is closed. */
    leavePayment: () => {
      if (stage === 'awaitsPayCode') stop()
      else setPaying(null)
    },
    chosenAnew,
    isBusy: guard.isBusy,
    isStarting: () => stageNow.current === 'starting',
    /** Does at once, or when the start on its way has succeeded, what brings the next guest to the screen. */
    bringNext,
    dropNext: () => {
      heldNext.current = null
      screen.dropAhead()
    },
    hearScan: (scan: Scan) => bringNext(() => latest.current.hearScan(scan)),
  }
}

export type Starting = Pick<ReturnType<typeof useStart>, 'isStarting' | 'chosenAnew' | 'bringNext'>
