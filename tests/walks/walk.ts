import { sql } from 'kysely'
import { EVERY_STORE } from '#server/db/database.ts'
import { workOnPayments } from '#server/features/payments/index.ts'
import { ServerError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { STORE } from '#tests/support/venue.ts'
import { type Act, acts, ENDING_JOBS, runJob } from './acts.ts'
import type { People, Place, Worker } from './place.ts'
import { type Chance, chanceOf } from './random.ts'

/** What a connection sent under a key, and what came of it. */
export interface Sent {
  act: string
  key: string
  isDone: boolean
}

/** A walk: what whoever acts in it knows of what is there. */
export interface Walk extends Place {
  people: People
  members: string[]
  vehicles: string[]
  coupons: string[]
  /** Orders that somebody has heard of, with what they cost at most. */
  orders: { kind: 'consume' | 'recharge'; id: string; amount: number }[]
  /** Records that hung when somebody heard of them, with their rule, and whether their price is known to be reserved. */
  hung: Map<string, { ruleId: string; isHeld: boolean }>
  sent: Sent[]
  /** How often each refusal was heard. */
  refusals: Map<string, number>
  broken: string[]
}

/** What one connection does next, in its own share of chance. */
export interface Actor {
  chance: Chance
  as: keyof People
}

const ACTORS = ['manager', 'manager', 'cashier', 'cashier', 'counter', 'counter'] as const satisfies (keyof People)[]
const ACTS_EACH = 12
/** Of the acts that are begun with the line about to be cut, and the statement of all connections at which it is, at most. */
const CUTS = 0.2
const FARTHEST_CUT = 30
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
 * Walks once, as the seed says, and answers everything that does not add up. What is there stays there: where `isLooked` is not said, a later
 * walk at the same place sees it as well.
 */
export async function walkOnce(place: Place, people: People, seed: number, isLooked: boolean): Promise<Walk> {
  const chance = chanceOf(seed)
  const walk = await begin(place, people, chance)
  const actors = ACTORS.map((as) => ({ as, chance: chance.fork() }))
  await Promise.all([...actors.map((actor) => act(walk, actor)), isLooked && look(walk)])
  place.way.disarm()
  await settle(walk)
  if (isLooked) {
    const now = place.server.clock.now()
    walk.broken.push(...(await walk.checks.scoped(EVERY_STORE, (trx) => findBroken(trx, now))))
  }
  walk.broken.push(...(await unlikeAnswers(walk)))
  return walk
}

async function begin(place: Place, people: People, chance: Chance): Promise<Walk> {
  const { venue } = place
  await venue.setChargeOrder(chance.oneOf(['paidFirst', 'giftFirst', 'proportional'] as const))
  const members: string[] = []
  for (let count = 0; count < 3; count++) {
    const member = await venue.member({
      balance: chance.below(20_000),
      give: chance.below(9000),
      integral: 60,
      laps: 12,
    })
    await venue.post({}, [{ account: 'frequency', member, project: chance.oneOf(['kart', 'currency']), delta: 4 }])
    members.push(member)
  }
  const vehicles: string[] = []
  for (let count = 0; count < 5; count++) vehicles.push((await venue.vehicle()).id)
  const coupons = [1, 2, -1].map((usesAllowed) => {
    const minutes = chance.oneOf([-1, 30])
    return {
      id: newId(),
      orgCode: STORE,
      code: `W${newId().slice(-12)}`,
      value: chance.below(9000),
      usesAllowed,
      minutes,
    }
  })
  await venue.inEveryStore((trx) => trx.insertInto('groupCoupon').values(coupons).execute())
  const known = { members, vehicles, coupons: coupons.map(({ code }) => code), orders: [], hung: new Map() }
  return { ...place, ...known, people, sent: [], refusals: new Map(), broken: [] }
}

async function act(walk: Walk, actor: Actor): Promise<void> {
  const all = acts.flatMap((one) => Array<Act>(one.weight).fill(one))
  for (let count = 0; count < ACTS_EACH; count++) {
    if (actor.chance.happens(CUTS)) {
      const { chance } = actor
      const edge = chance.oneOf(['unsent', 'unanswered'] as const)
      walk.way.cutAt(chance.between(1, FARTHEST_CUT), edge, chance.happens(0.3) ? 'all' : 'one')
    }
    const next = actor.chance.oneOf(all)
    try {
      await next.perform(walk, actor)
    } catch (error) {
      walk.broken.push(`${next.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    }
  }
}

/**
 * Sends a call as a client does that gets no answer, each time to whichever copy of the server: again, until one says what came of it.
 * Answers null where it was refused. `isWrong`: refusals that nobody may hear of this call.
 */
export async function insist<T>(
  walk: Walk,
  { chance, as }: Actor,
  { act: name, key = '', isWrong = () => false }: { act: string; key?: string; isWrong?: (code: string) => boolean },
  call: (worker: Worker) => Promise<T>,
): Promise<T | null> {
  for (let tries = 1; ; tries++) {
    try {
      const answer = await call(chance.oneOf(walk.people[as]))
      if (key) walk.sent.push({ act: name, key, isDone: true })
      return answer
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      const { code } = error
      if (AGAIN.has(code) && tries < MOST_TRIES) continue
      walk.refusals.set(`${name} ${code}`, (walk.refusals.get(`${name} ${code}`) ?? 0) + 1)
      if (key) walk.sent.push({ act: name, key, isDone: false })
      if (AGAIN.has(code) || DEFECTS.has(code) || isWrong(code)) {
        walk.broken.push(`${name} was answered ${code}: ${loggedOf(walk, error.requestId)}`)
      }
      return null
    }
  }
}

/** What the server wrote down of a request that failed. */
const loggedOf = ({ copies }: Walk, requestId: string): string =>
  copies
    .flatMap(({ logs }) => logs)
    .filter((line) => requestId !== '' && line.includes(requestId) && line.includes('"err"'))
    .join()

/** Looks at everything while the others work: what always holds, holds between any two transactions. */
async function look(walk: Walk): Promise<void> {
  const found = await walk.checks.scoped(EVERY_STORE, (trx) => findBroken(trx))
  walk.broken.push(...found.map((one) => `meanwhile: ${one}`))
}

/** Lets all payments have their time, and the hour in which their providers are asked again; and what ends by the clock, end. */
async function settle({ server: { clock, deps } }: Walk): Promise<void> {
  for (let passed = 0; passed < 70_000; passed += 5000) {
    clock.advance(5000)
    await workOnPayments(deps)
  }
  for (let passed = 0; passed < 4_000_000; passed += 1_000_000) {
    clock.advance(1_000_000)
    await workOnPayments(deps)
  }
  for (const name of ENDING_JOBS) await runJob(deps, name)
}

/** Where the rows of each act stand that sends a key. */
const ROWS: Record<string, string> = {
  charge: 'select from consume_order t where t.id = s.key',
  settle: 'select from consume_order t where t.id = s.key',
  start: 'select from play_before_pay t join print_job j on j.order_id = t.id where t.id = s.key',
  recharge: 'select from recharge_order t where t.id = s.key',
  refund: 'select from refund_order t where t.id = s.key',
  returnDeposit: 'select from consume_order t where t.deposit_return_id = s.key',
  adjust: 'select from ledger_line t where t.cause_id = s.key',
  startQueued: 'select from request_key t where t.key = s.key',
  lineupstart: 'select from request_key t where t.key = s.key',
  callNext: 'select from request_key t where t.key = s.key',
  cancelQueued: 'select from request_key t where t.key = s.key',
  extend: 'select from request_key t where t.key = s.key',
  swap: 'select from request_key t where t.key = s.key',
  openShift: 'select from shift t where t.id = s.key',
  handOver: 'select from shift t where t.id = s.key',
  moveCash: 'select from shift_entry t where t.id = s.key',
}
/** Whose entry in the trail is found by the key. */
const TRAILED: Record<string, string> = {
  charge: '/consume/sysConsume/add',
  settle: '/playbeforepay/sysPlayBeforePay/doconsume',
  start: '/playbeforepay/sysPlayBeforePay/add',
  recharge: '/memberrecharge/sysMemberRecharge/add',
  refund: '/refund/sysRefund/add',
}

/** What was answered and is not so: done and not there, refused and there all the same, or not in the trail just once. */
async function unlikeAnswers({ checks, sent }: Walk): Promise<string[]> {
  const found: string[] = []
  for (const [name, row] of Object.entries(ROWS)) {
    const mine = sent.filter(({ act: one }) => one === name)
    const { rows } = await checks.scoped(EVERY_STORE, (trx) =>
      sql<{ key: string; isDone: boolean; trail: number }>`
        select s.key, s.is_done, t.trail from unnest(${mine.map(({ key }) => key)}::uuid[], ${mine.map(({ isDone }) => isDone)}::boolean[])
            as s (key, is_done)
          join lateral (select count(*)::integer as trail from audit_entry a where a.record_id = s.key::text
            and a.action = ${TRAILED[name] ?? ''}) t on true
          where exists (${sql.raw(row)}) <> s.is_done
            or ${name in TRAILED} and t.trail <> s.is_done::integer`.execute(trx),
    )
    found.push(
      ...rows.map(({ key, isDone, trail }) => `${name} ${key} was answered ${isDone}, the trail has it ${trail} times`),
    )
  }
  return found
}
