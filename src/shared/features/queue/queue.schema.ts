import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { MAX_CHARGE_VEHICLES, OrderPayMode, VehicleIds } from '#shared/features/sessions/charge.schema.ts'
import { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { payFromFields } from '#shared/features/shifts/shifts.schema.ts'

/** Waits; was called; rides; has ridden; left the line without a ride. */
export const QueueState = z.enum(['WAITING', 'CALLED', 'STARTED', 'DONE', 'CANCELLED'])
export type QueueState = z.infer<typeof QueueState>

/** Why somebody left the line without a ride; empty where nobody did. */
export const EndReason = z.enum(['', 'cancelled', 'refunded', 'expired'])
export type EndReason = z.infer<typeof EndReason>

/** More places than a line shows. */
export const MAX_SHOWN_QUEUE_ENTRIES = 500

/** A place in line, with the ride that waits. */
export const QueueEntry = z.object({
  id: z.uuid(),
  playId: z.uuid(),
  consumeid: z.uuid(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string(),
  ticketNo: z.string(),
  paiduiNumber: z.number().int(),
  queueState: QueueState,
  endReason: EndReason,
  createTime: WireTime,
  callTime: WireTime.nullable(),
  remindTime: WireTime.nullable(),
  /** After this it can neither be called nor started. */
  expireTime: WireTime.nullable(),
  /** Who made the state what it is, and when. */
  changeBy: z.string(),
  changeTime: WireTime.nullable(),
  racer: familyField(z.string()),
  userId: z.string(),
  userNickname: z.string(),
  consumeRoleName: z.string(),
  consumeType: ConsumeType,
  consumeVehicleMode: RunMode,
  countCycleNumber: z.number().int(),
  duration: z.number().int(),
  people: z.number().int(),
  /** The vehicle that it waits for or rides; empty: any. */
  vehicleId: z.string(),
  vehicleName: z.string(),
  remark: z.string(),
  payMode: OrderPayMode,
  amount: Amount,
  /** How many rides the order paid for: they are cancelled together. */
  countOrder: z.number().int(),
  /** How many stand before it, and when it will probably begin; null where it does not wait, or no vehicle is in service. */
  ahead: z.number().int().nullable(),
  waitMinutes: z.number().int().nullable(),
  /** By the server's clock: how long ago it was called, and how long it is good for still; null where it does not stand in line. */
  calledMinutes: z.number().int().nullable(),
  leftMinutes: z.number().int().nullable(),
})
export type QueueEntry = z.infer<typeof QueueEntry>

/** The line as it stands, in its order. */
export const WaitingQueue = z.object({
  records: z.array(QueueEntry),
  waiting: z.number().int(),
  called: z.number().int(),
  /** What somebody waits who joins now; null where no vehicle is in service. */
  waitMinutes: z.number().int().nullable(),
  callAhead: z.number().int(),
})
export type WaitingQueue = z.infer<typeof WaitingQueue>

const isOnce = (ids: readonly string[]): boolean => new Set(ids).size === ids.length

/** A ride that waits, and the vehicle that it begins on. */
const StartOf = z.object({
  /** Of the place in line; a play record or an order may be named as well, which means its next place. */
  id: z.uuid(),
  vehicleId: z.uuid(),
})

export const StartQueuedInput = z.object({
  starts: z
    .array(StartOf)
    .min(1)
    .max(MAX_CHARGE_VEHICLES)
    .refine((starts) => isOnce(starts.map(({ vehicleId }) => vehicleId)), wrong('input.vehiclesOnce')),
  terminalId: z.uuid().nullish(),
})
export type StartQueuedInput = z.output<typeof StartQueuedInput>

/** The same in the family's words. */
export const LineUpStart = z.object({ consumeid: z.uuid(), vehicleId: VehicleIds.default('') })
export type LineUpStart = z.output<typeof LineUpStart>

/** A ride that has begun. */
export const StartedRide = z.object({
  id: z.uuid(),
  playId: z.uuid(),
  consumeId: z.uuid(),
  gameLogId: z.uuid(),
  vehicleId: z.uuid(),
  vehicleName: z.string(),
  ticketNo: z.string(),
  racer: familyField(z.string()),
})
export type StartedRide = z.infer<typeof StartedRide>

export const StartedRides = z.object({ startTime: WireTime, starts: z.array(StartedRide) })
export type StartedRides = z.infer<typeof StartedRides>

/** Of a place, a record or an order. */
export const OneQueued = z.object({ id: z.uuid() })

export const CancelQueuedInput = z.object({
  id: z.uuid(),
  remark: line(200).default(''),
  /** The refund password of whoever is signed in, where money leaves the venue. */
  password: exact(128).default(''),
  terminalId: z.uuid().nullish(),
  printId: exact(64).default(''),
  /** Of cash alone. */
  ...payFromFields,
})
export type CancelQueuedInput = z.output<typeof CancelQueuedInput>

export const CancelledOrder = z.object({
  consumeid: z.uuid(),
  /** The places that left the line. */
  entries: z.array(z.uuid()),
  /** Null where nothing was paid. */
  refundId: z.uuid().nullable(),
  /** `refunding`: the payment's provider has not said so yet. */
  refundState: z.enum(['refunding', 'refunded']).nullable(),
  payWay: z.enum(['balance', 'cash', 'scan', 'coupon']).nullable(),
  amount: Amount,
  /** A deposit that the guest has to get back still. */
  deposit: Amount,
})
export type CancelledOrder = z.infer<typeof CancelledOrder>

export const RenameRacer = z.object({ id: z.uuid(), racer: familyField(line(30, 1)) })

/** A new name, or a new place: directly before the number that is named. */
export const EditQueued = z.object({
  id: z.uuid(),
  racer: familyField(line(30, 1).optional()),
  paiduiNumber: z.number().int().min(1).max(99_999).optional(),
})
export type EditQueued = z.output<typeof EditQueued>

/** What a guest sees of the own place, without a name. */
export const GuestQueueEntry = z.object({
  ticketNo: z.string(),
  departName: z.string(),
  queueState: QueueState,
  endReason: EndReason,
  ahead: z.number().int().nullable(),
  waitMinutes: z.number().int().nullable(),
  vehicleName: z.string(),
  /** The numbers that are called now. */
  called: z.array(z.string()),
  /** Of the page that shows what the ride brings; empty until it has begun. */
  resultKey: z.string(),
})
export type GuestQueueEntry = z.infer<typeof GuestQueueEntry>
