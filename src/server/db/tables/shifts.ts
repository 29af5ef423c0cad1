import type { ColumnType, Generated } from 'kysely'

type Later = ColumnType<Date | null, Date | null | undefined, Date | null>

interface Shift {
  id: string
  orgCode: string
  /** The terminal of the counter; null: a browser. */
  terminalId: string | null
  terminalName: Generated<string>
  /** The user who was signed in when it began. */
  operatorId: string
  /** The user responsible for the cash. */
  cashierId: string
  cashierName: string
  /** `yyyy-MM-dd`. */
  businessDay: ColumnType<string, string, never>
  openedAt: ColumnType<Date, Date, never>
  /** In fen, as the others. */
  openingFloat: number
  /** The shift that was handed over to this one. */
  takenOver: Generated<string | null>
  closedAt: Later
  closedBy: Generated<string | null>
  closedByName: Generated<string>
  counted: Generated<number | null>
  /** The expected cash by the ledger when it was closed. */
  expected: Generated<number | null>
  /** The last ledger entry that it included then. */
  closedSeq: Generated<number | null>
  remark: Generated<string>
  difference: ColumnType<number | null, never, never>
  state: ColumnType<'open' | 'closed', never, never>
}

interface ShiftEntry {
  id: string
  orgCode: string
  shiftId: string
  kind: 'cashIn' | 'cashOut'
  amount: number
  reason: string
  createdBy: string
  createdAt: Date
}

/** Cash that was paid from the safe, by the cause of its ledger entries. */
interface SafePayout {
  causeKind: string
  causeId: string
  orgCode: string
  amount: number
  reason: string
  operatorId: string
  operatorName: string
  /** `yyyy-MM-dd`. */
  businessDay: string
  createdAt: Date
}

export interface ShiftTables {
  shift: Shift
  shiftEntry: ShiftEntry
  safePayout: SafePayout
}
