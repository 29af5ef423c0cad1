import { z } from 'zod'
import { crudRoutes, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { route } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'

/** Whether the gift of an order was handed out. */
export const OrderGiftState = z.enum(['notGifted', 'gifted', 'notGiving'])
export type OrderGiftState = z.infer<typeof OrderGiftState>

/** Why it is not given: refused by hand, not fetched in time, or its order was refunded. */
export const OrderGiftEnd = z.enum(['refused', 'overdue', 'refunded'])
export type OrderGiftEnd = z.infer<typeof OrderGiftEnd>

const marks = {
  createTime: { kind: 'time', label: 'orderGift.time', sort: true, sheet: true },
  giftName: { kind: 'text', label: 'gift.name', sheet: true },
  giftId: { kind: 'id', label: 'gift.name' },
  pieces: { kind: 'number', label: 'stock.pieces', sheet: true },
  giftState: { kind: 'text', label: 'orderGift.state', dict: 'order_gift_state', sheet: true },
  userId: { kind: 'text', label: 'records.userId', sheet: true },
  userName: { kind: 'text', label: 'orderGift.member', unsearched: true, sheet: true },
  endedFor: { kind: 'text', label: 'orderGift.endedFor', dict: 'order_gift_end', sheet: true },
  reason: { kind: 'text', label: 'stock.reason', sheet: true },
  recipient: { kind: 'text', label: 'stock.recipient', sheet: true },
  endTime: { kind: 'time', label: 'orderGift.endTime', sort: true, sheet: true },
  endedBy: { kind: 'text', label: 'orderGift.endedBy', sheet: true },
  id: { kind: 'id', label: 'stock.order', sheet: true },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Gifts that paid recharges include; the id is that of the order. */
export const orderGiftResource = resource({
  path: '/gift/sysOrderGift',
  permission: 'ordergift',
  noun: 'gifts of orders',
  entity: z.object({
    id: z.uuid(),
    sysOrgCode: z.string(),
    sysOrgCode_dictText: z.string().nullable(),
    createTime: WireTime,
    giftId: z.uuid(),
    giftName: z.string(),
    pieces: z.number().int(),
    giftState: OrderGiftState,
    userId: z.string(),
    /** The member's current name. */
    userName: z.string(),
    endedFor: z.union([z.literal(''), OrderGiftEnd]),
    reason: z.string(),
    /** Who received it, if not the member. */
    recipient: z.string(),
    endTime: WireTime.nullable(),
    endedBy: z.string(),
  }),
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(marks),
})

export const orderGiftSheet: Sheet = { title: 'sheet.orderGift', columns: sheetColumnsOf(marks) }

const { list, queryById } = crudRoutes(orderGiftResource)
const labels = { id: 'stock.order', recipient: 'stock.recipient', reason: 'stock.reason' } as const

/** The gifts of orders: handing them out, or refusing them. */
export const orderGifts = {
  list,
  queryById,
  exportXls: excelRoutes(orderGiftResource).exportXls,
  handOut: route({
    labels,
    method: 'POST',
    path: '/gift/sysOrderGift/handOut',
    summary:
      'Hands the gift of an order out once and takes it from stock; one that is not given any more needs `ordergift:late`',
    access: 'ordergift:handOut',
    body: z.object({
      id: z.uuid(),
      /** Who receives it, if not the member. */
      recipient: line(60).default(''),
    }),
    result: z.object({ stock: z.number().int() }),
    message: 'message.gift.handedOut',
    idempotent: {},
  }),
  refuse: route({
    labels,
    method: 'POST',
    path: '/gift/sysOrderGift/refuse',
    summary: 'Marks the gift of an order as not given, with a reason',
    access: 'ordergift:refuse',
    body: z.object({ id: z.uuid(), reason: line(200, 1) }),
    result: z.null(),
    message: 'message.gift.refused',
    idempotent: {},
  }),
}
