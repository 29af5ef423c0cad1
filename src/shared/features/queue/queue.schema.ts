import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { MAX_CHARGE_VEHICLES, OrderPayMode, VehicleIds } from '#shared/features/sessions/charge.schema.ts'
import { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { payFromFields } from '#shared/features/shifts/shifts.schema.ts'

/** `DONE`: the ride is over. `CANCELLED`: left the queue without a ride, see {@link EndReason}. */
export const QueueState = z.enum(['WAITING', 'CALLED', 'STARTED', 'DONE', 'CANCELLED'])
export type QueueState = z.infer<typeof QueueState>

/** Why an entry left the queue without a ride; empty for all other states. */
export const EndReason = z.enum(['', 'cancelled', 'refunded', 'expired'])
export type EndReason = z.infer<typeof EndReason>

/** Entries that a queue listing returns, and that a terminal queues without the server (`line.full`). */
export const MAX_QUEUE_ENTRIES = 500

/** A queue entry with its ride. */
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
  /** Expiry; afterwards the entry can be neither called nor started. */
  expireTime: WireTime.nullable(),
  /** User and time of the last change of state. */
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
  /** Requested or used vehicle; empty: any. */
  vehicleId: z.string(),
  vehicleName: z.string(),
  remark: z.string(),
  payMode: OrderPayMode,
  amount: Amount,
  /** Rides of the same order; they are cancelled together. */
  countOrder: z.number().int(),
  /** Entries before it, and the expected start; null if it does not wait or no vehicle is in service. */
  ahead: z.number().int().nullable(),
  waitMinutes: z.number().int().nullable(),
  /** Minutes since the call and until expiry, by the server's clock; null if it is not in the queue. */
  calledMinutes: z.number().int().nullable(),
  leftMinutes: z.number().int().nullable(),
})
export type QueueEntry = z.infer<typeof QueueEntry>

/** The current queue, in order. */
export const WaitingQueue = z.object({
  records: z.array(QueueEntry),
  waiting: z.number().int(),
  called: z.number().int(),
  /** Expected wait of a new entry; null if no vehicle is in service. */
  waitMinutes: z.number().int().nullable(),
  callAhead: z.number().int(),
})
export type WaitingQueue = z.infer<typeof WaitingQueue>

const isOnce = (ids: readonly string[]): boolean => new Set(ids).size === ids.length

/** A queued ride and the vehicle to start it on. */
const StartOf = z.object({
  /** Id of a queue entry, or of a play record or order, meaning its next entry. */
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

/** The same input with the field names of the API family. */
export const LineUpStart = z.object({ consumeid: z.uuid(), vehicleId: VehicleIds.default('') })
export type LineUpStart = z.output<typeof LineUpStart>

/** A started ride. */
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

/** Id of a queue entry, play record or order. */
export const OneQueued = z.object({ id: z.uuid() })

export const CancelQueuedInput = z.object({
  id: z.uuid(),
  remark: line(200).default(''),
  /** Refund password of the signed-in user, required if money is paid out. */
  password: exact(128).default(''),
  terminalId: z.uuid().nullish(),
  printId: exact(64).default(''),
  /** Only for cash. */
  ...payFromFields,
})
export type CancelQueuedInput = z.output<typeof CancelQueuedInput>

export const CancelledOrder = z.object({
  consumeid: z.uuid(),
  /** The removed queue entries. */
  entries: z.array(z.uuid()),
  /** Null if nothing had been paid. */
  refundId: z.uuid().nullable(),
  /** `refunding`: the provider has not confirmed it yet. */
  refundState: z.enum(['refunding', 'refunded']).nullable(),
  payWay: z.enum(['balance', 'cash', 'scan', 'coupon']).nullable(),
  amount: Amount,
  /** Deposit still to be returned to the guest. */
  deposit: Amount,
})
export type CancelledOrder = z.infer<typeof CancelledOrder>

export const RenameRacer = z.object({ id: z.uuid(), racer: familyField(line(30, 1)) })

/** A new racer name, or a new position directly before another queue number. */
export const EditQueued = z.object({
  id: z.uuid(),
  racer: familyField(line(30, 1).optional()),
  paiduiNumber: z.number().int().min(1).max(99_999).optional(),
})
export type EditQueued = z.output<typeof EditQueued>

/** A queue entry as shown to its guest, without names. */
export const GuestQueueEntry = z.object({
  ticketNo: z.string(),
  departName: z.string(),
  queueState: QueueState,
  endReason: EndReason,
  ahead: z.number().int().nullable(),
  waitMinutes: z.number().int().nullable(),
  vehicleName: z.string(),
  /** Queue numbers called at present. */
  called: z.array(z.string()),
  /** Key of the page with the ride's result; empty until the ride has started. */
  resultKey: z.string(),
})
export type GuestQueueEntry = z.infer<typeof GuestQueueEntry>
