import { z } from 'zod'
import { crudRoutes, listQueryOf, undoRoutes } from '#shared/core/crud.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { choiceFilter, route } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { giftResource } from './gifts.schema.ts'

/** YES: only gifts whose stock is low; NO: only the others. */
const besides = { isLow: choiceFilter(YesNo) }
const calls = crudRoutes(giftResource)

/** The most pieces of one hand-out. */
const Pieces = z.number().int().min(1).max(1000)
const labels = {
  id: 'stock.item',
  userId: 'wallets.member',
  count: 'stock.pieces',
  password: 'gift.password',
  recipient: 'stock.recipient',
  reason: 'stock.reason',
} as const

/** The answer of a hand-out. */
const HandedOut = z.object({ stockLineId: z.uuid(), stock: z.number().int() })
export type HandedOut = z.infer<typeof HandedOut>

const Purchase = z.object({
  id: z.uuid(),
  userId: exact(32, 1),
  count: Pieces,
  /** The member's consumption password, where the member has one. */
  password: exact(64).default(''),
})
export type Purchase = z.output<typeof Purchase>

const FreeGift = z
  .object({
    id: z.uuid(),
    count: Pieces,
    /** The member who receives it; empty: another person, whom `recipient` names. */
    userId: exact(32).default(''),
    recipient: line(60).default(''),
    reason: line(200, 1),
  })
  .refine(({ userId, recipient }) => userId !== '' || recipient !== '', {
    ...wrong('input.gift.recipient'),
    path: ['recipient'],
  })
export type FreeGift = z.output<typeof FreeGift>

/** Gifts of a store and their stock. */
export const gifts = {
  ...calls,
  ...undoRoutes(giftResource),
  list: route({ ...calls.list, query: listQueryOf(giftResource).extend(besides) }),
  ...excelRoutes(giftResource, besides),
  buy: route({
    labels,
    method: 'POST',
    path: '/gift/sysGift/buy',
    summary: 'A member buys a gift by points: points and stock are taken and it is handed out, all or none',
    access: 'gift:buy',
    body: Purchase,
    result: HandedOut.extend({
      /** The points that the member has left. */
      integral: z.number().int(),
    }),
    message: 'message.gift.handedOut',
    idempotent: { exceptFields: ['password'] },
  }),
  give: route({
    labels,
    method: 'POST',
    path: '/gift/sysGift/give',
    summary: 'Hands a gift out for nothing, with a reason',
    access: 'gift:give',
    body: FreeGift,
    result: HandedOut,
    message: 'message.gift.handedOut',
    idempotent: {},
  }),
}
