import { z } from 'zod'
import { listQueryOf } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { PrintOrdered } from '#shared/features/printing/print-ordered.schema.ts'
import {
  RefundInput,
  RefundOrder,
  RefundPlan,
  RefundPlanInput,
  RefundResult,
  RefundSums,
  refundResource,
} from './refunds.schema.ts'
import { LastSale, VoidInput } from './voids.schema.ts'

const { path } = refundResource
const labels = { ...refundResource.labels, staffName: 'statistics.by.cashier' } as const
/** Name of the chosen cashier, else of the signed-in user. */
const staff = { staffName: textFilter() }
const search = listQueryOf(refundResource).extend(staff)

/** Full and partial refunds of charges and recharges (spec §1, §4). */
export const refunds = {
  add: route({
    labels: { ...labels, lines: 'refund.pieces', password: 'refund.password', cashierId: 'refund.cashier' },
    method: 'POST',
    path: `${path}/add`,
    summary:
      'Refunds all or part of an order the way it was paid: to wallets, from the drawer or by the provider. The message holds the refund id',
    access: 'refund:add',
    body: RefundInput,
    result: RefundResult,
    idempotent: { exceptFields: ['password', 'shiftId', 'safeReason'] },
  }),
  preview: route({
    labels,
    method: 'GET',
    path: `${path}/preview`,
    summary: 'What a refund would return and take back now, or why it would be refused',
    access: 'refund:add',
    lane: 'counter',
    query: RefundPlanInput,
    result: RefundPlan,
  }),
  lastSale: route({
    method: 'GET',
    path: `${path}/lastSale`,
    summary: 'The last sale of this counter and what voiding it would do; null if there is none',
    access: 'refund:void',
    lane: 'counter',
    result: LastSale.nullable(),
  }),
  voidSale: route({
    labels: {
      ...labels,
      cashierId: 'refund.cashier',
      approverId: 'refund.approver',
      approverPassword: 'refund.approverPassword',
      badge: 'refund.badge',
    },
    method: 'POST',
    path: `${path}/voidSale`,
    summary:
      'Voids the last sale of this counter within the store’s time limit: all money is returned and its rides are undone. The message holds the refund id',
    access: 'refund:void',
    body: VoidInput,
    result: RefundResult,
    idempotent: { exceptFields: ['approverPassword', 'badge'] },
  }),
  list: route({
    labels,
    method: 'GET',
    path: `${path}/list`,
    summary: 'A page of refunds of the stores in scope, newest first',
    access: 'refund:list',
    query: search,
    result: pageOf(RefundOrder),
  }),
  sums: route({
    labels,
    method: 'GET',
    path: `${path}/sums`,
    summary: 'The sums of all refunds that match a search',
    access: 'refund:list',
    lane: 'lists',
    query: search,
    result: RefundSums,
  }),
  queryById: route({
    method: 'GET',
    path: `${path}/queryById`,
    summary: 'One refund; screens poll its refundState',
    access: 'refund:list',
    query: z.object({ id: z.uuid() }),
    result: RefundOrder,
  }),
  exportXls: excelRoutes(refundResource, staff).exportXls,
  printSlip: route({
    method: 'POST',
    path: `${path}/printSlip`,
    summary: 'Prints the slip of a refund again, as a copy',
    access: 'refund:print',
    body: z.object({ id: z.uuid(), printId: exact(64).default('') }),
    result: PrintOrdered,
    message: 'message.refund.printed',
  }),
}
