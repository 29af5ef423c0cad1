import { z } from 'zod'

/** What is compared with what; the texts `reconciliation.kind.<value>` say it in words. */
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
  'deposit',
  'payment',
  'paymentRefund',
  'paymentAbove',
  'shift',
  'drawer',
  'handover',
  'count',
  'outside',
  'safe',
])
export type RecordDifferenceKind = z.infer<typeof RecordDifferenceKind>

export const DifferenceState = z.enum(['open', 'explained', 'gone'])
export type DifferenceState = z.infer<typeof DifferenceState>

/** Accounts whose figures are money. */
const money: readonly string[] = ['balance', 'give', 'cash', 'scan', 'coupon', 'deposit']

/** Whether figures of an account are fen, and not points, laps or visits. */
export const isMoney = (account: string): boolean => money.includes(account)
