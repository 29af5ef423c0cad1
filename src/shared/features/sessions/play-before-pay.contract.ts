import { z } from 'zod'
import { listFilters } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { familyField, familyValues } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { idList, knownColumn, listQuery, onScreen, route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { Moment, WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { photoFields } from '#shared/features/photos/racer-photos.schema.ts'
import { ConsumeType, PriceMode } from '#shared/features/rules/consume-rules.contract.ts'
import { TicketData } from '#shared/ipc/devices.ts'
import { OfflinePayment } from './offline-payment.schema.ts'
import { EditInput, LinkInput } from './play-record-edits.schema.ts'
import { playRecordSearchFields, playRecordSort } from './play-record-search.schema.ts'

export const RunMode = z.enum(['circlemode', 'timermode'])
export type RunMode = z.infer<typeof RunMode>

/**
 * `PENDING`: not yet paid. `NOPAY`: payment in progress. All others are final, except that
 * `ESCAPED` can still be settled.
 */
export const PlayState = familyValues(z.enum(['PENDING', 'RECHARGED', 'CONSUMED', 'ESCAPED', 'CANCELLED', 'NOPAY']))
export type PlayState = z.infer<typeof PlayState>

/** Refund state of a settled record: partly or fully refunded, or voided. */
export const RecordRefund = z.enum(['none', 'part', 'refunding', 'refunded', 'voided'])
export type RecordRefund = z.infer<typeof RecordRefund>

/** Input of a start (spec §3 start payload). */
export const startFields = z.object({
  consumeVehicleMode: RunMode,
  ruleId: familyField(exact(64).default('')),
  remark: line(200).default(''),
  racer: familyField(line(30).default('')),
  vehicleId: exact(64).default(''),
  /** Member id; empty for a walk-in. */
  userId: exact(32).default(''),
  people: z.number().int().min(1).max(99).default(1),
  /** The cashier, with the same proof as for a charge. */
  cashierId: familyField(exact(64).nullish()),
  ...photoFields,
})
export type StartFields = z.infer<typeof startFields>

export const StartInput = startFields.extend({
  printId: exact(64).default(''),
  /** Actual start time, ISO with offset; for an offline start it precedes the upload. */
  startedAt: Moment.nullish(),
  /**
   * True for an offline start: the ride has happened, so a busy vehicle or an empty wallet no
   * longer refuses it.
   */
  offline: z.boolean().default(false),
  terminalId: z.uuid().nullish(),
  /** Ticket number printed by the terminal when offline. */
  terminalTicket: exact(20).default(''),
  /** What the rule gave at an offline start; it may have been edited before the upload. */
  laps: z.number().int().min(0).max(1000).nullish(),
  minutes: z.number().int().min(0).max(1440).nullish(),
  /** The user at the terminal at an offline start, if another one sends it. */
  operatorId: z.uuid().nullish(),
  /** Payment of an offline start; absent if it was not paid. */
  paid: OfflinePayment.nullish(),
  /** The member's consumption password, required if an online start holds value and the member has one. */
  password: exact(64).nullish(),
})
export type StartInput = z.infer<typeof StartInput>

export const StartResult = z.object({
  id: z.uuid(),
  playState: PlayState,
  gameLogId: z.uuid(),
  /** Queue number of the business day, from 1. */
  paiduiNumber: z.number().int(),
  ticketNo: z.string(),
  vehicleName: z.string(),
  startedAt: z.iso.datetime(),
  /** Whether the member's wallet holds the price. */
  hold: z.enum(['held', 'none']),
  ticket: TicketData,
})
export type StartResult = z.infer<typeof StartResult>

/** A row of the list of play records (spec §2). */
export const PlayRecord = z.object({
  id: z.uuid(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string(),
  createTime: WireTime,
  playState: PlayState,
  playState_dictText: z.string(),
  refundState: RecordRefund,
  ticketNo: z.string(),
  /** Ticket number printed offline by a terminal; the filter `ticketNo` finds it as well. */
  terminalTicket: z.string(),
  gameLogId: z.string().nullable(),
  rechargeId: z.string().nullable(),
  /** Id of the consume order that settled it. */
  consumeId: z.string().nullable(),
  userId: z.string().nullable(),
  userNickname: z.string(),
  userTruenmae: z.string(),
  racer: familyField(z.string()),
  ruleId: familyField(z.string()),
  roleName: z.string(),
  consumeType: ConsumeType,
  consumeType_dictText: z.string(),
  consumeVehicleMode: RunMode,
  consumeVehicleMode_dictText: z.string(),
  countCycleNumber: z.number().int(),
  duration: z.number().int(),
  people: z.number().int(),
  /** Price minus discount, if settled from a balance. */
  price: Amount,
  /** Discount of the member's level at the start. */
  discount: Amount,
  /** `one` charges once for any number of people. */
  priceMode: familyField(PriceMode),
  /** Whether the rule allows level discounts. */
  levelDiscount: YesNo,
  /** Current level of the member; empty if none. */
  memberLevel: z.string(),
  /** Cost in points and visits, by type; laps are `countCycleNumber`. */
  integral: z.number().int(),
  coins: z.number().int().default(0),
  frequency: z.number().int(),
  /** Deposit, once per record. */
  deposit: Amount,
  vehicleId: z.string(),
  vehicleName: z.string(),
  terminalName: z.string(),
  cashierName: z.string(),
  operatorName: z.string(),
  offline: z.boolean(),
  /** Error code of the rule limit that an offline start exceeded; empty if none. */
  ruleConflict: z.string(),
  remark: z.string(),
})
export type PlayRecord = z.infer<typeof PlayRecord>

export const ConsumeInput = z.object({
  id: z.uuid(),
  consumeType: ConsumeType,
  consumeVehicleMode: RunMode,
  consumeVehicleModeText: exact(32).nullish(),
  usageMode: z.enum(['immediate', 'lineup']).default('lineup'),
  usageModeText: exact(32).nullish(),
  consumePayMode: familyValues(z.enum(['wechat', 'cash'])).default('wechat'),
  sysDepartConsumeRoleId: exact(64).default(''),
  doTask: z.literal('YES').default('YES'),
  vehicleId: exact(64).nullish(),
  payCode: exact(64).nullish(),
  /** Cash received. */
  received: Amount.min(0).max(1_000_000).nullish(),
  userId: exact(32).nullish(),
  groupNumber: exact(64).nullish(),
  racer: familyField(line(30).nullish()),
  remark: line(200).nullish(),
  cashierId: familyField(exact(64).nullish()),
  departusername: exact(64).nullish(),
  printId: exact(64).nullish(),
  terminalId: z.uuid().nullish(),
  /** The member's consumption password, if the member has one. */
  password: exact(64).nullish(),
})
export type ConsumeInput = z.infer<typeof ConsumeInput>

/** Columns of records in a workbook (spec §2). */
export const playRecordSheet: Sheet = {
  title: 'records.title',
  columns: {
    sysOrgCode: 'records.store',
    createTime: 'records.createTime',
    playState: 'records.state',
    ticketNo: 'records.ticket',
    id: 'records.recordId',
    gameLogId: 'records.gameLogId',
    rechargeId: 'records.rechargeId',
    userId: 'records.userId',
    userNickname: 'records.nickname',
    racer: 'records.racer',
    userTruenmae: 'records.realname',
    ruleId: 'records.ruleId',
    roleName: 'records.ruleName',
    consumeType: 'records.type',
    consumeVehicleMode: 'records.mode',
    countCycleNumber: 'records.laps',
    duration: 'records.minutes',
    people: 'records.people',
    price: 'records.price',
    discount: 'orders.discount',
    vehicleName: 'records.vehicle',
    remark: 'records.remark',
  },
}

/** Filter of an export of records. */
export const playRecordExport = {
  path: '/playbeforepay/sysPlayBeforePay' as const,
  permission: 'playbeforepay',
  noun: 'pay-later records',
  filter: playRecordSearchFields,
  sort: playRecordSort,
  dict: { playState: 'play_state', consumeType: 'consume_type', consumeVehicleMode: 'run_mode' },
}

/** Play before pay (spec §2, §4, §7): starting rides, listing records, settling pending rides. */
export const playBeforePay = onScreen('records', {
  add: route({
    method: 'POST',
    path: '/playbeforepay/sysPlayBeforePay/add',
    summary: 'Starts a pending ride: play record, vehicle, queue number, hold and print job in one transaction',
    access: 'playbeforepay:add',
    body: StartInput,
    result: StartResult,
    message: 'message.added',
    // A terminal without an answer repeats the start with the ticket number it has printed since.
    idempotent: { exceptFields: ['offline', 'terminalTicket', 'password'] },
  }),
  list: route({
    method: 'GET',
    path: '/playbeforepay/sysPlayBeforePay/list',
    summary: 'Pay-later records of the stores in scope, newest first',
    access: 'playbeforepay:list',
    query: listQuery(playRecordSort, listFilters(playRecordSearchFields)).extend({
      column: knownColumn(playRecordSort),
    }),
    result: pageOf(PlayRecord),
  }),
  today: route({
    method: 'GET',
    path: '/playbeforepay/sysPlayBeforePay/today',
    summary: 'Figures of the stores in scope for the current business day: starts, settled rides and all pending rides',
    access: 'playbeforepay:list',
    lane: 'lists',
    result: z.object({ starts: z.number().int(), hung: z.number().int(), settled: z.number().int() }),
  }),
  ...excelRoutes(playRecordExport, { column: knownColumn(playRecordSort) }),
  delete: route({
    method: 'DELETE',
    path: '/playbeforepay/sysPlayBeforePay/delete',
    summary: 'Cancels a pending ride and releases its hold and vehicle; a settled one cannot be cancelled',
    access: 'playbeforepay:delete',
    query: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.deleted',
  }),
  deleteBatch: route({
    method: 'DELETE',
    path: '/playbeforepay/sysPlayBeforePay/deleteBatch',
    summary: 'Cancels several pending rides, all or none',
    access: 'playbeforepay:delete',
    query: z.object({ ids: idList }),
    result: z.null(),
    message: 'message.batchDeleted',
  }),
  edit: route({
    method: 'POST',
    path: '/playbeforepay/sysPlayBeforePay/edite',
    summary:
      'Changes type, rule, racer and remark of a pending ride with its hold; refused if the new hold is not possible',
    access: 'playbeforepay:edite',
    body: EditInput,
    result: z.null(),
    message: 'message.updated',
  }),
  linkRecharge: route({
    method: 'POST',
    path: '/playbeforepay/sysPlayBeforePay/doguadan',
    summary: 'Links a trial to a recharge that was paid after it, one trial for each recharge; nothing is charged',
    access: 'playbeforepay:link',
    body: LinkInput,
    result: z.null(),
    message: 'message.records.linked',
  }),
  settle: route({
    method: 'POST',
    path: '/playbeforepay/sysPlayBeforePay/doconsume',
    summary: 'Settles a pending ride by charging a member; the message is the order id',
    access: 'playbeforepay:consume',
    body: ConsumeInput,
    result: z.null(),
    idempotent: { exceptFields: ['password'] },
  }),
})
