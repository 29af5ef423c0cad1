import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { mostly, payment } from './acts-of-rides.ts'
import { type Act, insist } from './scene.ts'
import { cartOf, couponsToBuy } from './stock.ts'

/** What staff do with products: sell them alone, take them back by the piece, and fill up the stock. */
export const productActs: readonly Act[] = [
  {
    name: 'sellProducts',
    weight: 8,
    async perform(walk, actor) {
      const { chance } = actor
      const key = newId()
      const paid = chance.happens(0.4)
        ? { consumePayMode: 'balance' as const, userId: chance.oneOf(walk.members) }
        : { ...payment(chance), ...(chance.happens(0.3) ? { userId: chance.oneOf(walk.members) } : {}) }
      const body = { lines: [...cartOf(walk, chance), ...couponsToBuy(walk, chance)], ...paid }
      const done = await insist(walk, actor, { act: 'sellProducts', key }, (by) => by.productSales.add({ key, body }))
      if (!done) return
      const { amount, goods } = done.result
      walk.orders.push({ kind: 'consume', id: key, amount, goods: goods.map(({ id, count }) => ({ id, count })) })
    },
  },
  {
    name: 'refundPieces',
    weight: 8,
    async perform(walk, { chance }) {
      const orders = walk.orders.filter(({ goods = [] }) => goods.length > 0)
      if (orders.length === 0) return
      const { id: orderId, goods = [] } = chance.oneOf(
        mostly(chance, orders, (one) => orders.indexOf(one) >= orders.length - 3),
      )
      const lines = goods
        .filter(() => chance.happens(0.7))
        .map(({ id, count }) => ({ lineId: id, count: chance.between(1, count), damaged: chance.below(2) }))
      const key = newId()
      const body = { orderKind: 'consume' as const, orderId, lines, reason: '退货', password: DEMO_PASSWORD }
      if (lines.length === 0) return
      await insist(walk, { chance, as: 'manager' }, { act: 'refundPieces', key }, (by) => by.refunds.add({ key, body }))
    },
  },
  {
    name: 'productsIn',
    weight: 3,
    async perform(walk, { chance }) {
      const key = newId()
      const counted = walk.products.filter(({ isCounted }) => isCounted)
      const body = { id: chance.oneOf(counted).id, count: chance.between(1, 12), reason: '进货' }
      await insist(walk, { chance, as: 'manager' }, { act: 'productsIn', key }, (by) =>
        by.productStock.in({ key, body }),
      )
    },
  },
]
