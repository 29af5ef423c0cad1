import { z } from 'zod'
import { entity, listedRow, listQueryOf, resource } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { type FieldMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'

export const PurchaseState = z.enum(['unpaid', 'paid', 'closed'])
export type PurchaseState = z.infer<typeof PurchaseState>

const marks = {
  createTime: { kind: 'time', label: 'sms.boughtTime', sort: true, sheet: true },
  packageName: { kind: 'text', label: 'sms.package', sheet: true },
  smsTexts: { kind: 'number', label: 'sms.texts', sheet: true },
  amount: { kind: 'money', label: 'sms.price', sheet: true },
  purchaseState: { kind: 'text', label: 'sms.purchaseState', sheet: true, dict: 'sms_purchase_state' },
  textsAfter: { kind: 'number', label: 'sms.textsAfter', sheet: true, unsearched: true },
  operatorName: { kind: 'text', label: 'coins.operator', sheet: true },
  endTime: { kind: 'time', label: 'sms.endTime', unsearched: true },
  id: { kind: 'id', label: 'sms.purchaseId', sheet: true },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const satisfies FieldMarks

export const smsPurchaseResource = resource({
  path: '/sms/sysSmsPurchase',
  permission: 'smspurchase',
  noun: 'purchases of SMS packages',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      sysOrgCode_dictText: z.string().nullable(),
      packageName: z.string(),
      smsTexts: z.number().int(),
      amount: Amount,
      purchaseState: PurchaseState,
      /** What the store could send right after it; null: not paid. */
      textsAfter: z.number().int().nullable(),
      operatorName: z.string(),
      endTime: WireTime.nullable(),
    }),
  ).omit({ createBy: true, updateBy: true, updateTime: true }),
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(marks),
})

export const smsPurchaseSheet: Sheet = { title: 'sheet.smsPurchase', columns: sheetColumnsOf(marks) }

const SmsPurchase = listedRow(smsPurchaseResource.entity, smsPurchaseResource.dict)
const { path } = smsPurchaseResource
const labels = {
  ...smsPurchaseResource.labels,
  packageId: 'sms.package',
  price: 'sms.price',
  payCode: 'coins.payCode',
} as const

const SmsOffer = z.object({ id: z.uuid(), packageName: z.string(), smsTexts: z.number().int(), price: Amount })
export type SmsOffer = z.infer<typeof SmsOffer>

/** Purchases of SMS packages by stores; a paid one raises the remaining SMS of the store once. */
export const smsPurchases = {
  offers: route({
    labels,
    method: 'GET',
    path: `${path}/offers`,
    summary: 'The packages on sale, and how many SMS the current store has left; -1: not counted',
    access: 'smspurchase:list',
    result: z.object({ left: z.number().int(), offers: z.array(SmsOffer).max(100) }),
  }),
  add: route({
    labels,
    method: 'POST',
    path: `${path}/add`,
    summary: 'Buys a package for the current store by a pay code; its payment ends within a minute',
    access: 'smspurchase:add',
    body: z.object({
      packageId: z.uuid(),
      /** What the buyer was shown; a changed price is refused. */
      price: Amount.min(0.01).max(1_000_000),
      payCode: exact(64, 1),
    }),
    result: z.object({ id: z.uuid() }),
    idempotent: { exceptFields: ['payCode'] },
  }),
  list: route({
    labels,
    method: 'GET',
    path: `${path}/list`,
    summary: 'A page of purchases of the stores in scope, newest first',
    access: 'smspurchase:list',
    query: listQueryOf(smsPurchaseResource),
    result: pageOf(SmsPurchase),
  }),
  queryById: route({
    method: 'GET',
    path: `${path}/queryById`,
    summary: 'One purchase',
    access: 'smspurchase:list',
    query: z.object({ id: z.uuid() }),
    result: SmsPurchase,
  }),
  exportXls: excelRoutes(smsPurchaseResource).exportXls,
}
