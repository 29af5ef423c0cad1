import { z } from 'zod'
import { crudRoutes, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'

/** What a stock line is of. */
export const StockItemKind = z.enum(['gift', 'product'])
export type StockItemKind = z.infer<typeof StockItemKind>

export const StockLineKind = z.enum(['in', 'out', 'count', 'moveIn', 'moveOut', 'loss', 'handOut', 'sale', 'back'])
export type StockLineKind = z.infer<typeof StockLineKind>

/** What a hand-out was for: an order that includes the gift, points of the member, a coupon, or nothing. */
export const HandedFor = z.enum(['order', 'points', 'coupon', 'free'])
export type HandedFor = z.infer<typeof HandedFor>

/** The most pieces that one call moves; the bound catches typing errors. */
export const MAX_PIECES = 100_000
const Pieces = z.number().int().min(1).max(MAX_PIECES)
const Reason = line(200, 1)

/** A line of stock. Lines are only added. */
const StockLine = z.object({
  id: z.uuid(),
  sysOrgCode: z.string(),
  sysOrgCode_dictText: z.string().nullable(),
  createTime: WireTime,
  itemId: z.uuid(),
  itemName: z.string(),
  kind: StockLineKind,
  delta: z.number().int(),
  quantityAfter: z.number().int(),
  /** Of a count: what was found, and what should have been there. */
  counted: z.number().int().nullable(),
  expected: z.number().int().nullable(),
  /** Of a move: the other store. */
  otherOrg: z.string().nullable(),
  handedFor: z.union([z.literal(''), HandedFor]),
  orderId: z.string().nullable(),
  userId: z.string().nullable(),
  recipient: z.string(),
  reason: z.string(),
  operatorName: z.string(),
})

const marks = {
  createTime: { kind: 'time', label: 'stock.time', sort: true, sheet: true },
  itemId: { kind: 'id', label: 'stock.item' },
  itemName: { kind: 'text', label: 'stock.item', sheet: true },
  kind: { kind: 'text', label: 'stock.kind', dict: 'stock_line_kind', sheet: true },
  delta: { kind: 'number', label: 'stock.delta', sheet: true },
  quantityAfter: { kind: 'number', label: 'stock.after', sheet: true },
  expected: { kind: 'number', label: 'stock.expected', sheet: true },
  counted: { kind: 'number', label: 'stock.counted', sheet: true },
  otherOrg: { kind: 'text', label: 'stock.otherStore', unsearched: true, sheet: true },
  handedFor: { kind: 'text', label: 'stock.handedFor', dict: 'stock_handed_for', sheet: true },
  userId: { kind: 'text', label: 'records.userId', sheet: true },
  recipient: { kind: 'text', label: 'stock.recipient', sheet: true },
  reason: { kind: 'text', label: 'stock.reason', sheet: true },
  operatorName: { kind: 'text', label: 'records.operator', sheet: true },
  orderId: { kind: 'id', label: 'stock.order', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

interface StockBook {
  path: `/${string}`
  permission: string
  noun: string
}

/** A list of stock lines; `write_stock` alone adds to it. */
export const stockResource = (book: StockBook) =>
  resource({ ...book, entity: StockLine, create: z.object({}), update: z.object({}), ...fieldsOf(marks) })

export const stockSheet: Sheet = { title: 'sheet.stock', columns: sheetColumnsOf(marks) }
export const outboundSheet: Sheet = { title: 'sheet.outbound', columns: sheetColumnsOf(marks) }

/** The list of stock lines and its workbook. */
export function stockListRoutes(book: StockBook) {
  const lines = stockResource(book)
  const { list, queryById } = crudRoutes(lines)
  return { list, queryById, exportXls: excelRoutes(lines).exportXls }
}

/** The answer of a call that changed stock. */
const Changed = z.object({
  /** The new line, which a later count may name as the last one that it saw. */
  stockLineId: z.uuid(),
  before: z.number().int(),
  stock: z.number().int(),
})
export type StockChanged = z.infer<typeof Changed>

const countLabel = { count: 'stock.pieces', reason: 'stock.reason', id: 'stock.item' } as const

/** The bodies of the calls that change stock by hand. */
export const stockBodies = {
  pieces: z.object({ id: z.uuid(), count: Pieces, reason: Reason }),
  move: z.object({ id: z.uuid(), toOrgCode: exact(64, 1), count: Pieces, reason: Reason }),
  count: z.object({
    id: z.uuid(),
    counted: z.number().int().min(0).max(MAX_PIECES),
    /** `stockLineId` of the item when its stock was read; empty: it had none. */
    seenLineId: z.union([z.literal(''), z.uuid()]),
    reason: Reason,
  }),
}

/** The calls that change stock by hand, each with a reason and once per key. */
export function stockWriteRoutes({ path, permission, noun }: StockBook) {
  const write = (name: 'in' | 'out' | 'loss', summary: string) =>
    route({
      method: 'POST',
      path: `${path}/${name}`,
      summary,
      access: `${permission}:${name}`,
      body: stockBodies.pieces,
      result: Changed,
      message: 'message.stock.changed',
      idempotent: {},
      labels: countLabel,
    })
  return {
    in: write('in', `Adds pieces to the stock of ${noun}`),
    out: write('out', `Takes pieces out of the stock of ${noun}, such as those returned to a supplier`),
    loss: write('loss', `Writes off lost or broken pieces of ${noun}`),
    move: route({
      method: 'POST',
      path: `${path}/move`,
      summary: `Moves pieces of ${noun} to the item of the same name of another store in scope`,
      access: `${permission}:move`,
      body: stockBodies.move,
      result: Changed,
      message: 'message.stock.changed',
      idempotent: {},
      labels: { ...countLabel, toOrgCode: 'stock.toStore' },
    }),
    count: route({
      method: 'POST',
      path: `${path}/count`,
      summary: `Sets the difference between the counted pieces of ${noun} and those that the counter saw`,
      access: `${permission}:count`,
      body: stockBodies.count,
      result: Changed,
      message: 'message.stock.changed',
      idempotent: {},
      labels: { ...countLabel, counted: 'stock.counted', seenLineId: 'stock.seenLine' },
    }),
  }
}
