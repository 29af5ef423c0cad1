import { z } from 'zod'
import { pageOf } from '#shared/core/envelope.ts'
import { Amount } from '#shared/core/money.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { WireTime } from '#shared/core/time.ts'

/** Pages of own records, 20 each. */
const Paging = z.object({ pageNo: z.coerce.number().int().min(1).max(1000).catch(1).default(1) })
export const RECORDS_PER_PAGE = 20

const Wallet = z.enum(['balance', 'give', 'integral', 'laps', 'coins', 'frequency'])

/** What a member has. */
const Home = z.object({
  /** What can be spent: without what is held for pending rides. */
  wallets: z.object({
    balance: Amount,
    give: Amount,
    integral: z.number().int(),
    laps: z.number().int(),
    coins: z.number().int(),
  }),
  /** Money that pending rides hold. */
  held: Amount,
  visits: z.array(z.object({ project: z.string(), count: z.number().int() })).max(500),
  /** Parts of wallets that end, the soonest first. */
  lots: z
    .array(
      z.object({
        id: z.number().int(),
        wallet: Wallet,
        /** Of visits. */
        project: z.string(),
        value: Amount,
        lastDay: z.string(),
        daysLeft: z.number().int(),
      }),
    )
    .max(50),
  /** Valid unlimited cards. */
  cards: z
    .array(
      z.object({
        name: z.string(),
        project: z.string(),
        /** Null: without an end. */
        lastDay: z.string().nullable(),
        /** -1: without limit. */
        usesLeft: z.number().int(),
      }),
    )
    .max(500),
  level: z.object({ name: z.string(), experience: z.number().int(), next: z.string(), lacks: z.number().int() }),
  /** How much waits on other pages. */
  waiting: z.object({
    queue: z.number().int(),
    bookings: z.number().int(),
    coupons: z.number().int(),
    things: z.number().int(),
    gifts: z.number().int(),
  }),
})
export type MemberHome = z.infer<typeof Home>

const Ride = z.object({
  id: z.uuid(),
  time: WireTime,
  ticketNo: z.string(),
  rule: z.string(),
  vehicle: z.string(),
  racer: z.string(),
  state: z.enum(['open', 'done', 'cancelled']),
  /** The best lap; null: none was timed. */
  bestMs: z.number().int().nullable(),
  /** The key of the page with the result. */
  resultKey: z.string(),
})

const Order = z.object({
  id: z.uuid(),
  time: WireTime,
  name: z.string(),
  /** In money; 0 where other value paid. */
  amount: Amount,
  /** Points, laps, visits and coins that it took. */
  integral: z.number().int(),
  laps: z.number().int(),
  visits: z.number().int(),
  coins: z.number().int(),
  refunded: Amount,
  state: z.enum(['nopay', 'paid', 'closed', 'refunding', 'refunded']),
})

const Recharge = z.object({
  id: z.uuid(),
  time: WireTime,
  name: z.string(),
  amount: Amount,
  balance: Amount,
  give: Amount,
  refunded: Amount,
  state: z.enum(['nopay', 'paid', 'closed', 'refunding', 'refunded']),
})

const Best = z.object({ vehicleType: z.string(), rule: z.string(), ms: z.number().int(), time: WireTime })

const Period = z.enum(['day', 'week', 'month', 'quarter', 'year', 'overgame'])

/** What a member has and did, for the pages of the member page. */
export const memberHome = onScreen('memberHome', {
  home: route({
    method: 'GET',
    path: '/m/home',
    summary: 'Wallets with what ends, unlimited cards, level, and how much waits on other pages',
    access: 'member',
    result: Home,
  }),
  code: route({
    method: 'GET',
    path: '/m/card',
    summary: 'The code that names the member at the counter; it changes every 30 seconds',
    access: 'member',
    result: z.object({ code: z.string(), secondsLeft: z.number().int() }),
  }),
  rides: route({
    method: 'GET',
    path: '/m/rides',
    summary: "A page of the member's rides, the newest first",
    access: 'member',
    query: Paging,
    result: pageOf(Ride),
  }),
  orders: route({
    method: 'GET',
    path: '/m/orders',
    summary: "A page of the member's orders, the newest first",
    access: 'member',
    query: Paging,
    result: pageOf(Order),
  }),
  recharges: route({
    method: 'GET',
    path: '/m/recharges',
    summary: "A page of the member's recharges, the newest first",
    access: 'member',
    query: Paging,
    result: pageOf(Recharge),
  }),
  bests: route({
    method: 'GET',
    path: '/m/bests',
    summary: "The member's best laps by vehicle type and rule",
    access: 'member',
    result: z.array(Best).max(20),
  }),
  ranking: route({
    method: 'GET',
    path: '/m/ranking',
    summary: 'The ranking of the latest run in a period; names of racers only',
    access: 'member',
    query: z.object({ period: Period.default('month') }),
    result: z
      .object({
        rule: z.string(),
        vehicleType: z.string(),
        places: z.array(z.object({ place: z.number().int(), racer: z.string(), ms: z.number().int() })),
      })
      .nullable(),
  }),
  queue: route({
    method: 'GET',
    path: '/m/queue',
    summary: "The member's places in the queue",
    access: 'member',
    result: z
      .array(
        z.object({
          ticketNo: z.string(),
          rule: z.string(),
          isCalled: z.boolean(),
          ahead: z.number().int().nullable(),
          waitMinutes: z.number().int().nullable(),
        }),
      )
      .max(500),
  }),
  coupons: route({
    method: 'GET',
    path: '/m/coupons',
    summary: "The member's own coupons that can be used now, with the codes that a counter scans",
    access: 'member',
    result: z
      .array(
        z.object({
          code: z.string(),
          name: z.string(),
          kind: z.enum(['value', 'rule', 'discount', 'gift']),
          value: Amount,
          percent: z.number().int(),
          rules: z.string(),
          gift: z.string(),
          endTime: WireTime.nullable(),
        }),
      )
      .max(50),
  }),
  things: route({
    method: 'GET',
    path: '/m/things',
    summary: "The member's things in the cloakroom, and gifts that can be collected",
    access: 'member',
    result: z.object({
      things: z
        .array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            pieces: z.number().int(),
            place: z.string(),
            since: WireTime,
            /** What is due now. */
            due: Amount,
            /** The fee begins; null: storing is free. */
            freeUntil: WireTime.nullable(),
          }),
        )
        .max(200),
      gifts: z.array(z.object({ id: z.uuid(), name: z.string(), pieces: z.number().int(), since: WireTime })).max(200),
    }),
  }),
})
