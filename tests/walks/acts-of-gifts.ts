import { newId } from '#shared/core/id.ts'
import { mostly } from './acts-of-rides.ts'
import { type Act, insist } from './scene.ts'

/** What staff do with gifts and their stock. */
export const giftActs: readonly Act[] = [
  {
    name: 'stockIn',
    weight: 3,
    async perform(walk, { chance }) {
      const key = newId()
      const body = { id: chance.oneOf(walk.gifts).id, count: chance.between(1, 5), reason: '进货' }
      await insist(walk, { chance, as: 'manager' }, { act: 'stockIn', key }, (by) => by.giftStock.in({ key, body }))
    },
  },
  {
    name: 'countStock',
    weight: 3,
    async perform(walk, { chance }) {
      const { id } = chance.oneOf(walk.gifts)
      const actor = { chance, as: 'manager' } as const
      const seen = await insist(walk, actor, { act: 'seeStock' }, (by) => by.gifts.queryById({ query: { id } }))
      if (!seen) return
      const { stock, stockLineId: seenLineId } = seen.result
      const key = newId()
      const body = { id, counted: Math.max(0, stock + chance.between(-1, 1)), seenLineId, reason: '盘点' }
      await insist(walk, actor, { act: 'countStock', key }, (by) => by.giftStock.count({ key, body }))
    },
  },
  {
    name: 'buyGift',
    weight: 5,
    async perform(walk, actor) {
      const { chance } = actor
      const key = newId()
      const { id } = chance.oneOf(walk.gifts.filter(({ isForPoints }) => isForPoints))
      const body = { id, userId: chance.oneOf(walk.members), count: chance.between(1, 2) }
      await insist(walk, actor, { act: 'buyGift', key }, (by) => by.gifts.buy({ key, body }))
    },
  },
  {
    name: 'handOutGift',
    weight: 6,
    async perform(walk, actor) {
      const { chance } = actor
      const recharges = walk.orders.filter(({ hasGift }) => hasGift === true)
      if (recharges.length === 0) return
      const recent = mostly(chance, recharges, (one) => recharges.indexOf(one) >= recharges.length - 3)
      const key = newId()
      const body = { id: chance.oneOf(recent).id }
      await insist(walk, actor, { act: 'handOutGift', key }, (by) => by.orderGifts.handOut({ key, body }))
    },
  },
  {
    name: 'refuseGift',
    weight: 2,
    async perform(walk, actor) {
      const recharges = walk.orders.filter(({ hasGift }) => hasGift === true)
      if (recharges.length === 0) return
      const key = newId()
      const body = { id: actor.chance.oneOf(recharges).id, reason: '不要' }
      await insist(walk, actor, { act: 'refuseGift', key }, (by) => by.orderGifts.refuse({ key, body }))
    },
  },
]
