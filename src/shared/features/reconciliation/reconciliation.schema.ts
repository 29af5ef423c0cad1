import { z } from 'zod'

/** Kinds of comparisons; their texts are `reconciliation.kind.<value>`. */
export const RecordDifferenceKind = z.enum([
  'wallet',
  'lots',
  'held',
  'lot',
  'hold',
  'reversal',
  'charge',
  'chargeAmount',
  'recharge',
  'refund',
  'refunded',
  'exchange',
  'coinOutput',
  'coinDifference',
  'eventFee',
  'deposit',
  'coupon',
  'clearing',
  'payment',
  'paymentRefund',
  'paymentAbove',
  'shift',
  'drawer',
  'handover',
  'count',
  'outside',
  'safe',
  'stock',
  'giftPoints',
  'giftCoupon',
])
export type RecordDifferenceKind = z.infer<typeof RecordDifferenceKind>

export const DifferenceState = z.enum(['open', 'explained', 'gone'])
export type DifferenceState = z.infer<typeof DifferenceState>

/** Accounts in money; all others count points, laps or visits. */
const money: readonly string[] = ['balance', 'give', 'cash', 'scan', 'coupon', 'deposit']

/** Whether an account is in fen. */
export const isMoney = (account: string): boolean => money.includes(account)
