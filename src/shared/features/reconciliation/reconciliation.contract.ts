import { z } from 'zod'
import { crudRoutes, RecordId, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { DifferenceState, RecordDifferenceKind } from './reconciliation.schema.ts'

const PATH = '/reconciliation/sysReconciliation'

const marks = {
  createTime: { ...creationMarks.createTime, label: 'reconciliation.foundTime', sheet: true },
  kind: { kind: 'text', label: 'reconciliation.kind', sort: true, sheet: true, dict: 'reconciliation_kind' },
  state: { kind: 'text', label: 'reconciliation.state', sort: true, sheet: true, dict: 'reconciliation_state' },
  account: { kind: 'text', label: 'reconciliation.account', sheet: true, dict: 'ledger_account' },
  stored: { kind: 'number', label: 'reconciliation.stored', unsearched: true, sheet: true },
  expected: { kind: 'number', label: 'reconciliation.expected', unsearched: true, sheet: true },
  difference: { kind: 'number', label: 'reconciliation.difference', unsearched: true, sheet: true },
  personName: { kind: 'text', label: 'reconciliation.person', sheet: true },
  memberId: { kind: 'text', label: 'reconciliation.member', sheet: true },
  reference: { kind: 'text', label: 'reconciliation.reference', sheet: true },
  project: { kind: 'text', label: 'reconciliation.project', unsearched: true },
  seenTime: { kind: 'time', label: 'reconciliation.seenTime', unsearched: true },
  remark: { kind: 'text', label: 'reconciliation.remark', sheet: true },
  settledBy: { kind: 'text', label: 'reconciliation.settledBy', sheet: true },
  settleTime: { kind: 'time', label: 'reconciliation.settleTime', unsearched: true, sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

const Difference = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string().nullable(),
  createTime: WireTime,
  kind: RecordDifferenceKind,
  state: DifferenceState,
  /** Ledger account; empty if the difference concerns none. */
  account: z.string(),
  /** Stored value, expected value and stored minus expected; decimal for money. */
  stored: z.number(),
  expected: z.number(),
  difference: z.number(),
  /** The person responsible; empty if there is none. */
  personName: z.string(),
  memberId: z.string(),
  /** Id of the order, payment, shift, lot or ledger entry. */
  reference: z.string(),
  project: z.string(),
  /** When it was last found. */
  seenTime: WireTime,
  remark: z.string(),
  settledBy: z.string(),
  settleTime: WireTime.nullable(),
})

/** Differences between records of money. Only the reconciliation creates them. */
export const reconciliationResource = resource({
  path: PATH,
  permission: 'reconciliation',
  noun: 'differences between records of money',
  entity: Difference,
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(marks),
})

export const reconciliationSheet: Sheet = { title: 'sheet.reconciliation', columns: sheetColumnsOf(marks) }

export const ReconciliationRun = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string(),
  startTime: WireTime,
  endTime: WireTime,
  /** The user who started it; empty: the schedule. */
  startBy: z.string(),
  /** Number of differences found, and of new ones. */
  found: z.number().int(),
  opened: z.number().int(),
})
export type ReconciliationRun = z.infer<typeof ReconciliationRun>

const { list, queryById } = crudRoutes(reconciliationResource)
const { exportXls } = excelRoutes(reconciliationResource)

/** The nightly comparison of ledger, orders, payments and shifts. */
export const reconciliation = onScreen('reconciliation', {
  list,
  queryById,
  exportXls,
  runs: route({
    method: 'GET',
    path: `${PATH}/runs`,
    summary: 'The last reconciliations of the stores in scope, newest first',
    access: 'reconciliation:list',
    lane: 'lists',
    result: z.array(ReconciliationRun).max(60),
  }),
  run: route({
    method: 'POST',
    path: `${PATH}/run`,
    summary: 'Reconciles the stores in scope now; returns the number of open differences',
    access: 'reconciliation:run',
    result: z.object({ found: z.number().int(), opened: z.number().int(), open: z.number().int() }),
  }),
  settle: route({
    method: 'POST',
    path: `${PATH}/settle`,
    summary: 'Settles a difference with an explanation; the person responsible for it cannot',
    access: 'reconciliation:settle',
    body: z.object({ id: RecordId, remark: line(200, 1) }),
    result: z.null(),
    message: 'message.reconciliation.settled',
  }),
})
