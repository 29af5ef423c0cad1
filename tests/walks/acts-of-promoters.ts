import { newId } from '#shared/core/id.ts'
import { fromMinor } from '#shared/core/money.ts'
import { type Act, insist } from './scene.ts'

/** Members who are bound to promoters, and payouts to the one who is a user. */
export const promoterActs: readonly Act[] = [
  {
    name: 'bindMember',
    weight: 3,
    async perform(walk, actor) {
      const { chance } = actor
      const key = newId()
      const body = { userId: chance.oneOf(walk.members), code: chance.oneOf(walk.promoterCodes) }
      await insist(walk, actor, { act: 'bindMember', key }, (by) => by.promotedMembers.bind({ key, body }))
    },
  },
  {
    name: 'payOutCommission',
    weight: 3,
    async perform(walk, { chance }) {
      const id = newId()
      const body = { promoterId: walk.userPromoter, amount: fromMinor(chance.between(1, 400)) }
      const manager = { chance, as: 'manager' } as const
      const asked = await insist(walk, manager, { act: 'requestPayout', key: id }, (by) =>
        by.promoterPayouts.request({ key: id, body }),
      )
      if (!asked) return
      const key = newId()
      const paid = { id, payoutMode: chance.oneOf(['cash', 'transfer'] as const), transferNo: 'T1' }
      // The requester may not approve it.
      const owner = { chance, as: 'owner' } as const
      await insist(walk, owner, { act: 'payOut', key }, (by) => by.promoterPayouts.pay({ key, body: paid }))
    },
  },
]
