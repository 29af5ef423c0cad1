import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line } from '#shared/core/text.ts'
import { Day, WireTime } from '#shared/core/time.ts'
import { countItems, countUnits, moneyItems, wallets } from './shift-report.calc.ts'

export const ShiftState = z.enum(['open', 'closed'])
export type ShiftState = z.infer<typeof ShiftState>

export const ShiftMove = z.enum(['cashIn', 'cashOut'])
export type ShiftMove = z.infer<typeof ShiftMove>

/** More than lies in any drawer. */
export const DrawerAmount = Amount.min(0).max(1_000_000)

/** A shift as managers see it. What it ought to have is said only once it is closed: nobody counts towards a figure. */
export const Shift = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string().nullable(),
  businessDay: Day,
  /** Empty: that of a person in a browser. */
  terminalName: z.string(),
  cashierName: z.string(),
  shiftState: ShiftState,
  openTime: WireTime,
  closeTime: WireTime.nullable(),
  closeBy: z.string(),
  floatAmount: Amount,
  countedAmount: Amount.nullable(),
  expectedAmount: Amount.nullable(),
  /** What was counted less what was expected: below zero is short. */
  differenceAmount: Amount.nullable(),
  /** Cash of orders that arrived after it was closed, because their terminal had no connection. */
  lateAmount: Amount.nullable(),
  remark: z.string(),
})
export type Shift = z.infer<typeof Shift>

/** Cash of a business day that no shift has, by whoever took it. */
export const CashOutside = z.object({
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string(),
  businessDay: Day,
  /** Who took it; empty: somebody who is here no more. */
  personName: z.string(),
  count: z.number().int(),
  amount: Amount,
  /** Whether it waits for somebody who says under reconciliation where it is. */
  isOpen: z.boolean(),
})
export type CashOutside = z.infer<typeof CashOutside>

/** Cash that went back to a customer out of the safe and out of no drawer. */
export const SafePayout = z.object({
  /** The refund, or the return of a deposit. */
  id: z.string(),
  causeKind: z.enum(['refund', 'depositReturn', 'bookReturn']),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string(),
  businessDay: Day,
  createTime: WireTime,
  /** Who paid it. */
  createBy: z.string(),
  amount: Amount,
  reason: z.string(),
})
export type SafePayout = z.infer<typeof SafePayout>

/** Cash that was put into the drawer or taken out of it. */
export const ShiftEntry = z.object({
  id: z.string(),
  kind: ShiftMove,
  amount: Amount,
  reason: z.string(),
  createTime: WireTime,
  createBy: z.string(),
})
export type ShiftEntry = z.infer<typeof ShiftEntry>

/** The open shift of a counter, as whoever works there sees it: nothing that tells what ought to be in the drawer. */
export const CounterShift = z.object({
  id: z.string(),
  cashierId: z.string(),
  cashierName: z.string(),
  terminalName: z.string(),
  businessDay: Day,
  openTime: WireTime,
  floatAmount: Amount,
  /** Whether the caller may count it and hand it over. */
  isOwn: z.boolean(),
  entries: z.array(ShiftEntry),
})
export type CounterShift = z.infer<typeof CounterShift>

/** What counting the drawer came to. */
export const CountedShift = z.object({
  id: z.string(),
  countedAmount: Amount,
  expectedAmount: Amount,
  differenceAmount: Amount,
  closeTime: WireTime,
  /** The print job of its slip; null: none was wanted. */
  jobId: z.string().nullable(),
})
export type CountedShift = z.infer<typeof CountedShift>

const tenderAmounts = { cash: Amount, scan: Amount, coupon: Amount }

/** The figures of a shift: X while it is open, Z once it is closed. */
export const ShiftReport = z.object({
  kind: z.enum(['X', 'Z']),
  takenTime: WireTime,
  shift: Shift,
  /** What came and went, by what it was paid with; each column adds up to its total, and nothing is in two rows. */
  money: z.array(z.object({ item: z.enum(moneyItems), ...tenderAmounts })),
  /** That of cash ought to lie in the drawer, with what arrived after it was closed. */
  totals: z.object(tenderAmounts),
  revenue: Amount,
  /** How many orders and runs, and what members' wallets were used for or got. */
  counts: z.array(
    z.object({
      item: z.enum(countItems),
      /** That of members which was used or added to; null in other rows. */
      wallet: z.enum(wallets).nullable(),
      /** Decimal where the unit is money, else whole. */
      amount: z.number(),
      unit: z.enum(countUnits),
    }),
  ),
  /** Cash that was put in and taken out, one by one; the rows of the table contain it. */
  entries: z.array(ShiftEntry),
})
export type ShiftReport = z.infer<typeof ShiftReport>

export const Remark = line(200)
export const PrintId = exact(64)

/** Where cash that goes back to a customer is paid from. Left out: the drawer of this counter, or the only one that is open at the store. */
export const payFromFields = {
  /** The open shift whose drawer pays. */
  shiftId: z.uuid().nullish(),
  /** Why the safe pays and no drawer does; needs the right `shift:safe`. */
  safeReason: line(100).default(''),
}
const PayFrom = z.object(payFromFields)
export type PayFrom = z.output<typeof PayFrom>

/** The drawers that can pay cash out at a store. */
export const OpenDrawers = z.object({
  /** The longest open first. */
  drawers: z.array(
    z.object({
      id: z.string(),
      /** Who answers for it. */
      cashierName: z.string(),
      /** Empty: that of a person in a browser. */
      terminalName: z.string(),
      openTime: WireTime,
      /** Whether it is the drawer of the counter that asks. */
      isHere: z.boolean(),
    }),
  ),
  /** Whether the store pays no cash while nobody has a shift open. */
  needsShift: z.boolean(),
})
export type OpenDrawers = z.infer<typeof OpenDrawers>

/** What can be done with a drawer while the server is away. */
const LateActKind = z.enum(['open', 'cashIn', 'cashOut', 'close', 'handover'])

/** Something that was done with a drawer at a terminal while the server was away, as that terminal tells it later. */
export const DeferredShiftAction = z.object({
  act: LateActKind,
  happenedAt: z.iso.datetime({ offset: true }).max(40),
  /** Who worked at the terminal then. */
  operatorId: z.uuid(),
  /** The shift that it was done with; one that is opened has the key for its id. */
  shiftId: z.uuid().nullable().default(null),
  /** The float, what was moved, or what was counted. */
  amount: DrawerAmount,
  /** Who answers for the cash from then on, of an opening and of a hand-over; the terminal has seen the password. */
  cashierId: familyField(z.uuid().nullable().default(null)),
  /** The reason of a move, or the remark of a count. */
  remark: Remark.default(''),
  /** YES: a slip of the count is printed, now that the figures are known. */
  doPrint: z.enum(['YES', 'NO']).default('NO'),
  printId: PrintId.default(''),
})
export type DeferredShiftAction = z.infer<typeof DeferredShiftAction>
