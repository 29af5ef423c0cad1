import { z } from 'zod'
import { crudRoutes, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { familyField } from '#shared/core/family-names.ts'
import { fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { Day } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { PrintOrdered } from '#shared/features/printing/print-ordered.schema.ts'
import {
  CashOutside,
  CountedShift,
  CounterShift,
  DeferredShiftAction,
  DrawerAmount,
  OpenDrawers,
  PrintId,
  Remark,
  SafePayout,
  Shift,
  ShiftMove,
  ShiftReport,
} from './shifts.schema.ts'

const PATH = '/shift/sysShift'

const marks = {
  businessDay: { kind: 'date', label: 'shift.businessDay', sort: true, sheet: true },
  cashierName: { kind: 'text', label: 'shift.cashierName', sort: true, sheet: true },
  terminalName: { kind: 'text', label: 'shift.terminalName', sort: true, sheet: true },
  shiftState: { kind: 'text', label: 'shift.shiftState', sort: true, sheet: true, dict: 'shift_state' },
  openTime: { kind: 'time', label: 'shift.openTime', sort: true, sheet: true },
  closeTime: { kind: 'time', label: 'shift.closeTime', sort: true, sheet: true },
  closeBy: { kind: 'text', label: 'shift.closeBy', sheet: true },
  floatAmount: { kind: 'money', label: 'shift.floatAmount', sheet: true },
  expectedAmount: { kind: 'money', label: 'shift.expectedAmount', sheet: true },
  countedAmount: { kind: 'money', label: 'shift.countedAmount', sheet: true },
  differenceAmount: { kind: 'money', label: 'shift.differenceAmount', sort: true, sheet: true },
  lateAmount: { kind: 'money', label: 'shift.lateAmount', unsearched: true, sheet: true },
  remark: { kind: 'text', label: 'shift.remark', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Shifts of counters. Only the open and close calls change them. */
export const shiftResource = resource({
  path: PATH,
  permission: 'shift',
  noun: 'shifts',
  entity: Shift,
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(marks),
  order: { column: 'openTime', order: 'desc' },
})

export const shiftSheet: Sheet = { title: 'sheet.shift', columns: sheetColumnsOf(marks) }

const { list, queryById } = crudRoutes(shiftResource)
const { exportXls } = excelRoutes(shiftResource)

const count = {
  id: z.uuid(),
  /** Counted cash in the drawer. */
  counted: DrawerAmount,
  remark: Remark.default(''),
  /** YES: a slip is printed. */
  doPrint: YesNo.default('NO'),
  printId: PrintId.default(''),
}

/** Longest and default period of the lists of cash outside shifts and safe payouts, in days. */
export const MAX_OUTSIDE_DAYS = 92
export const DEFAULT_OUTSIDE_DAYS = 31

const daysOfStores = {
  /** First and last business day; default: the last 31. */
  from: Day.optional(),
  until: Day.optional(),
  sysOrgCode: textFilter(),
}

/** Cash of counters, from the float to the count (spec §2 cashier shift change). */
export const shifts = onScreen('shift', {
  list,
  queryById,
  exportXls,
  outside: route({
    method: 'GET',
    path: `${PATH}/outside`,
    summary: 'Cash outside of shifts: payments that arrived late, and cash taken where the store needs no shift',
    access: 'shift:list',
    lane: 'lists',
    query: z.object(daysOfStores),
    result: z.array(CashOutside),
  }),
  safePayouts: route({
    method: 'GET',
    path: `${PATH}/safePayouts`,
    summary: 'Cash paid to customers from the safe: who paid, when, how much and why',
    access: 'shift:list',
    lane: 'lists',
    query: z.object(daysOfStores),
    result: z.array(SafePayout),
  }),
  current: route({
    method: 'GET',
    path: `${PATH}/current`,
    summary: 'The open shift of the calling counter, or null, without the expected cash',
    access: 'shift:work',
    result: CounterShift.nullable(),
  }),
  drawers: route({
    method: 'GET',
    path: `${PATH}/drawers`,
    summary: 'The open drawers of a store that can pay a cash refund, without their expected cash',
    access: 'signedIn',
    lane: 'counter',
    query: z.object({
      /** Default: the caller's store. */
      sysOrgCode: exact(64).optional(),
    }),
    result: OpenDrawers,
  }),
  open: route({
    method: 'POST',
    path: `${PATH}/open`,
    summary: 'Opens a shift at this counter with a float; the key becomes its id',
    access: 'shift:work',
    body: z.object({
      floatAmount: DrawerAmount,
      /** The user responsible for the cash; default: the signed-in user. */
      cashierId: familyField(z.uuid().optional()),
      remark: Remark.default(''),
    }),
    result: CounterShift,
    message: 'message.shifts.opened',
    idempotent: {},
  }),
  move: route({
    method: 'POST',
    path: `${PATH}/move`,
    summary: 'Moves cash into or out of the drawer of the caller’s open shift, with a reason',
    access: 'shift:work',
    body: z.object({
      id: z.uuid(),
      kind: ShiftMove,
      amount: DrawerAmount.min(0.01),
      reason: line(100, 1),
    }),
    result: CounterShift,
    message: 'message.shifts.moved',
    idempotent: {},
  }),
  openDrawer: route({
    method: 'POST',
    path: `${PATH}/openDrawer`,
    summary: 'Records in the audit trail why the drawer of a counter is opened by hand; the terminal then opens it',
    access: 'shift:drawer',
    body: z.object({ id: z.uuid(), reason: line(100, 1) }),
    result: z.null(),
    message: 'message.shifts.drawerOpened',
    idempotent: {},
  }),
  close: route({
    method: 'POST',
    path: `${PATH}/close`,
    summary: 'Closes the caller’s shift with the counted cash; only the answer has the expected cash',
    access: 'shift:work',
    body: z.object(count),
    result: CountedShift,
    message: 'message.shifts.closed',
    idempotent: {},
  }),
  handover: route({
    method: 'POST',
    path: `${PATH}/handover`,
    summary:
      'Closes the caller’s shift and opens that of the next cashier, whose password was checked, with the counted cash',
    access: 'shift:work',
    body: z.object({
      ...count,
      /** The user who takes over. */
      cashierId: familyField(z.uuid()),
    }),
    result: CountedShift.extend({ next: CounterShift }),
    message: 'message.shifts.handedOver',
    idempotent: {},
  }),
  forceClose: route({
    method: 'POST',
    path: `${PATH}/forceclose`,
    summary: 'Closes the forgotten shift of another user with the counted cash and a reason',
    access: 'shift:close',
    body: z.object({ id: z.uuid(), counted: DrawerAmount, remark: line(200, 1) }),
    result: CountedShift,
    message: 'message.shifts.closed',
    idempotent: {},
  }),
  late: route({
    method: 'POST',
    path: `${PATH}/late`,
    summary: 'Accepts the shift actions that a terminal made while it was offline; the terminal must sign the call',
    access: 'shift:work',
    body: DeferredShiftAction,
    result: z.object({
      /** Result of a count; null if nothing was counted. */
      counted: CountedShift.nullable(),
    }),
    message: 'message.shifts.taken',
    idempotent: {},
  }),
  report: route({
    method: 'GET',
    path: `${PATH}/report`,
    summary:
      'The report of a shift: X while it is open, Z once it is closed; users cannot get the X report of a drawer that they will count',
    access: 'shift:report',
    lane: 'lists',
    query: z.object({ id: z.uuid() }),
    result: ShiftReport,
  }),
  reportXls: route({
    method: 'GET',
    path: `${PATH}/reportXls`,
    summary: 'The same report as a workbook',
    access: 'shift:report',
    query: z.object({ id: z.uuid() }),
    result: z.null(),
    answers: 'file',
    lane: 'workbooks',
  }),
  printReport: route({
    method: 'POST',
    path: `${PATH}/printReport`,
    summary: 'Queues a print of the report',
    access: 'shift:report',
    body: z.object({ id: z.uuid(), printId: PrintId.default('') }),
    result: PrintOrdered,
    message: 'message.shifts.printing',
  }),
})
