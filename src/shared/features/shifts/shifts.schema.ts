import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line } from '#shared/core/text.ts'
import { Day, WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { ProductFigure } from '#shared/features/statistics/product-figures.schema.ts'
import { countItems, countUnits, moneyItems, wallets } from './shift-report.calc.ts'

export const ShiftState = z.enum(['open', 'closed'])
export type ShiftState = z.infer<typeof ShiftState>

export const ShiftMove = z.enum(['cashIn', 'cashOut'])
export type ShiftMove = z.infer<typeof ShiftMove>

/** Upper bound of a drawer's cash, against typing errors. */
export const DrawerAmount = Amount.min(0).max(1_000_000)

/** A shift for managers. The expected cash is included only after closing, so that the count is blind. */
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
  /** Counted minus expected cash; negative: short. */
  differenceAmount: Amount.nullable(),
  /** Cash of offline orders that arrived after closing. */
  lateAmount: Amount.nullable(),
  remark: z.string(),
})
export type Shift = z.infer<typeof Shift>

/** Cash of a business day outside shifts, per user. */
export const CashOutside = z.object({
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string(),
  businessDay: Day,
  /** The user who took it; empty if deleted. */
  personName: z.string(),
  count: z.number().int(),
  amount: Amount,
  /** Whether it must still be explained in reconciliation. */
  isOpen: z.boolean(),
})
export type CashOutside = z.infer<typeof CashOutside>

/** A safe payout: cash refunded from the safe, in no shift. */
export const SafePayout = z.object({
  /** Id of the refund or deposit return. */
  id: z.string(),
  causeKind: z.enum(['refund', 'depositReturn', 'bookReturn']),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string(),
  businessDay: Day,
  createTime: WireTime,
  /** The user who paid it out. */
  createBy: z.string(),
  amount: Amount,
  reason: z.string(),
})
export type SafePayout = z.infer<typeof SafePayout>

/** A cash movement: put into the drawer or taken out. */
export const ShiftEntry = z.object({
  id: z.string(),
  kind: ShiftMove,
  amount: Amount,
  reason: z.string(),
  createTime: WireTime,
  createBy: z.string(),
})
export type ShiftEntry = z.infer<typeof ShiftEntry>

/** The open shift as the counter sees it, without the expected cash. */
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

/** Result of counting the drawer. */
export const CountedShift = z.object({
  id: z.string(),
  countedAmount: Amount,
  expectedAmount: Amount,
  differenceAmount: Amount,
  closeTime: WireTime,
  /** Print job of its slip; null if none was requested. */
  jobId: z.string().nullable(),
})
export type CountedShift = z.infer<typeof CountedShift>

const tenderAmounts = { cash: Amount, scan: Amount, coupon: Amount }

/** Report of a shift: X while it is open, Z after closing. */
export const ShiftReport = z.object({
  kind: z.enum(['X', 'Z']),
  takenTime: WireTime,
  shift: Shift,
  /** Movements by tender; each column adds up to its total, and rows do not overlap. */
  money: z.array(z.object({ item: z.enum(moneyItems), ...tenderAmounts })),
  /** The total of cash is the expected cash, including late arrivals. */
  totals: z.object(tenderAmounts),
  revenue: Amount,
  /** Numbers of orders and runs, and movements of members' wallets. */
  counts: z.array(
    z.object({
      item: z.enum(countItems),
      /** Wallet that was used or added to; null in other rows. */
      wallet: z.enum(wallets).nullable(),
      /** Decimal for money, else an integer. */
      amount: z.number(),
      unit: z.enum(countUnits),
    }),
  ),
  /** Products sold and refunded, by any payment method. */
  products: z.array(ProductFigure).default([]),
  /** Single cash movements; the rows of the table include them. */
  entries: z.array(ShiftEntry),
})
export type ShiftReport = z.infer<typeof ShiftReport>

export const Remark = line(200)
export const PrintId = exact(64)

/** Source of a cash refund. Default: the drawer of this counter, or the only open one of the store. */
export const payFromFields = {
  /** The open shift whose drawer pays. */
  shiftId: z.uuid().nullish(),
  /** Reason for a safe payout; requires the action `shift:safe`. */
  safeReason: line(100).default(''),
}
const PayFrom = z.object(payFromFields)
export type PayFrom = z.output<typeof PayFrom>

/** Drawers of a store that can pay out cash. */
export const OpenDrawers = z.object({
  /** Longest open first. */
  drawers: z.array(
    z.object({
      id: z.string(),
      /** The user responsible for it. */
      cashierName: z.string(),
      /** Empty: that of a person in a browser. */
      terminalName: z.string(),
      openTime: WireTime,
      /** Whether it is the caller's counter. */
      isHere: z.boolean(),
    }),
  ),
  /** Whether the store requires an open shift for cash payouts. */
  needsShift: z.boolean(),
})
export type OpenDrawers = z.infer<typeof OpenDrawers>

/** Shift actions that are possible offline. */
const LateActKind = z.enum(['open', 'cashIn', 'cashOut', 'close', 'handover'])

/** A deferred shift action, uploaded by the terminal later. */
export const DeferredShiftAction = z.object({
  act: LateActKind,
  happenedAt: z.iso.datetime({ offset: true }).max(40),
  /** The user at the terminal at that time. */
  operatorId: z.uuid(),
  /** Id of the shift; for an opening it equals the idempotency key. */
  shiftId: z.uuid().nullable().default(null),
  /** Float, moved cash or counted cash. */
  amount: DrawerAmount,
  /** The user responsible afterwards, for an opening or hand-over; the terminal has checked the password. */
  cashierId: familyField(z.uuid().nullable().default(null)),
  /** Reason of a movement or remark of a count. */
  remark: Remark.default(''),
  /** YES: print a slip of the count. */
  doPrint: YesNo.default('NO'),
  printId: PrintId.default(''),
})
export type DeferredShiftAction = z.infer<typeof DeferredShiftAction>
