import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { Day, GivenTime, WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { ChargeInput, ChargeResult, GuestPayMode } from '#shared/features/sessions/charge.schema.ts'
import { payFromFields } from '#shared/features/shifts/shifts.schema.ts'

/** In this order: bookable, full, locked, running, over. */
export const SessionState = z.enum(['open', 'full', 'locked', 'running', 'ended'])
export type SessionState = z.infer<typeof SessionState>

/** In this order: awaits confirmation or deposit, confirmed, arrived, cancelled, no-show. */
export const BookState = z.enum(['WAITING', 'CONFIRMED', 'ARRIVED', 'CANCELLED', 'MISSED'])
export type BookState = z.infer<typeof BookState>

/** In this order: none required, being paid, held, returned, retained by the store, never paid. */
export const BookDepositState = z.enum(['none', 'unpaid', 'held', 'returned', 'kept', 'failed'])
export type BookDepositState = z.infer<typeof BookDepositState>

export const DepositPayMode = z.enum(['none', 'cash', 'scan'])

/** People of a session; 0 sets no limit (spec §5). */
const Capacity = z.number().int().min(0).max(9999)
const People = z.number().int().min(1).max(99)
/** Longest span of days that a calendar shows. */
export const MAX_CALENDAR_DAYS = 8
/** Most sessions that one plan creates. */
export const MAX_PLANNED_SESSIONS = 500

const isLater = ({ startTime, endTime }: { startTime?: string | undefined; endTime?: string | undefined }): boolean =>
  startTime === undefined || endTime === undefined || startTime < endTime

const endsLater = { ...wrong('input.endAfterStart'), path: ['endTime'] }

/** A booking session: a time span with a capacity. */
export const ReservationSession = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string().nullable(),
  businessDay: Day,
  /** Number within the business day, from 1. */
  sessionNumber: z.number().int(),
  startTime: WireTime,
  endTime: WireTime,
  capacity: Capacity,
  locked: YesNo,
  /** The rule suggested for its guests; empty: any. */
  ruleId: familyField(z.string().nullable()),
  consumeRoleName: z.string(),
  remark: z.string(),
  /** Booked people, without cancellations and no-shows. */
  booked: z.number().int(),
  sessionState: SessionState,
  createBy: z.string().nullable(),
  createTime: z.string().nullable(),
})
export type ReservationSession = z.infer<typeof ReservationSession>

const sessionFields = {
  startTime: GivenTime,
  endTime: GivenTime,
  capacity: Capacity,
  locked: YesNo,
  ruleId: familyField(z.union([z.literal(''), z.uuid()])),
  remark: line(200),
}

export const NewSession = z
  .object({
    ...sessionFields,
    capacity: Capacity.default(0),
    locked: YesNo.default('NO'),
    ruleId: sessionFields.ruleId.default(''),
    remark: line(200).default(''),
  })
  .refine(isLater, endsLater)
export type NewSession = z.output<typeof NewSession>

export const SessionEdit = z
  .object({ id: z.uuid(), ...z.object(sessionFields).partial().shape })
  .refine(isLater, endsLater)
export type SessionEdit = z.output<typeof SessionEdit>

const Clock = exact(5).regex(/^([01]\d|2[0-3]):[0-5]\d$/, wrong('input.clock'))

/** Plan of consecutive sessions on several days. */
export const SessionPlan = z.object({
  fromDay: Day,
  toDay: Day,
  /** Weekdays; Monday is 1. */
  weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7).default([1, 2, 3, 4, 5, 6, 7]),
  fromTime: Clock,
  /** Latest end of a session. */
  toTime: Clock,
  /** Length of a session and the pause to the next, in minutes (spec §9). */
  duration: z.number().int().min(1).max(1440),
  interval: z.number().int().min(0).max(1440).default(0),
  capacity: Capacity.default(0),
  ruleId: sessionFields.ruleId.default(''),
})
export type SessionPlan = z.output<typeof SessionPlan>

