import { z } from 'zod'
import { listQueryOf } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { pickerQuery, route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { PrintOrdered } from '#shared/features/printing/print-ordered.schema.ts'
import { Price } from '#shared/features/rules/rules.schema.ts'
import { RechargeInput, RechargeOrder, RechargeSums, rechargeOrderResource } from './recharge-orders.schema.ts'

const { path, labels } = rechargeOrderResource

/** Labels of the create call's fields that rows do not have. */
const inputLabels = {
  ...labels,
  sysDepartRechargeRoleId: 'recharge.rule',
  sysDepartChangwanRoleId: 'recharge.rule',
  payCode: 'recharge.payCode',
  member: 'recharge.member',
  cashierId: 'recharge.cashier',
  photo: 'recharge.photo',
  phone: 'member.phone',
  realname: 'member.realname',
  physicalCard: 'member.physicalCard',
} as const

/** Number, card, phone or name of the member, besides the filters of fields. */
const search = listQueryOf(rechargeOrderResource).extend({ keyword: textFilter(32) })
const sheets = excelRoutes(rechargeOrderResource)

/** Recharges and sales of play cards (spec §2, §7). */
export const rechargeOrders = {
  add: route({
    labels: inputLabels,
    method: 'POST',
    path: `${path}/add`,
    summary:
      'Recharges a member or sells a card, and registers a new member with it. Cash is paid at once; a scan is paid once queryById says so. The message holds the order id',
    access: 'recharge:add',
    body: RechargeInput,
    result: RechargeOrder,
    idempotent: { exceptFields: ['payCode'] },
  }),
  list: route({
    labels,
    method: 'GET',
    path: `${path}/list`,
    summary: 'A page of recharge orders',
    access: 'recharge:list',
    query: search,
    result: pageOf(RechargeOrder),
  }),
  sums: route({
    labels,
    method: 'GET',
    path: `${path}/sums`,
    summary: 'The sums of all recharge orders that match a search',
    access: 'recharge:list',
    lane: 'lists',
    query: search,
    result: RechargeSums,
  }),
  queryById: route({
    method: 'GET',
    path: `${path}/queryById`,
    summary: 'One recharge order; screens poll its payState',
    access: 'recharge:list',
    query: z.object({ id: z.uuid() }),
    result: RechargeOrder,
  }),
  exportXls: {
    ...sheets.exportXls,
    query: search.extend({ selections: exact(20_000).optional(), confirm: exact(8).optional() }),
  },
  listUnlinked: route({
    method: 'GET',
    path: `${path}/listhore`,
    summary: 'Paid recharge orders without a linked trial, newest first',
    access: 'recharge:list',
    lane: 'counter',
    query: pickerQuery(
      ['createTime'],
      {
        userPhone: textFilter(32),
        keyword: textFilter(32),
        sysOrgCode: textFilter(64),
        /** Earliest time of payment. */
        payTime_begin: textFilter(32),
      },
      { column: 'createTime', order: 'desc' },
    ),
    result: pageOf(RechargeOrder),
  }),
  printReceipt: route({
    method: 'POST',
    path: `${path}/printReceipt`,
    summary: 'Prints the receipt of a recharge again, as a copy',
    access: 'recharge:print',
    body: z.object({ id: z.uuid(), printId: exact(64).default('') }),
    result: PrintOrdered,
    message: 'message.recharge.printed',
  }),
  remind: route({
    labels: { consumeid: 'recharge.consumeid' },
    method: ['GET', 'POST'],
    path: `${path}/tixing`,
    summary: 'Sends a text message to the member of a queue entry, play record or consume order that it is their turn',
    access: 'recharge:remind',
    query: z.object({ consumeid: z.uuid() }),
    result: z.null(),
    message: 'message.recharge.reminded',
    audited: true,
  }),
  showPrice: route({
    labels: { price: 'recharge.price' },
    method: ['GET', 'POST'],
    path: `${path}/ledmsgshow`,
    summary: 'Shows a price on the customer display of the calling terminal, or of all terminals of the store',
    access: 'consume:query',
    query: z.object({ price: z.coerce.number().min(0).max(1_000_000).pipe(Price) }),
    result: z.null(),
    message: 'message.recharge.shown',
    audited: false,
  }),
}
