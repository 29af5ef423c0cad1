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
  'eventHold',
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
  'commission',
  'commissionShare',
  'commissionBack',
  'payout',
  'payoutAbove',
  'smsCount',
  'smsPurchase',
  'smsMass',
  'smsMessage',
])
export type RecordDifferenceKind = z.infer<typeof RecordDifferenceKind>

export const DifferenceState = z.enum(['open', 'explained', 'gone'])
export type DifferenceState = z.infer<typeof DifferenceState>

/** Accounts in money; all others count points, laps, visits, stock or SMS. */
const money: readonly string[] = ['balance', 'give', 'cash', 'scan', 'coupon', 'deposit', 'owed']

/** Whether an account is in fen. */
export const isMoney = (account: string): boolean => money.includes(account)
