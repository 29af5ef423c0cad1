import { z } from 'zod'
import { listFilters } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { joined, listQuery, route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTimeFilter } from '#shared/core/time.ts'

export const LogEntry = z.object({
  id: z.string(),
  createTime: z.string(),
  /** Duration in milliseconds; null for sign-ins. */
  costTime: z.number().nullable(),
  ip: z.string(),
  requestParam: z.string(),
  requestType: z.string(),
  requestUrl: z.string(),
  method: z.string(),
  /** The real name and the account name; these are the family's field names. */
  username: z.string(),
  userid: z.string(),
  logContent: z.string(),
  logType: z.number().int(),
  logType_dictText: z.string().nullable(),
  operateType: z.number().int().nullable(),
  operateType_dictText: z.string().nullable(),
})
export type LogEntry = z.infer<typeof LogEntry>

/** Fields that both logs may be filtered by. */
export const logFilter = { userid: 'text', username: 'text', ip: 'text' } as const

/** Fields of the logs that data rules may name. */
export const ruledLogFields = { userid: 'text', username: 'text', ip: 'text', createTime: 'time' } as const

export const LogSearch = listQuery(['createTime'], {
  ...listFilters(logFilter),
  /** 1 sign-ins, 2 operations. */
  logType: z.enum(['1', '2']).default('1'),
  keyWord: textFilter(),
  /** A field that is matched by name: texts joined by commas, with `*` as a wildcard. */
  operateType: textFilter(),
  logContent: textFilter(),
  createTime_begin: WireTimeFilter.optional(),
  createTime_end: WireTimeFilter.optional(),
})
export type LogSearch = z.output<typeof LogSearch>

export const AuditEntry = z.object({
  id: z.number().int(),
  createTime: z.string(),
  orgCode: z.string(),
  userId: z.string().nullable(),
  username: z.string(),
  realname: z.string(),
  ip: z.string(),
  requestId: z.string(),
  action: z.string(),
  recordKind: z.string(),
  recordId: z.string(),
  request: z.unknown(),
  before: z.unknown(),
  after: z.unknown(),
  /** Position in the store's hash chain; null until it is assigned, some seconds later. */
  seq: z.number().int().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** A state of a record in the audit trail. */
export const DataLog = z.object({
  id: z.string(),
  /** The resource by its path, such as `/sys/user`. */
  dataTable: z.string(),
  dataId: z.string(),
  dataContent: z.string(),
  /** Version of the record, from 1. */
  dataVersion: z.number().int(),
  createBy: z.string(),
  createTime: z.string(),
})
export type DataLog = z.infer<typeof DataLog>

export const dataLogFilter = { dataTable: 'text', dataId: 'text', createBy: 'text', createTime: 'time' } as const
export const DataLogSearch = listQuery(['createTime'], listFilters(dataLogFilter))
export type DataLogSearch = z.output<typeof DataLogSearch>

const DataLogId = z.string().regex(/^\d{1,18}$/)

const LogIds = joined.pipe(
  z
    .array(z.string().regex(/^([lo]\d{1,18}|allclear)$/))
    .min(1)
    .max(500),
)

/** Sign-ins and operations. */
export const logs = {
  list: route({
    method: 'GET',
    path: '/sys/log/list',
    summary: 'Sign-ins (logType 1) or operations (logType 2)',
    access: 'log:list',
    query: LogSearch,
    result: pageOf(LogEntry),
  }),
  delete: route({
    method: 'DELETE',
    path: '/sys/log/delete',
    summary: 'Removes an entry from the list; the audit trail still has the operation',
    access: 'log:delete',
    query: z.object({ id: LogIds }),
    result: z.null(),
    message: 'message.deleted',
  }),
  deleteBatch: route({
    method: 'DELETE',
    path: '/sys/log/deleteBatch',
    summary: 'Removes several entries from the list; `allclear`: all sign-ins and operations in scope',
    access: 'log:delete',
    query: z.object({ ids: LogIds }),
    result: z.null(),
    message: 'message.deleted',
  }),
  signInCounts: route({
    method: 'GET',
    path: '/sys/loginfo',
    summary: 'Sign-ins in total and today, and the number of addresses today',
    access: 'signedIn',
    result: z.object({ totalVisitCount: z.number(), todayVisitCount: z.number(), todayIp: z.number() }),
    message: 'message.auth.queried',
    code: 200,
  }),
  visitsPerDay: route({
    method: 'GET',
    path: '/sys/visitInfo',
    summary: 'Sign-ins and addresses per day of the last seven days',
    access: 'signedIn',
    result: z.array(z.object({ visit: z.number(), ip: z.number(), tian: z.string(), type: z.string() })),
  }),
  dataLogs: route({
    method: 'GET',
    path: '/sys/dataLog/list',
    summary: 'States of records after each change, newest first',
    access: 'audit:list',
    query: DataLogSearch,
    result: pageOf(DataLog),
  }),
  queryCompareList: route({
    method: 'GET',
    path: '/sys/dataLog/queryCompareList',
    summary: 'Two entries of the list, for comparison',
    access: 'audit:list',
    query: z.object({ dataId1: DataLogId, dataId2: DataLogId }),
    result: z.array(DataLog),
  }),
  queryDataVerList: route({
    method: 'GET',
    path: '/sys/dataLog/queryDataVerList',
    summary: 'Every state of one record',
    access: 'audit:list',
    query: z.object({ dataTable: exact(100, 1), dataId: exact(64, 1) }),
    result: z.array(DataLog),
  }),
  history: route({
    method: 'GET',
    path: '/sys/audit/history',
    summary: 'All operations on one record, newest first',
    access: 'audit:list',
    query: z.object({
      /** The resource by its path, such as `/sys/user`. */
      kind: z.string().regex(/^(\/[\w-]{1,40}){1,4}$/),
      id: exact(64, 1),
    }),
    result: z.array(AuditEntry),
  }),
}
