import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StartResult } from '#renderer/features/counter/plan/start-result.calc.ts'
import { buildMember } from '#tests/support/venue/counter-data.ts'
import { type CounterScreen, createCounterScreen } from '#tests/support/venue/counter-screen.ts'
import type { CounterEffect, CounterEvent } from './counter.events.ts'
import type { CounterState, Order } from './counter.state.ts'

/** The members by card. The second one has a password, and the third one no money. */
const members = [
  buildMember({ id: '100001', physicalCard: '0000000001' }),
  buildMember({ id: '100002', physicalCard: '0000000002', havePassword: 'YES' }),
  buildMember({ id: '100003', physicalCard: '0000000003', balance: 0, give: 0, availableBalance: 0 }),
]

const paid: StartResult = { kind: 'charged', order: { plays: [], usageMode: 'immediate', amount: 50, deposit: 0 } }

type Lookup = Extract<CounterEffect, { kind: 'lookUp' }>

/** One step of a replay: what was done, the state around it, and what the machine wanted done outside. */
interface Recorded {
  event: CounterEvent | null
  before: CounterState
  after: CounterState
  effects: readonly CounterEffect[]
}

/** A counter whose lookups and orders are answered in any sequence. */
function createReplay() {
  const counter = createCounterScreen()
  for (const rule of counter.data.catalogue?.rules ?? []) if (rule.id === 'rule-2') rule.gatherFace = 'YES'
  const lookups: Lookup[] = []
  const steps: Recorded[] = []
  function record(event: CounterEvent | null, act: () => readonly CounterEffect[]) {
    const before = deepFreeze(counter.state)
    const effects = act()
    steps.push({ event, before, after: counter.state, effects })
    lookups.push(...counter.lookupsOf(effects))
  }
  return {
    counter,
    lookups,
    steps,
    press: (key: string) => record(null, () => counter.press(key)),
    send: (event: CounterEvent) => record(event, () => counter.send(event)),
    /** Answers one of the lookups that are not answered yet. */
    answerLookup(index: number, isTyping: boolean): void {
      const [lookup] = lookups.splice(index % Math.max(1, lookups.length), 1)
      if (lookup) record(null, () => counter.answerLookup(lookup.lookup, viewOf(lookup), isTyping))
    },
    answerOrder(answer: Answer): void {
      if (counter.state.stage.kind !== 'starting') return
      record(null, () => (answer === 'done' ? counter.answer() : counter.refuse(...answer)))
    },
  }
}

type Replay = ReturnType<typeof createReplay>
type Answer = 'done' | Parameters<CounterScreen['refuse']>

function viewOf({ key }: Lookup): Parameters<CounterScreen['answerLookup']>[1] {
  const wanted = 'id' in key ? key.id : key.scanned
  const member = members.find(({ id, physicalCard }) => id === wanted || physicalCard === wanted)
  return member ? { kind: 'found', member, cachedAt: null } : { kind: 'unknown' }
}

