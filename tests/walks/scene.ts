import { ServerError } from '#shared/core/errors.ts'
import type { TestClient } from '#tests/support/server.ts'
import type { Chance } from './random.ts'
import type { Stock } from './stock.ts'

/** What a connection sent under a key, and what came of it. */
export interface Sent {
  act: string
  key: string
  isDone: boolean
}

/** Each person's clients, one for each copy of the server. */
export type People = Record<'manager' | 'cashier' | 'counter', readonly Worker[]>
export type Worker = TestClient

/** An order that somebody has heard of. */
export interface KnownOrder {
  kind: 'consume' | 'recharge'
  id: string
  /** What it costs at most. */
  amount: number
  /** Whether its rides stood in line, and whether a deposit was left, when it was heard of. */
  waits?: boolean
  hasDeposit?: boolean
}

/** What whoever acts somewhere knows of what is there. */
export interface Scene extends Stock {
  people: People
  /** The clock that the servers go by. */
  now(): Date
  orders: KnownOrder[]
  /** Records that hung when somebody heard of them, with their rule, whether their price is known to be reserved, and whether a member rides. */
  hung: Map<string, { ruleId: string; isHeld: boolean; isTrial: boolean }>
  sent: Sent[]
  /** How often each refusal was heard. */
  refusals: Map<string, number>
  broken: string[]
  /** What the server wrote down of a request that failed. */
  logged(requestId: string): string
}

/** What one connection does next, in its own share of chance. */
export interface Actor {
  chance: Chance
  as: keyof People
}

/** Something that somebody does. */
export interface Act<S extends Scene = Scene> {
  name: string
  /** How often it is chosen, beside the others. */
  weight: number
  perform(scene: S, actor: Actor): Promise<void>
}

const MOST_TRIES = 60
/** After what a client sends the same again: the database was away, or the clock was put forward after the terminal had signed. */
const AGAIN = new Set(['common.unavailable', 'terminals.clockOff'])
/** What nobody may ever hear. */
const DEFECTS = new Set([
  'common.internal',
  'common.keyReused',
  'common.timeout',
  'common.badRequest',
  'common.invalid',
])

/**
 * Sends a call as a client does that gets no answer, each time to whichever copy of the server: again, until one says what came of it.
 * Answers null where it was refused. `isWrong`: refusals that nobody may hear of this call.
 */
export async function insist<T>(
  scene: Scene,
  { chance, as }: Actor,
  { act: name, key = '', isWrong = () => false }: { act: string; key?: string; isWrong?: (code: string) => boolean },
  call: (worker: Worker) => Promise<T>,
): Promise<T | null> {
  for (let tries = 1; ; tries++) {
    try {
      const answer = await call(chance.oneOf(scene.people[as]))
      if (key) scene.sent.push({ act: name, key, isDone: true })
      return answer
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      const { code } = error
      if (AGAIN.has(code) && tries < MOST_TRIES) continue
      scene.refusals.set(`${name} ${code}`, (scene.refusals.get(`${name} ${code}`) ?? 0) + 1)
      if (key) scene.sent.push({ act: name, key, isDone: false })
      if (AGAIN.has(code) || DEFECTS.has(code) || isWrong(code)) {
        scene.broken.push(`${name} was answered ${code}: ${scene.logged(error.requestId)}`)
      }
      return null
    }
  }
}
