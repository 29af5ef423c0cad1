import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { OrderPayMode, OrderState, OrderType } from '#shared/features/sessions/charge.schema.ts'
import type { PlayState, RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { TerminalReport } from '#shared/features/terminals/terminals.contract.ts'
import type { RunEnd } from '#shared/features/vehicles/game-logs.contract.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import type { TicketData } from '#shared/ipc/devices.ts'

interface PlayRecord {
  id: string
  orgCode: string
  /** When the ride began. */
  createdAt: Date
  receivedAt: ColumnType<Date, Date | undefined, never>
  state: Generated<PlayState>
  ticketNo: string
  /** The number on the ticket that the terminal printed offline; empty otherwise. */
  terminalTicket: Generated<string>
  queueNumber: number
  runId: string | null
  rechargeId: string | null
  consumeId: string | null
  memberId: string | null
  racer: string
  ruleId: string
  ruleName: string
  consumeType: ConsumeType
  runMode: RunMode
  laps: number
  minutes: number
  people: number
  priceMode: 'one' | 'every'
  /** Of one charge: per person unless `priceMode` is `one`. */
  price: number
  /** The discount of the member's level. */
  discount: Generated<number>
  /** Whether the rule lets levels take something off. */
  levelDiscount: Generated<boolean>
  deposit: Generated<number>
  integral: Generated<number>
  coins: Generated<number>
  frequency: Generated<number>
  projectType: Generated<string>
  experience: Generated<number>
  ranked: Generated<boolean>
  /** The code of the refusal that an offline start would have got by what its rule allows; empty otherwise. */
  ruleConflict: Generated<string>
  /** Null while it waits in the queue for any vehicle. */
  vehicleId: string | null
  vehicleName: string
  remark: Generated<string>
  printId: Generated<string>
  terminalId: string | null
  terminalName: Generated<string>
  operatorId: string
  operatorName: Generated<string>
  cashierId: Generated<string | null>
  cashierName: Generated<string>
  offline: Generated<boolean>
  vehicleConflict: Generated<boolean>
  settledAt: Date | null
  settledBy: string | null
}

interface Run {
  id: string
  orgCode: string
  playId: string
  vehicleId: string
  runMode: RunMode
  racer: string
  state: 'RUNNING' | 'ENDED'
  startedAt: Date
  endsAt: Date | null
  endedAt: Date | null
  startedBy: string
  /** How many laps the run is for; 0 where it is for a time. */
  laps: Generated<number>
  /** Who ended it before its time, or stopped it while its vehicle still comes back; empty where it ends by itself. */
  stoppedBy: Generated<string>
  /** How often it was extended. */
  extended: Generated<number>
  /** The seconds before `endsAt` in which the vehicle only comes back. */
  delaySeconds: Generated<number>
  lapsDone: Generated<number>
  /** Whether its vehicle was commanded to go slowly. */
  slowed: Generated<boolean>
  /** Empty while it runs, and for runs that ended before this was recorded. */
  endedHow: Generated<'' | RunEnd>
  /** The run on another vehicle that it goes on from. */
  continues: Generated<string | null>
  /** In which order runs began. */
  seq: Generated<number>
}

interface Lap {
  runId: string
  orgCode: string
  /** Counted from 1 in each run. */
  number: number
  vehicleId: string
  /** Its duration; null if it was only counted by hand. */
  ms: number | null
  sectors: number[] | null
  /** By our clock. */
  doneAt: Date
  /** By the vehicle's own clock, which may be wrong by hours. */
  deviceAt: Date | null
  heardAt: Date
  /** Whether its run had ended when it was received. */
  late: Generated<boolean>
  /** The order in which laps were received. */
  seq: Generated<number>
}

interface QueueCounter {
  orgCode: string
  businessDay: string
  lastNumber: number
}

interface QueueEntry {
  id: string
  orgCode: string
  playId: string
  businessDay: string
  number: number
  state: Generated<'WAITING' | 'CALLED' | 'STARTED' | 'DONE' | 'CANCELLED'>
  createdAt: Date
  /** Its position in the queue: the lowest is next. */
  place: Generated<string>
  /** After this it can neither be called nor started; null if it never waited. */
  expiresAt: Date | null
  calledAt: Date | null
  remindedAt: Date | null
  /** The user who set the state, and the time. */
  updatedAt: Date | null
  updatedBy: Generated<string>
  endReason: Generated<'' | 'cancelled' | 'refunded' | 'expired'>
  /** The key of the guest's page. */
  guestKey: string | null
}

interface ConsumeOrder {
  id: string
  /** The order in which orders were paid, for statistics. */
  seq: GeneratedAlways<number>
  orgCode: string
  /** The first of `playIds`. */
  playId: string | null
  /** The records that it pays for. */
  playIds: Generated<string[]>
  memberId: string | null
  /** The member of another store of the chain who paid, and that store; `memberId` is null then. */
  homeMemberId: string | null
  homeOrgCode: string | null
  /** Null for an order of products alone. */
  ruleId: string | null
  /** Of such an order: the names of its products. */
  ruleName: Generated<string>
  state: Generated<OrderState>
  consumeType: OrderType
  payMode: OrderPayMode
  usageMode: string
  people: Generated<number>
  amount: number
  /** The discount of the member's level; the amount is the price after it. */
  discount: Generated<number>
  deposit: Generated<number>
  /** The cash that a guest gave; null if it was not entered. */
  received: number | null
  /** The previous state of the pending record that it settled; empty if it began its rides itself. */
  settles: Generated<string>
  /** The member of the pending record that it settled; null: none. */
  settlesMember: string | null
  /** When the deposit was returned, and the cause of its ledger entries; null while the venue holds it. */
  depositReturnedAt: Date | null
  depositReturnId: string | null
  paidBalance: Generated<number>
  paidGive: Generated<number>
  /** The part of the amount that is for products, and how much of it the gift balance paid. */
  goods: Generated<number>
  goodsGive: Generated<number>
  /** How much of the amount has been given back. */
  refunded: Generated<number>
  paidIntegral: Generated<number>
  paidLaps: Generated<number>
  paidCoins: Generated<number>
  paidVisits: Generated<number>
  couponCode: Generated<string>
  racer: Generated<string>
  remark: Generated<string>
  operatorId: string
  operatorName: Generated<string>
  cashierId: string | null
  cashierName: Generated<string>
  terminalId: string | null
  terminalName: Generated<string>
  /** Of the tickets. */
  locale: Generated<Locale>
  createdAt: Date
  paidAt: Date | null
}

interface Terminal {
  id: string
  orgCode: string
  name: string
  prefix: string
  printId: Generated<string>
  registeredBy: string
  createdAt: ColumnType<Date, Date, never>
  seenAt: Date
  publicKey: string | null
  enrolledBy: string | null
  enrolledAt: Date | null
  revokedBy: string | null
  revokedAt: Date | null
  /** When its printer printed a ticket for the first time. */
  firstPrintedAt: Generated<Date | null>
  version: Generated<string>
  /** The time and content of its last report. */
  reportedAt: Generated<Date | null>
  report: ColumnType<TerminalReport | null, string | undefined, string>
  state: GeneratedAlways<'registered' | 'enrolled' | 'revoked'>
  updateState: GeneratedAlways<string>
  updateVersion: GeneratedAlways<string>
}

interface TerminalReleaseStage {
  orgCode: string
  version: string
  share: number
}

interface PrintJob {
  id: string
  orgCode: string
  orderId: string
  copyNo: Generated<number>
  printId: Generated<string>
  ticket: JSONColumnType<TicketData>
  state: Generated<'waiting' | 'claimed' | 'printed' | 'unknown' | 'expired'>
  claimedBy: string | null
  claimUntil: Date | null
  /** The terminal whose printer refused the job; it is offered the job again only after `claimUntil`. */
  returnedBy: string | null
  attempt: Generated<number>
  outcome: string | null
  detail: Generated<string>
  createdAt: Date
  expiresAt: Date
}

interface SyncRefusal {
  id: string
  orgCode: string
  terminalId: string | null
  terminalName: Generated<string>
  operatorId: string
  code: string
  details: JSONColumnType<Record<string, unknown>>
  payload: JSONColumnType<Record<string, unknown>>
  state: Generated<'open' | 'settled' | 'dismissed'>
  remark: Generated<string>
  createdAt: Date
  closedAt: Date | null
  closedBy: string | null
}

export interface SessionTables {
  playRecord: PlayRecord
  run: Run
  lap: Lap
  queueCounter: QueueCounter
  queueEntry: QueueEntry
  consumeOrder: ConsumeOrder
  terminal: Terminal
  terminalReleaseStage: TerminalReleaseStage
  printJob: PrintJob
  syncRefusal: SyncRefusal
}
