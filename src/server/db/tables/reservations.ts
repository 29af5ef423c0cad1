import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { BookDepositState, BookState } from '#shared/features/reservations/reservations.schema.ts'

type Later = ColumnType<Date | null, Date | null | undefined, Date | null>

interface ReservationSession {
  id: string
  orgCode: string
  /** `yyyy-MM-dd`, of its beginning. */
  businessDay: string
  number: number
  startsAt: Date
  endsAt: Date
  /** People; 0 is no limit. */
  capacity: number
  locked: boolean
  ruleId: string | null
  ruleName: Generated<string>
  remark: Generated<string>
  createdBy: string
  createdAt: Date
  updatedBy: Generated<string | null>
  updatedAt: Later
}

interface Reservation {
  id: string
  orgCode: string
  sessionId: string
  /** Those of the session, as the next two are. */
  sessionNumber: number
  startsAt: Date
  endsAt: Date
  state: BookState
  /** Staff must still confirm it. */
  toConfirm: Generated<boolean>
  /** Null: a walk-in. */
  memberId: string | null
  name: string
  phone: string
  people: number
  arrived: Generated<number>
  ruleId: string | null
  ruleName: Generated<string>
  remark: Generated<string>
  /** In fen. */
  deposit: Generated<number>
  depositPayMode: Generated<'none' | 'cash' | 'scan'>
  depositState: Generated<BookDepositState>
  /** The cause of the ledger entries that ended it. */
  depositEndId: Generated<string | null>
  depositEndedAt: Later
  /** The time in which cancelling returned it was over before the reservation was moved. */
  depositStays: Generated<boolean>
  arrivedAt: Later
  cancelledAt: Later
  cancelledBy: Generated<string>
  cancelReason: Generated<string>
  remindedAt: Later
  operatorId: string
  operatorName: string
  cashierId: string | null
  cashierName: Generated<string>
  terminalId: string | null
  createdBy: string
  createdAt: Date
  updatedBy: Generated<string | null>
  updatedAt: Later
}

interface ReservationArrival {
  orderId: string
  orgCode: string
  reservationId: string
  people: number
  /** How the deposit is returned once a scanned code has paid the order; null: not with this order. */
  depositReturn: JSONColumnType<object> | null
}

export interface ReservationTables {
  reservationSession: ReservationSession
  reservation: Reservation
  reservationArrival: ReservationArrival
}
