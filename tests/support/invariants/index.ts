import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { bookingInvariants, endedBookingInvariants } from './bookings.ts'
import { coinInvariants, endedCoinInvariants } from './coins.ts'
import { drawerInvariants } from './drawers.ts'
import { endedEventInvariants, eventInvariants } from './events.ts'
import { exchangeInvariants } from './exchanges.ts'
import { endedFloorInvariants, floorInvariants } from './floor.ts'
import { goodsInvariants } from './goods.ts'
import { brokenOf } from './invariant.ts'
import { chargeInvariants, rechargeInvariants, refundInvariants } from './orders.ts'
import { endedPaymentInvariants, paymentInvariants } from './payments.ts'
import { couponInvariants, rideInvariants } from './rides.ts'
import { visitorInvariants } from './visitors.ts'

/** Invariants of money and of what it pays for, between any two transactions. */
const ALWAYS = [
  ...chargeInvariants,
  ...rechargeInvariants,
  ...refundInvariants,
  ...exchangeInvariants,
  ...paymentInvariants,
  ...drawerInvariants,
  ...couponInvariants,
  ...rideInvariants,
  ...floorInvariants,
  ...bookingInvariants,
  ...goodsInvariants,
  ...coinInvariants,
  ...visitorInvariants,
  ...eventInvariants,
]

/**
 * Everything that does not add up in the stores in scope: ledger, wallets, lots and holds, orders, payments, drawers, coupons,
 * rides, stock, coins, events. `endedAt`: set when all payments have timed out and the scheduled jobs have run, so that the provider must agree as
 * well.
 */
export async function findBroken(trx: Transaction, endedAt?: Date): Promise<string[]> {
  // Small tables without statistics: compiling the statements would take longer than running them.
  await sql`set local jit = off`.execute(trx)
  // A drawer that was counted short and coins that a machine reported late are differences between things and records, not between records.
  const compared = (await findDifferences(trx))
    .filter(({ kind }) => kind !== 'count' && kind !== 'coinDifference')
    .map((difference) => `reconciliation: ${JSON.stringify(difference)}`)
  const ended = endedAt
    ? [
        ...endedPaymentInvariants(endedAt),
        ...endedFloorInvariants(endedAt),
        ...endedBookingInvariants(endedAt),
        ...endedCoinInvariants,
        ...endedEventInvariants(endedAt),
      ]
    : []
  return [...compared, ...(await brokenOf(trx, [...ALWAYS, ...ended]))]
}