/** Freezes a state, so that a step that changes it throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || value instanceof Error) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) deepFreeze(inner)
  return value
}

const card = fc.constantFrom('', '0000000001', '0000000002', '0000000003', '0000000009')
const scanned = (kind: 'memberCard' | 'payCode' | 'coupon', value: string): CounterEvent => ({
  kind: 'scanned',
  scan: { kind, value, source: 'serial', at: '2026-08-01T10:00:00Z' },
})

const key = fc.constantFrom('1', '2', '3', 'F4', 'F5', 'F5', 'F6', 'Escape', '+', '-', 'ArrowRight', 'w')
const events: fc.Arbitrary<CounterEvent> = fc.oneof(
  { weight: 4, arbitrary: card.map((value) => scanned('memberCard', value)) },
  fc.constantFrom<CounterEvent>(
    scanned('payCode', '281234567890123456'),
    scanned('coupon', '1234567890'),
    { kind: 'searchTyped', text: '138' },
    { kind: 'searchTyped', text: '' },
    { kind: 'searchMissed', wasAsked: true },
    { kind: 'memberWanted', key: { id: '100002' } },
    { kind: 'memberCleared' },
    { kind: 'chosen', change: { racer: '小李' } },
    { kind: 'chosen', change: { type: 'NOCARDCONSUME', ruleId: 'walk-in', payMode: 'wechat' } },
    { kind: 'modeChosen', mode: 'timermode' },
    { kind: 'passwordGiven', password: '246810' },
    { kind: 'photoGiven', photo: { noPhoto: 'refused' } },
    { kind: 'startCancelled' },
    { kind: 'paid', done: paid },
    { kind: 'paymentClosed' },
    { kind: 'startedOver' },
    { kind: 'signedIn' },
  ),
  fc.constantFrom(...members).map((member): CounterEvent => ({ kind: 'memberChosen', member })),
)
const answer = fc.constantFrom<Answer>(
  'done',
  ['common.timeout'],
  ['common.timeout'],
  ['members.insufficientBalance'],
  ['sessions.vehicleTaken'],
  ['members.passwordWrong', { field: 'password' }],
)

/** A member who is found at once, and a start key. */
function serve(replay: Replay, card: string, names: readonly string[]): void {
  replay.send(scanned('memberCard', card))
  replay.answerLookup(replay.lookups.length - 1, false)
  for (const name of names) replay.press(name)
}

/** Goes on with the start: gives what its dialog asks for, answers the order, or presses F5. */
function goOn(replay: Replay, answer: Answer) {
  switch (replay.counter.state.stage.kind) {
    case 'awaitsPhoto':
      return replay.send({ kind: 'photoGiven', photo: { noPhoto: 'refused' } })
    case 'awaitsPassword':
      return replay.send({ kind: 'passwordGiven', password: '246810' })
    case 'awaitsPayCode':
      return replay.send({ kind: 'paid', done: paid })
    case 'starting':
      return replay.answerOrder(answer)
    default:
      return replay.press('F5')
  }
}

const action: fc.Arbitrary<(replay: Replay) => void> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('0000000001', '0000000002'),
        fc.constantFrom(['1', 'F5'], ['2', 'F5'], ['1', 'F4'], ['F5']),
      )
      .map(
        ([card, names]) =>
          (replay: Replay) =>
            serve(replay, card, names),
      ),
  },
  { weight: 4, arbitrary: key.map((name) => (replay: Replay) => replay.press(name)) },
  { weight: 3, arbitrary: events.map((event) => (replay: Replay) => replay.send(event)) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(3), fc.boolean()).map(
      ([index, isTyping]) =>
        (replay: Replay) =>
          replay.answerLookup(index, isTyping),
    ),
  },
  { weight: 5, arbitrary: answer.map((given) => (replay: Replay) => goOn(replay, given)) },
)

/** Checks what holds after any sequence of keys, scans and answers. */
const holds = (check: (replay: Replay) => void): void =>
  fc.assert(
    fc.property(fc.array(action, { minLength: 1, maxLength: 30, size: 'max' }), (actions) => {
      const replay = createReplay()
      for (const act of actions) act(replay)
      check(replay)
    }),
    { numRuns: 200 },
  )

const ordersOf = (effects: readonly CounterEffect[]): Order[] =>
  effects.flatMap((effect) => (effect.kind === 'submit' ? [effect.order] : []))

it('has at most one order in flight, which is the one that was sent last', () => {
  holds(({ steps }) => {
    let last: Order | null = null
    for (const { before, after, effects } of steps) {
      const sent = ordersOf(effects)
      expect(sent.length).toBeLessThanOrEqual(1)
      if (sent.length > 0) expect(before.stage.kind).not.toBe('starting')
      last = sent[0] ?? last
      if (after.stage.kind === 'starting') expect(after.stage.order).toBe(last)
    }
  })
})

