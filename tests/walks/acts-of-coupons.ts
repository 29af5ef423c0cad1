import { newId } from '#shared/core/id.ts'
import { type Act, insist } from './scene.ts'

/** What staff do with codes that pay no ride. */
export const couponActs: readonly Act[] = [
  {
    name: 'redeem',
    weight: 3,
    async perform(walk, actor) {
      const { chance } = actor
      const key = newId()
      const body = { code: chance.oneOf(walk.values), userId: chance.oneOf(walk.members) }
      await insist(walk, actor, { act: 'redeem', key }, (by) => by.couponCodes.redeem({ key, body }))
    },
  },
  {
    name: 'reverseCoupon',
    weight: 2,
    async perform(walk, { chance }) {
      const actor = { chance, as: 'manager' } as const
      const query = { code: chance.oneOf(walk.values) }
      const seen = await insist(walk, actor, { act: 'seeCode' }, (by) => by.couponCodes.list({ query }))
      const [code] = seen?.result.records ?? []
      if (!code) return
      const key = newId()
      const body = { id: code.id, reason: '换错会员' }
      await insist(walk, actor, { act: 'reverseCoupon', key }, (by) => by.couponCodes.reverse({ key, body }))
    },
  },
  {
    name: 'fetchGift',
    weight: 2,
    async perform(walk, actor) {
      const { chance } = actor
      const key = newId()
      const body = { code: chance.oneOf(walk.giftCodes), userId: chance.happens(0.5) ? chance.oneOf(walk.members) : '' }
      await insist(walk, actor, { act: 'fetchGift', key }, (by) => by.couponCodes.fetchGift({ key, body }))
    },
  },
]
