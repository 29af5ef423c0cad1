import { fullOffer } from '#renderer/features/counter/choices/choices.calc.ts'
import { keyCommand } from '#renderer/features/counter/keys/keys.calc.ts'
import type { CounterContext, CounterEffect, CounterEvent } from '#renderer/features/counter/machine/counter.events.ts'
import { step } from '#renderer/features/counter/machine/counter.machine.ts'
import { firstState, memberOf, type Order } from '#renderer/features/counter/machine/counter.state.ts'
import { type CounterData, counterView } from '#renderer/features/counter/machine/counter.view.ts'
import type { StartResult } from '#renderer/features/counter/plan/start-result.calc.ts'
import type { MemberView } from '#renderer/platform/member-lookup.ts'
import type { ErrorCode, ErrorDetails } from '#shared/core/errors.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { classifyScan } from '#shared/features/scans/index.ts'
import type { Scan, ScanKind } from '#shared/ipc/devices.ts'
import { buildCatalogue, buildMember, buildRule, buildVehicle } from './counter-data.ts'

/** Time between two presses of a person, in ms: longer than a bounced key. */
const PRESS_MS = 1000

const scanOf = (kind: ScanKind, value: string): Scan => ({ kind, value, source: 'serial', at: '2026-08-01T10:00:00Z' })

const buildStore = () =>
  buildCatalogue({
    rules: [
      buildRule({ id: 'rule-1', indexNumber: 1, price: 38 }),
      buildRule({ id: 'rule-2', indexNumber: 2, price: 68 }),
      buildRule({ id: 'walk-in', indexNumber: 1, consumeTypeRole: 'NOCARDCONSUME', price: 50 }),
      buildRule({ id: 'coupon', indexNumber: 1, consumeTypeRole: 'GROUPCOUPON', price: 0 }),
    ],
    vehicles: ['v1', 'v2', 'v3'].map((id, index) => buildVehicle({ id, name: id, indexNumber: index + 1 })),
  })

/** What an answered charge returns. */
const charged: StartResult = {
  kind: 'charged',
  order: { plays: [], usageMode: 'immediate', amount: 38, deposit: 0 },
}

/** The counter's machine with nothing around it: what it wants done outside is recorded and answered by the test. */
export function createCounterScreen(known: Partial<CounterData> = {}) {
  const data: CounterData = {
    offer: fullOffer,
    catalogue: buildStore(),
    online: true,
    storesStarts: true,
    mayCharge: true,
    cashier: null,
    now: Date.parse('2026-08-01T10:00:00Z'),
    stopped: new Set<string>(),
    uses: null,
    quote: null,
    queueEntries: [],
    defaultRacer: '神秘车手',
    products: [],
    ...known,
  }
  let state = firstState(data.offer, 'circlemode', 'key-0')
  let keys = 0
  let at = PRESS_MS
  const effects: CounterEffect[] = []

  /** Sends an event and returns what it wants done outside. */
  function send(event: CounterEvent, focus: Partial<Pick<CounterContext, 'isTyping' | 'isSearching'>> = {}) {
    keys += 1
    const context = { data, at, freshKey: `key-${keys}`, isTyping: false, isSearching: false, ...focus }
    const next = step(state, event, context)
    state = next.state
    effects.push(...next.effects)
    return next.effects
  }

  const ordersOf = (list: readonly CounterEffect[]): Order[] =>
    list.flatMap((effect) => (effect.kind === 'submit' ? [effect.order] : []))
  const lookupsOf = (list: readonly CounterEffect[]) =>
    list.flatMap((effect) => (effect.kind === 'lookUp' ? [effect] : []))

  /** Presses a key as a person does, or at the given time. */
  function press(key: string, pressedAt = at + PRESS_MS) {
    at = Math.max(at, pressedAt)
    const command = keyCommand({ key, ctrlKey: false, altKey: false, metaKey: false }, false)
    const view = counterView(state, data)
    switch (command?.kind) {
      case 'start':
        return send({ kind: 'pressed', key: command.key, at: pressedAt })
      case 'digit':
        return send({ kind: 'digitPressed', digit: Number(command.digit) })
      case 'clear':
        return send({ kind: 'cleared' })
      case 'people':
        return send({ kind: 'peopleChosen', people: view.people + command.by })
      case 'vehicle':
        return send({ kind: 'vehicleStepped', arrow: command.arrow, columns: 4 })
      case 'walkIn':
        return send({ kind: 'chosen', change: { type: 'NOCARDCONSUME', ruleId: null, moreVehicles: [] } })
    }
    throw new Error(`the counter's machine has no key ${key}`)
  }

  return {
    data,
    effects,
    send,
    press,
    /** Presses keys one after another. */
    pressAll: (...names: string[]) => names.flatMap((name) => [...press(name)]),
    scan: (kind: ScanKind, value: string) => send({ kind: 'scanned', scan: scanOf(kind, value) }),
    /** Scans a barcode as a keyboard reader does. */
    scanBarcode: (value: string) =>
      send({
        kind: 'scanned',
        scan: { ...classifyScan({ value, source: 'wedge' }), source: 'wedge', at: '2026-08-01T10:00:00Z' },
      }),
    /** Swipes a card and returns the number of its lookup; null where none began. */
    swipe: (card: string): number | null =>
      lookupsOf(send({ kind: 'scanned', scan: scanOf('memberCard', card) })).at(-1)?.lookup ?? null,
    answerLookup: (lookup: number | null, view: MemberView, isTyping = false) =>
      send({ kind: 'lookupAnswered', lookup: lookup ?? -1, view }, { isTyping }),
    /** Swipes a card whose member is found at once. */
    bring(given: Partial<Member> = {}) {
      const member = buildMember(given)
      return this.answerLookup(this.swipe(member.physicalCard), { kind: 'found', member, cachedAt: null })
    },
    answer: (done: StartResult = charged, isSearching = false) => {
      const order = orderInFlight()
      return send({ kind: 'submitAnswered', key: order.key, done }, { isSearching })
    },
    refuse: (code: ErrorCode, details: ErrorDetails = {}) => {
      const order = orderInFlight()
      return send({ kind: 'submitFailed', key: order.key, error: new AppError(code, details) })
    },
    ordersOf,
    lookupsOf,
    get orders(): Order[] {
      return ordersOf(effects)
    },
    get state() {
      return state
    },
    get view() {
      return counterView(state, data)
    },
    get memberId(): string | null {
      return memberOf(state)?.id ?? null
    },
    /** The code of the error on the screen, or null. */
    get problem(): string | null {
      const error = state.problem?.error
      return error instanceof AppError ? error.code : null
    },
    get now(): number {
      return at
    },
  }

  /** The order that is in flight. */
  function orderInFlight(): Order {
    const { stage } = state
    if (stage.kind !== 'starting') throw new Error('no order is in flight')
    return stage.order
  }
}

export type CounterScreen = ReturnType<typeof createCounterScreen>
