import { EVERY_STORE, isUnavailable } from '#server/db/database.ts'
import { endDueCoins } from '#server/features/coins/coin-outputs.repository.ts'
import { processPayments } from '#server/features/payments/index.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { acts, ENDING_JOBS, runJob } from './acts.ts'
import { report, unlikeMachines } from './acts-of-coins.ts'
import { bringEvents } from './acts-of-events.ts'
import { openPages, type PageScene } from './acts-of-pages.ts'
import { unlikeAnswers } from './answers.ts'
import type { Place } from './place.ts'
import { type Chance, chanceOf } from './random.ts'
import { type Act, type Actor, heardNothing, type People } from './scene.ts'
import { bring } from './stock.ts'

/** A walk: a place, and what its actors know of its state. */
export interface Walk extends Place, PageScene {}

const ACTORS = ['manager', 'manager', 'cashier', 'cashier', 'counter', 'counter'] as const satisfies (keyof People)[]
const ACTS_EACH = 14
/** The share of acts with a connection about to be cut. The cut comes at most after `FARTHEST_CUT` statements of all connections. */
const CUTS = 0.2
const FARTHEST_CUT = 30
/** More connections than one copy of the server has. */
const MOST_TRIES = 40

/**
 * Walks once by the seed and returns everything that does not add up. Its rows remain; without `isLooked` they are checked by a
 * later walk at the same place.
 */
export async function walkOnce(place: Place, people: People, seed: number, isLooked: boolean): Promise<Walk> {
  const chance = chanceOf(seed)
  const walk = await begin(place, people, chance)
  const actors = ACTORS.map((as) => ({ as, chance: chance.fork() }))
  await Promise.all([...actors.map((actor) => act(walk, actor)), isLooked && look(walk)])
  place.way.disarm()
  await settle(walk)
  if (isLooked) {
    await place.count()
    const now = place.server.clock.now()
    walk.broken.push(...(await walk.checks.scoped(EVERY_STORE, (trx) => findBroken(trx, now))))
  }
  walk.broken.push(...(await unlikeAnswers(walk.checks, walk.sent)), ...(await unlikeMachines(walk)))
  return walk
}

async function begin(place: Place, people: People, chance: Chance): Promise<Walk> {
  const { venue } = place
  await venue.setChargeOrder(chance.oneOf(['paidFirst', 'giftFirst', 'proportional'] as const))
  const { now } = place.server.clock
  const brought = await bring(venue, chance, { members: 3, vehicles: 5, now: now() })
  const logged = (requestId: string) =>
    place.copies
      .flatMap(({ logs }) => logs)
      .filter((line) => requestId !== '' && line.includes(requestId) && line.includes('"err"'))
      .join()
  const events = await bringEvents(venue, chance, now())
  const pages = await openPages(place, brought.members.slice(0, 2))
  return { ...place, ...brought, ...heardNothing(), events, pages, people, now, logged }
}

async function act(walk: Walk, actor: Actor): Promise<void> {
  const all = acts.flatMap((one) => Array<Act<Walk>>(one.weight).fill(one))
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

/** Checks during the walk what must hold between any two transactions. */
async function look(walk: Walk): Promise<void> {
  const found = await walk.checks.scoped(EVERY_STORE, (trx) => findBroken(trx))
  walk.broken.push(...found.map((one) => `meanwhile: ${one}`))
}

/** Lets all payments time out, including the hour in which their providers are asked again, and runs everything that the clock ends. */
async function settle({ server: { clock, deps }, tasks }: Walk): Promise<void> {
  const pass = async (times: number, step: number): Promise<void> => {
    for (let count = 0; count < times; count++) {
      clock.advance(step)
      await uncut(() => processPayments(deps))
    }
  }
  await pass(14, 5000)
  await pass(4, 1_000_000)
  // Machines have stopped by now, and repeat their last reports until they are stored.
  for (const [id, task] of tasks) {
    if (task.isSettled) continue
    task.over = true
    task.isSettled = true
    await uncut(() => report(deps, id, task))
  }
  await uncut(() => deps.db.scoped(EVERY_STORE, (trx) => endDueCoins(trx, deps.clock())))
  // What was not counted out of a scan is paid back by its provider.
  await pass(14, 5000)
  for (const name of ENDING_JOBS) await uncut(() => runJob(deps, name))
}

/** Repeats calls whose connection was cut and which got no answer yet. */
async function uncut(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (!isUnavailable(error) || tries === MOST_TRIES) throw error
    }
  }
}
