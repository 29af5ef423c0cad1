import { z } from 'zod'
import { listFilters } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { familyField } from '#shared/core/family-names.ts'
import { fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { choiceFilter, listQuery, route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { PrintOrdered } from '#shared/features/printing/print-ordered.schema.ts'
import { DepositReturn, OrderPayMode, OrderState, OrderType, ReturnDepositInput } from './charge.schema.ts'

/** `none`: no deposit. `held`: not yet returned to the guest. */
export const DepositState = z.enum(['none', 'held', 'returned'])
export type DepositState = z.infer<typeof DepositState>

/** A row of the list of consume orders. */
export const ListedOrder = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string(),
  createTime: WireTime,
  payTime: WireTime.nullable(),
  payState: OrderState,
  payState_dictText: z.string().nullable(),
  payMode: OrderPayMode,
  payMode_dictText: z.string().nullable(),
  consumeType: OrderType,
  consumeType_dictText: z.string().nullable(),
  usageMode: z.string(),
  usageMode_dictText: z.string().nullable(),
  sysDepartConsumeRoleId: z.string(),
  consumeRoleName: z.string(),
  userId: z.string(),
  userNickname: z.string(),
  racer: familyField(z.string()),
  people: z.number().int(),
  /** Number of rides; 0 for products alone. */
  countOrder: z.number().int(),
  /** Ticket numbers of its rides; numbers printed offline follow those of the server. */
  tickets: z.string(),
  /** Play record ids of its rides, as encoded on the tickets. */
  playIds: z.array(z.string()),
  /** Price minus the discount of the member's level. */
  amount: Amount,
  discount: Amount,
  /** Part of the amount paid in cash or by scan, minus refunds. */
  revenue: Amount,
  /** Refunded part of the amount, for any way of payment. */
  refunded: Amount,
  deposit: Amount,
  depositState: DepositState,
  /** Payment number sent to the provider; empty without a scan payment. */
  payOrderNumber: z.string(),
  /** The provider's transaction number. */
  serialNumber: z.string(),
  operatorName: z.string(),
  departusername: z.string(),
  terminalName: z.string(),
  remark: z.string(),
})
export type ListedOrder = z.infer<typeof ListedOrder>

/** Totals of all paid orders found, for the foot of the list. */
export const OrderSums = z.object({
  /** Without tests of vehicles. */
  orders: z.number().int(),
  tests: z.number().int(),
  amount: Amount,
  balance: Amount,
  give: Amount,
  integral: z.number().int(),
  laps: z.number().int(),
  coins: z.number().int(),
  frequency: z.number().int(),
  cash: Amount,
  scan: Amount,
  /** Partial refunds contained in the amounts above, of orders that are still paid. */
  refunded: Amount,
  /** Deposits taken and not yet returned. */
  deposit: Amount,
})
export type OrderSums = z.infer<typeof OrderSums>

const marks = {
  createTime: { kind: 'time', label: 'orders.createTime', sort: true, sheet: true },
  payTime: { kind: 'time', label: 'orders.payTime', sheet: true },
  payState: { kind: 'text', label: 'dict.payState', dict: 'pay_state', sheet: true },
  payMode: { kind: 'text', label: 'orders.payMode', dict: 'order_pay_mode', sheet: true },
  consumeType: { kind: 'text', label: 'records.type', dict: 'order_type', sheet: true },
  usageMode: { kind: 'text', label: 'orders.usageMode', dict: 'usage_mode', sheet: true },
  consumeRoleName: { kind: 'text', label: 'records.ruleName', sheet: true },
  userId: { kind: 'text', label: 'records.userId', sheet: true },
  userNickname: { kind: 'text', label: 'records.nickname', unsearched: true, sheet: true },
  racer: { kind: 'text', label: 'records.racer', sheet: true },
  people: { kind: 'number', label: 'records.people', sheet: true },
  countOrder: { kind: 'number', label: 'orders.rides', unsearched: true, sheet: true },
  tickets: { kind: 'text', label: 'orders.tickets', unsearched: true, sheet: true },
  amount: { kind: 'money', label: 'orders.amount', sort: true, sheet: true },
  discount: { kind: 'money', label: 'orders.discount', sheet: true },
  revenue: { kind: 'money', label: 'orders.revenue', unsearched: true, sheet: true },
  refunded: { kind: 'money', label: 'orders.refundedOf', sheet: true },
  deposit: { kind: 'money', label: 'orders.deposit', sheet: true },
  depositState: { kind: 'text', label: 'orders.depositState', dict: 'deposit_state', unsearched: true, sheet: true },
  operatorName: { kind: 'text', label: 'records.operator', sheet: true },
  departusername: { kind: 'text', label: 'records.cashier', sheet: true },
  terminalName: { kind: 'text', label: 'records.terminal', sheet: true },
  remark: { kind: 'text', label: 'records.remark', sheet: true },
  payOrderNumber: { kind: 'text', label: 'orders.payOrderNumber', unsearched: true, sheet: true },
  serialNumber: { kind: 'text', label: 'orders.serialNumber', unsearched: true, sheet: true },
  sysDepartConsumeRoleId: { kind: 'id', label: 'records.ruleId' },
  id: { kind: 'id', label: 'orders.id', sheet: true },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

const { filter, dict, labels: fieldLabels, sort } = fieldsOf(marks)
const labels = { ...fieldLabels, staffName: 'statistics.by.cashier', vehicleId: 'statistics.by.vehicle' } as const
const more = {
  depositState: choiceFilter(DepositState),
  /** Name of the chosen cashier, else of the signed-in user. */
  staffName: textFilter(),
  /** Vehicle that one of its rides started with. */
  vehicleId: textFilter(),
}
const filters = Object.assign(listFilters(filter), more)

export const consumeOrderList = {
  path: '/consume/sysConsume' as const,
  permission: 'consume',
  noun: 'consume orders',
  filter,
  dict,
  sort,
}

export const consumeOrderSheet: Sheet = { title: 'sheet.consumeOrder', columns: sheetColumnsOf(marks) }

/** Consume orders with their totals. */
export const consumeOrders = {
  list: route({
    method: 'GET',
    path: '/consume/sysConsume/list',
    summary: 'A page of consume orders of the stores in scope, newest first',
    access: 'consume:list',
    query: listQuery(consumeOrderList.sort, filters),
    result: pageOf(ListedOrder),
    labels,
  }),
  sums: route({
    method: 'GET',
    path: '/consume/sysConsume/sums',
    summary: 'The sums of the paid consume orders that match a search',
    access: 'consume:list',
    lane: 'lists',
    query: z.object(filters),
    result: OrderSums,
    labels,
  }),
  exportXls: excelRoutes(consumeOrderList, more).exportXls,
  printReceipt: route({
    method: 'POST',
    path: '/consume/sysConsume/printReceipt',
    summary: 'Prints a receipt of an order with everything that was paid; a reprint is marked as a copy',
    access: 'consume:print',
    body: z.object({ id: z.uuid(), printId: exact(64).default('') }),
    result: PrintOrdered,
    message: 'message.orders.receiptPrinted',
  }),
  returnDeposit: route({
    method: 'POST',
    path: '/consume/sysConsume/returnDeposit',
    summary: 'Returns the deposit of an order once, the way it was paid',
    access: 'consume:returnDeposit',
    body: ReturnDepositInput,
    result: DepositReturn,
    message: 'message.orders.depositReturned',
    labels: { id: 'orders.id', cashierId: 'records.cashier', terminalId: 'records.terminal' },
    idempotent: { exceptFields: ['shiftId', 'safeReason'] },
  }),
}
