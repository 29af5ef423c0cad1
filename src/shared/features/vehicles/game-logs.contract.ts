import { z } from 'zod'
import { listFilters, RecordId } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { familyField } from '#shared/core/family-names.ts'
import { fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { listQuery, route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { PrintOrdered } from '#shared/features/printing/print-ordered.schema.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { PlayState, RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'

export const RunState = z.enum(['RUNNING', 'ENDED'])
export type RunState = z.infer<typeof RunState>

export const RunEnd = z.enum(['time', 'laps', 'stopped', 'cancelled', 'swapped'])
export type RunEnd = z.infer<typeof RunEnd>

/** A run of a vehicle with fields of its play record (`gamelog`). */
export const GameLog = z.object({
  id: z.uuid(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string(),
  startTime: WireTime,
  /** Automatic end of a run by minutes; null in lap mode. */
  dueTime: WireTime.nullable(),
  endTime: WireTime.nullable(),
  /** Duration of an ended run in whole seconds. */
  seconds: z.number().int().nullable(),
  state: RunState,
  state_dictText: z.string().nullable(),
  /** Empty while it runs, and for older runs. */
  endedHow: z.union([z.literal(''), RunEnd]),
  endedHow_dictText: z.string().nullable(),
  vehicleId: z.string(),
  vehicleName: z.string(),
  consumeVehicleMode: RunMode,
  consumeVehicleMode_dictText: z.string().nullable(),
  countCycleNumber: z.number().int(),
  /** Counted laps. */
  lapsDone: z.number().int(),
  /** Number of extensions, each by a lap or a minute. */
  extended: z.number().int(),
  duration: z.number().int(),
  racer: familyField(z.string()),
  people: z.number().int(),
  playId: z.string(),
  playState: PlayState.nullable(),
  playState_dictText: z.string().nullable(),
  ticketNo: z.string(),
  userId: z.string().nullable(),
  userNickname: z.string(),
  userTruenmae: z.string(),
  /** Masked unless the caller may see phone numbers. */
  userPhone: z.string(),
  ruleId: familyField(z.string().nullable()),
  roleName: z.string(),
  consumeType: ConsumeType.nullable(),
  consumeType_dictText: z.string().nullable(),
  price: Amount,
  terminalName: z.string(),
  startedBy: z.string(),
  operatorName: z.string(),
  cashierName: z.string(),
  stoppedBy: z.string(),
  offline: z.boolean(),
  remark: z.string(),
})
export type GameLog = z.infer<typeof GameLog>

const marks = {
  startTime: { kind: 'time', label: 'gamelog.startTime', sort: true, sheet: true },
  endTime: { kind: 'time', label: 'gamelog.endTime', sheet: true },
  seconds: { kind: 'number', label: 'gamelog.seconds', unsearched: true, sheet: true },
  state: { kind: 'text', label: 'gamelog.state', dict: 'run_state', sheet: true },
  endedHow: { kind: 'text', label: 'gamelog.endedHow', dict: 'run_end', sheet: true },
  vehicleName: { kind: 'text', label: 'records.vehicle', unsearched: true, sheet: true },
  vehicleId: { kind: 'id', label: 'records.vehicle' },
  racer: { kind: 'text', label: 'records.racer', sheet: true },
  userId: { kind: 'text', label: 'records.userId', sheet: true },
  userNickname: { kind: 'text', label: 'records.nickname', unsearched: true, sheet: true },
  userTruenmae: { kind: 'text', label: 'records.realname', unsearched: true, sheet: true },
  userPhone: { kind: 'text', label: 'gamelog.phone', unsearched: true, sheet: true },
  ruleId: { kind: 'id', label: 'records.ruleName' },
  roleName: { kind: 'text', label: 'records.ruleName', sheet: true },
  consumeType: { kind: 'text', label: 'records.type', dict: 'consume_type', sheet: true },
  consumeVehicleMode: { kind: 'text', label: 'records.mode', dict: 'run_mode', sheet: true },
  countCycleNumber: { kind: 'number', label: 'records.laps', unsearched: true, sheet: true },
  lapsDone: { kind: 'number', label: 'gamelog.lapsDone', unsearched: true, sheet: true },
  duration: { kind: 'number', label: 'records.minutes', unsearched: true, sheet: true },
  extended: { kind: 'number', label: 'gamelog.extended', unsearched: true, sheet: true },
  people: { kind: 'number', label: 'records.people', unsearched: true, sheet: true },
  price: { kind: 'money', label: 'records.price', unsearched: true, sheet: true },
  playState: { kind: 'text', label: 'records.state', dict: 'play_state', sheet: true },
  ticketNo: { kind: 'text', label: 'records.ticket', sheet: true },
  terminalName: { kind: 'text', label: 'records.terminal', sheet: true },
  startedBy: { kind: 'text', label: 'gamelog.startedBy', sheet: true },
  operatorName: { kind: 'text', label: 'records.operator', sheet: true },
  cashierName: { kind: 'text', label: 'records.cashier', sheet: true },
  stoppedBy: { kind: 'text', label: 'gamelog.stoppedBy', sheet: true },
  playId: { kind: 'id', label: 'records.recordId' },
  id: { kind: 'id', label: 'records.gameLogId' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

const { filter, dict, labels } = fieldsOf(marks)
// No advanced query: half of the fields stand on the record behind a run, and "or" over two tables reads both whole.
const { superQueryParams: _, superQueryMatchType: __, ...plainFilters } = listFilters(filter)

export const gameLogList = {
  path: '/gamelog/sysGameLog' as const,
  permission: 'gamelog',
  noun: 'runs',
  filter,
  dict,
  sort: ['startTime'] as [string, ...string[]],
}

export const gameLogSheet: Sheet = { title: 'sheet.gameLog', columns: sheetColumnsOf(marks) }

/** The log of runs. */
export const gameLogs = {
  list: route({
    method: 'GET',
    path: '/gamelog/sysGameLog/list',
    summary: 'A page of runs, newest first',
    access: 'gamelog:list',
    query: listQuery(gameLogList.sort, plainFilters),
    result: pageOf(GameLog),
    labels,
  }),
  queryById: route({
    method: 'GET',
    path: '/gamelog/sysGameLog/queryById',
    summary: 'One run',
    access: 'gamelog:list',
    query: z.object({ id: RecordId }),
    result: GameLog,
  }),
  exportXls: excelRoutes(gameLogList).exportXls,
  printResult: route({
    method: 'POST',
    path: '/gamelog/sysGameLog/printResult',
    summary: 'Prints the result of an ended run; a reprint is marked as a copy',
    access: 'gamelog:print',
    body: z.object({ id: z.uuid(), printId: exact(64).default('') }),
    result: PrintOrdered,
    message: 'message.gamelog.printed',
  }),
}
