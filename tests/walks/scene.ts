import { ServerError } from '#shared/core/errors.ts'
import type { TestCopy } from '#tests/support/server.ts'
import type { Chance } from './random.ts'
import type { Stock } from './stock.ts'

/** A call that a connection sent under a key, and its result. */
export interface Sent {
  act: string
  key: string
  isDone: boolean
}

/** Each user's clients, one for each copy of the server; `owner` is of headquarters. */
export type People = Record<'owner' | 'manager' | 'cashier' | 'counter' | 'home', readonly Worker[]>
export type Worker = ReturnType<TestCopy['client']>

/** An order of which a client has received an answer. */
export interface KnownOrder {
  kind: 'consume' | 'recharge'
  id: string
  /** The most that it costs. */
  amount: number
  /** Whether its rides were queued and whether it had a deposit, according to that answer. */
  waits?: boolean
  hasDeposit?: boolean
  /** Whether its rule includes a gift. */
  hasGift?: boolean
  /** Its lines, and their pieces. */
  goods?: { id: string; count: number }[]
}

/** What the actors of a place know of its state. */
export interface Scene extends Stock {
  people: People
  /** The clock of the servers. */
  now(): Date
  orders: KnownOrder[]
  /** The ids of exchanges of which a client has received an answer. */
  exchanges: string[]
  /** Pending rides at the time of an answer, with their rule, whether their price is known to be held, and whether they have a member. */
  hung: Map<string, { ruleId: string; isHeld: boolean; isTrial: boolean }>
  /** The slips of the cloakroom that a client has received. */
  slips: { id: string; code: string }[]
  /** Events, and the sign-ups of which a client has received an answer. */
  events: string[]
  signUps: string[]
  sent: Sent[]
  /** How often each refusal was received. */
  refusals: Map<string, number>
  broken: string[]
  /** What the server logged about a failed request. */
  logged(requestId: string): string
}

/** What the actors of a place have heard at its beginning. */
export const heardNothing = (): Pick<
  Scene,
  'orders' | 'exchanges' | 'hung' | 'slips' | 'signUps' | 'sent' | 'refusals' | 'broken'
> => ({
  orders: [],
  exchanges: [],
  hung: new Map(),
  slips: [],
  signUps: [],
  sent: [],
  refusals: new Map(),
  broken: [],
})

/** The next act of one connection, with its own random generator. */
export interface Actor {
  chance: Chance
  as: keyof People
  /** Clients of somebody who is no user, one for each copy of the server. */
  by?: readonly Worker[]
}

/** An act that a walk can choose. */
export interface Act<S extends Scene = Scene> {
  name: string
  /** How often it is chosen, relative to the others. */
  weight: number
  perform(scene: S, actor: Actor): Promise<void>
}

const MOST_TRIES = 60
/** Answers after which a client repeats the call: the database was away, or the clock was put forward after the terminal had signed. */
const AGAIN = new Set(['common.unavailable', 'terminals.clockOff'])
/** Answers that no caller may ever get. */
const DEFECTS = new Set([
  'common.internal',
  'common.keyReused',
  'common.timeout',
  'common.badRequest',
  'common.invalid',
])

/**
 * Sends a call like a client that gets no answer: it repeats the call, each time to a random copy of the server, until one
 * answers. Returns null where it was refused. `isWrong`: refusals that this call must not get.
 */
export async function insist<T>(
  scene: Scene,
  { chance, as, by }: Actor,
  { act: name, key = '', isWrong = () => false }: { act: string; key?: string; isWrong?: (code: string) => boolean },
  call: (worker: Worker) => Promise<T>,
): Promise<T | null> {
  for (let tries = 1; ; tries++) {
    try {
      const answer = await call(chance.oneOf(by ?? scene.people[as]))
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
