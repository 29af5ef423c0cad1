import { setTimeout as pause } from 'node:timers/promises'
import { EVERY_STORE } from '#server/db/database.ts'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { endDueCoins } from '#server/features/coins/coin-outputs.repository.ts'
import { type Api, api } from '#shared/api.ts'
import { type Client, createClient } from '#shared/core/client.ts'
import { ServerError } from '#shared/core/errors.ts'
import { type Reached, waitingTransport } from '#tests/simulate/people.ts'
import { roughWay } from '#tests/support/faults/rough-way.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { ENDING_JOBS } from '#tests/walks/acts.ts'
import { cloakroomActs } from '#tests/walks/acts-of-cloakroom.ts'
import { type CoinScene, coinActs, report, unlikeMachines } from '#tests/walks/acts-of-coins.ts'
import { couponActs } from '#tests/walks/acts-of-coupons.ts'
import { giftActs } from '#tests/walks/acts-of-gifts.ts'
import { moneyActs } from '#tests/walks/acts-of-money.ts'
import { productActs } from '#tests/walks/acts-of-products.ts'
import { unlikeAnswers } from '#tests/walks/answers.ts'
import type { Chance } from '#tests/walks/random.ts'
import { type Act, type Actor, heardNothing } from '#tests/walks/scene.ts'
import { bring } from '#tests/walks/stock.ts'
import type { ChaosVenue } from './venue.ts'

/**
 * The workplace of a venue that sells and hands out goods: recharges with gifts, products, coupons, coins, exchanges and the
 * cloakroom. Its network loses and delays calls and answers, and it repeats them under their keys.
 */
export interface GoodsDesk {
  rough(isRough: boolean): void
  /** Finishes the acts under way, lets everything end, and returns what does not add up, and what was sent and refused. */
  end(): Promise<{ broken: string[]; goods: Pick<CoinScene, 'sent' | 'refusals'> }>
  /** Ends it without a result. */
  close(): void
}

const OF_MONEY = new Set(['recharge', 'refund', 'exchange', 'reverseExchange'])
const acts: readonly Act<CoinScene>[] = [
  ...moneyActs.filter(({ name }) => OF_MONEY.has(name)),
  ...giftActs,
  ...couponActs,
  ...cloakroomActs,
  ...productActs,
  ...coinActs,
]
const users = { manager: 'manager', cashier: 'cashier2' } as const
const MAX_PAUSE_MS = 200
/** No client expects of a network that a call arrives again after its refusal, and is done then. */
const NETWORK = { twice: 0 }
const MINUTE_MS = 60_000
/** Lets all payments time out, including the hour in which their providers are asked again. */
const PASSES = [0.5, 0.5, 0.5, 0.5, 20, 20, 20, 20]
const SIGN_IN_TRIES = 40

/** A client of a user that signs in again where its sign-in has ended, and lets the call be repeated. */
async function workerOf(reached: Reached, username: string, orgCode: string): Promise<Client<Api>> {
  let token = ''
  async function signIn(): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        const open = (held?: string) => createClient(api, waitingTransport(reached, held))
        const { result } = await open().signIn.login({ body: { username, password: DEMO_PASSWORD } })
        await open(result.token).signIn.selectDepart({ body: { orgCode } })
        token = result.token
        return
      } catch (error) {
        if (tries === SIGN_IN_TRIES || !isAway(error)) throw error
        await reached.up()
      }
  }
  await signIn()
  return createClient(api, async (request) => {
    try {
      return await waitingTransport(reached, token)(request)
    } catch (error) {
      if (isAway(error)) await reached.up()
      if (!hasEnded(error)) throw error
      await signIn()
      throw new ServerError('common.unavailable', {}, '', '', 503)
    }
  })
}

const isAway = (error: unknown): boolean => error instanceof ServerError && error.code === 'common.unavailable'
const hasEnded = (error: unknown): boolean =>
  error instanceof ServerError && (error.code === 'auth.tokenMissing' || error.code === 'auth.tokenInvalid')

/** Opens the workplace, which works until it is ended. */
export async function openGoodsDesk(venue: ChaosVenue, chance: Chance): Promise<GoodsDesk> {
  const { server, db, goods, coins, builders } = venue
  const network = await roughWay(server.url, chance.fork(), NETWORK)
  const reached: Reached = { url: network.url, up: () => server.up() }
  const now = () => new Date(Date.now() + venue.ahead())
  const [manager, cashier] = [
    await workerOf(reached, users.manager, STORE),
    await workerOf(reached, users.cashier, STORE),
  ]
  const scene: CoinScene = {
    ...goods,
    ...coins,
    ...(await bring(builders, chance, { members: 3, vehicles: 0, now: now() })),
    rules: [],
    userPromoter: '',
    people: { owner: [], manager: [manager], cashier: [cashier], counter: [], home: [] },
    checks: db,
    copies: [{ deps: { db, clock: now } }],
    now,
    ...heardNothing(),
    events: [],
    logged: (requestId) => server.logs.filter((line) => requestId !== '' && line.includes(requestId)).join(),
  }

  let isOpen = true
  const all = acts.flatMap((one) => Array<(typeof acts)[number]>(one.weight).fill(one))
  async function work(actor: Actor): Promise<void> {
    while (isOpen) {
      await pause(actor.chance.below(MAX_PAUSE_MS))
      const act = actor.chance.oneOf(all)
      await act.perform(scene, actor).catch((error: unknown) => {
        scene.broken.push(`${act.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      })
    }
  }
  const works = (Object.keys(users) as (keyof typeof users)[]).map((as) => work({ as, chance: chance.fork() }))

  return {
    rough: network.rough,
    async end() {
      isOpen = false
      await Promise.all(works)
      await server.up()
      // Machines repeat their last reports until they are stored; what was not counted out of a scan is paid back.
      for (const minutes of PASSES) {
        for (const [id, task] of scene.tasks) {
          if (task.isSettled) continue
          task.over = true
          task.isSettled = true
          await report({ db, clock: now }, id, task)
        }
        await venue.pass(minutes * MINUTE_MS)
        await db.scoped(EVERY_STORE, (trx) => endDueCoins(trx, now()))
        await server.tell({ jobs: ['payments', ...ENDING_JOBS] })
      }
      const broken = [...scene.broken, ...(await unlikeAnswers(db, scene.sent)), ...(await unlikeMachines(scene))]
      return { broken, goods: scene }
    },
    close() {
      isOpen = false
      network.close()
    },
  }
}
