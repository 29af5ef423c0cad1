import { workOnPayments } from '#server/features/payments/index.ts'
import { moneyActs } from './acts-of-money.ts'
import { rideActs } from './acts-of-rides.ts'
import { shiftActs } from './acts-of-shifts.ts'
import type { Actor, Walk } from './walk.ts'

export interface Act {
  name: string
  /** How often it is chosen, beside the others. */
  weight: number
  perform(walk: Walk, actor: Actor): Promise<void>
}

const MINUTE_MS = 60_000
const PASSES_MS = [1000, 5000, 20_000, MINUTE_MS, 2 * MINUTE_MS, 40 * MINUTE_MS] as const
const DAY_MS = 86_400_000

/** What happens by itself: time goes by, and each copy of the server does what is due. */
const timeActs: readonly Act[] = [
  {
    name: 'timePasses',
    weight: 5,
    async perform({ server }, { chance }) {
      server.clock.advance(chance.happens(0.05) ? DAY_MS : chance.oneOf(PASSES_MS))
    },
  },
  {
    name: 'workOnPayments',
    weight: 9,
    async perform({ copies }, { chance }) {
      // Cut, it is what a server leaves behind that dies: another one goes on with it.
      await workOnPayments(chance.oneOf(copies).deps).catch(() => 0)
    },
  },
  {
    name: 'jobs',
    weight: 1,
    async perform({ copies }, { chance }) {
      const { deps } = chance.oneOf(copies)
      const job = deps.registry.jobs.get(
        chance.oneOf(['ledger.expire', 'coupons.expire', 'playRecords.escape'] as const),
      )
      if (!job) throw new Error('a job is missing')
      await Promise.resolve(job.work(deps, job.keepDays)).catch(() => 0)
    },
  },
]

export const acts: readonly Act[] = [...moneyActs, ...rideActs, ...shiftActs, ...timeActs]
