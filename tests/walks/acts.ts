import type { Deps } from '#server/core/slice.ts'
import { processPayments } from '#server/features/payments/index.ts'
import { bookingActs } from './acts-of-bookings.ts'
import { cloakroomActs } from './acts-of-cloakroom.ts'
import { coinActs } from './acts-of-coins.ts'
import { couponActs } from './acts-of-coupons.ts'
import { eventActs } from './acts-of-events.ts'
import { floorActs } from './acts-of-floor.ts'
import { giftActs } from './acts-of-gifts.ts'
import { moneyActs } from './acts-of-money.ts'
import { pageActs } from './acts-of-pages.ts'
import { productActs } from './acts-of-products.ts'
import { promoterActs } from './acts-of-promoters.ts'
import { rideActs } from './acts-of-rides.ts'
import { shiftActs } from './acts-of-shifts.ts'
import { visitorActs } from './acts-of-visitors.ts'
import type { Act } from './scene.ts'
import type { Walk } from './walk.ts'

const MINUTE_MS = 60_000
const PASSES_MS = [1000, 5000, 20_000, MINUTE_MS, 2 * MINUTE_MS, 8 * MINUTE_MS, 40 * MINUTE_MS] as const
const DAY_MS = 86_400_000

/** Jobs that only the clock triggers. */
export const ENDING_JOBS = [
  'playRecords.escape',
  'queue.expire',
  'reservations.missed',
  'runs.end',
  'events.advance',
] as const
const JOBS = [
  'ledger.expire',
  'coupons.expire',
  'gifts.overdue',
  'reservations.remind',
  'cloakroom.collect',
  'commissions.post',
  ...ENDING_JOBS,
] as const

/** Runs once a job that a copy of the server runs regularly. */
export async function runJob(deps: Deps, name: (typeof JOBS)[number]): Promise<void> {
  const job = deps.registry.jobs.get(name)
  if (!job) throw new Error(`no job is named ${name}`)
  await job.work(deps, job.keepDays)
}

/** Acts without a caller: time passes, and each copy of the server runs its due jobs. */
const timeActs: readonly Act<Walk>[] = [
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
      // Cut like a server that dies: another copy continues its job.
      await processPayments(chance.oneOf(copies).deps).catch(() => 0)
    },
  },
  {
    name: 'commissionsDue',
    weight: 2,
    async perform({ copies }, { chance }) {
      await runJob(chance.oneOf(copies).deps, 'commissions.post').catch(() => 0)
    },
  },
  {
    name: 'jobs',
    weight: 3,
    async perform({ copies }, { chance }) {
      await runJob(chance.oneOf(copies).deps, chance.oneOf(JOBS)).catch(() => 0)
    },
  },
]

/** What staff do at the counter, on the telephone and at the track. */
export const workActs: readonly Act[] = [
  ...moneyActs,
  ...rideActs,
  ...floorActs,
  ...bookingActs,
  ...shiftActs,
  ...giftActs,
  ...couponActs,
  ...cloakroomActs,
  ...productActs,
  ...eventActs,
  ...promoterActs,
]
export const acts: readonly Act<Walk>[] = [...workActs, ...coinActs, ...pageActs, ...visitorActs, ...timeActs]