it('never sends two orders under one idempotency key', () => {
  holds(({ counter }) => {
    const bodies = new Map<string, Order>()
    for (const order of counter.orders) {
      expect(bodies.get(order.key) ?? order).toEqual(order)
      bodies.set(order.key, order)
    }
  })
})

it('repeats an order only after its answer was lost', () => {
  holds(({ steps }) => {
    const sent = new Set<string>()
    for (const { before, effects } of steps)
      for (const { key } of ordersOf(effects)) {
        if (sent.has(key)) expect(before.unanswered?.key).toBe(key)
        sent.add(key)
      }
  })
})

it('charges only the member on the screen, who is the one looked up last', () => {
  holds(({ steps }) => {
    let wanted: Lookup | null = null
    for (const { before, after, effects } of steps) {
      for (const effect of effects) if (effect.kind === 'lookUp') wanted = effect
      const { member } = after
      if (member.kind === 'found' && wanted)
        expect([member.member.id, member.member.physicalCard]).toContain(Object.values(wanted.key)[0])
      const repeatsLost = ordersOf(effects).some(({ key }) => key === before.unanswered?.key)
      if (repeatsLost) continue
      for (const { plan } of ordersOf(effects))
        if (after.stage.kind === 'starting' && before.stage.kind === 'idle' && member.kind === 'found')
          expect(plan.chosen.userId).toBe(member.member.id)
    }
  })
})

it('does not change the choices of the guest whose start is in progress', () => {
  holds(({ steps }) => {
    for (const { event, before, after } of steps)
      if (before.stage.kind === 'starting' && after.stage.kind === 'starting' && event?.kind !== 'startedOver')
        expect(after.choices).toBe(before.choices)
  })
})

it('shows a blank guest after Esc, except during a start', () => {
  holds((replay) => {
    const { stage, deferred } = replay.counter.state
    replay.press('Escape')
    const { state, view } = replay.counter
    if (stage.kind === 'starting')
      return expect([state.stage.kind, state.deferred, state.ahead]).toEqual(['starting', null, {}])
    expect([state.member.kind, state.searched, state.problem]).toEqual(['none', '', null])
    // A guest whose swipe waited behind a pressed start key is asked to swipe again.
    const isSwipeDropped = stage.kind === 'awaitsMember' && deferred !== null
    expect(state.notice?.key).toBe(isSwipeDropped ? 'counter.swipeAgain' : undefined)
    expect([state.choices.ruleId, state.choices.racer, view.people]).toEqual([null, null, 1])
  })
})

it('waits for nothing once everything outside is answered and the dialogs are closed', () => {
  holds((replay) => {
    const { counter, lookups } = replay
    while (lookups.length > 0) replay.answerLookup(0, false)
    replay.answerOrder('done')
    while (lookups.length > 0) replay.answerLookup(0, false)
    replay.send({ kind: 'startCancelled' })
    replay.send({ kind: 'paymentClosed' })
    expect([counter.state.stage.kind, counter.state.paying, counter.state.deferred]).toEqual(['idle', null, null])
    expect(counter.state.member.kind).not.toBe('loading')
  })
})

it('plays the sound of an error with each error that it shows', () => {
  holds(({ steps }) => {
    for (const { before, after, effects } of steps)
      if (after.problem && after.problem !== before.problem)
        expect(effects).toContainEqual({ kind: 'play', sound: 'error' })
  })
})

it('is ready for the next guest after a start, except where that guest was looked up meanwhile', () => {
  holds((replay) => {
    const { stage, lookup, ahead } = replay.counter.state
    if (stage.kind !== 'starting') return
    replay.answerOrder('done')
    const { state } = replay.counter
    if (lookup === stage.lookup) expect(['none', 'loading', 'emptySwipe', 'unknown']).toContain(state.member.kind)
    expect(state.ahead).toEqual({})
    expect(state.choices.racer).toBe(ahead.racer ?? null)
    expect([state.stage.kind, state.unanswered?.key === stage.order.key]).not.toEqual(['idle', true])
  })
})