/** A reservation. */
export const Reservation = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string().nullable(),
  sessionId: z.string(),
  sessionNumber: z.number().int(),
  startTime: WireTime,
  endTime: WireTime,
  bookState: BookState,
  /** The guest: a member, or a name and a phone number. */
  userId: z.string(),
  realname: z.string(),
  /** Masked unless the caller may see phone numbers. */
  phone: z.string(),
  people: z.number().int(),
  /** Number of people who have arrived. */
  arrived: z.number().int(),
  ruleId: familyField(z.string().nullable()),
  consumeRoleName: z.string(),
  deposit: Amount,
  depositPayMode: DepositPayMode,
  depositState: BookDepositState,
  remark: z.string(),
  arriveTime: WireTime.nullable(),
  cancelTime: WireTime.nullable(),
  cancelReason: z.string(),
  /** When a reminder was last requested. */
  remindTime: WireTime.nullable(),
  departusername: z.string(),
  createBy: z.string().nullable(),
  createTime: z.string().nullable(),
})
export type Reservation = z.infer<typeof Reservation>

const Phone = exact(20).regex(/^(\+?\d{5,15})?$/, wrong('input.phoneDigits'))

export const BookInput = z.object({
  sessionId: z.uuid(),
  /** Member id; empty: a name and a phone number instead. */
  userId: exact(32).default(''),
  realname: line(30).default(''),
  phone: Phone.default(''),
  people: People.default(1),
  ruleId: sessionFields.ruleId.default(''),
  remark: line(200).default(''),
  /** YES: it takes its places but awaits confirmation. */
  toConfirm: YesNo.default('NO'),
  deposit: Amount.min(0).max(100_000).default(0),
  consumePayMode: GuestPayMode.default('cash'),
  payCode: exact(64).nullish(),
  cashierId: familyField(exact(64).nullish()),
})
export type BookInput = z.output<typeof BookInput>

export const BookEdit = z.object({
  id: z.uuid(),
  sessionId: z.uuid().optional(),
  realname: line(30, 1).optional(),
  /** May be the masked number as shown, which changes nothing. */
  phone: exact(20)
    .regex(/^(\+?[\d*]{5,15})?$/, wrong('input.phoneDigits'))
    .optional(),
  people: People.optional(),
  ruleId: sessionFields.ruleId.optional(),
  remark: line(200).optional(),
})
export type BookEdit = z.output<typeof BookEdit>

export const OneReservation = z.object({ id: z.uuid() })

/** What happens to the deposit; default: by the store's terms. */
export const CancelBooking = z.object({
  id: z.uuid(),
  reason: line(200, 1),
  deposit: z.enum(['return', 'keep']).optional(),
  cashierId: familyField(exact(64).nullish()),
  /** Of a deposit in cash. */
  ...payFromFields,
})
export type CancelBooking = z.output<typeof CancelBooking>

export const ReturnBookDeposit = z.object({
  id: z.uuid(),
  cashierId: familyField(exact(64).nullish()),
  ...payFromFields,
})
export type ReturnBookDeposit = z.output<typeof ReturnBookDeposit>

/** A charge that queues the arrived guests; missing fields come from the reservation. */
export const ArriveInput = ChargeInput.omit({ usageMode: true, people: true }).extend({
  id: z.uuid(),
  /** Number of arriving people; default: all who have not arrived yet. */
  people: People.optional(),
  /** Of a deposit in cash. */
  ...payFromFields,
})
export type ArriveInput = z.output<typeof ArriveInput>

export const Arrival = z.object({
  reservation: Reservation,
  order: ChargeResult,
  /** Part of the deposit returned to the guest now, and how. */
  depositReturned: Amount,
  depositPayMode: DepositPayMode,
})
export type Arrival = z.infer<typeof Arrival>

/** The sessions of some days with their reservations. */
export const Calendar = z.object({
  sessions: z.array(ReservationSession),
  reservations: z.array(Reservation),
})
export type Calendar = z.infer<typeof Calendar>
