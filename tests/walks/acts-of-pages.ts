import { newId } from '#shared/core/id.ts'
import { fromMinor } from '#shared/core/money.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import type { Place } from './place.ts'
import { type Act, insist, type Scene, type Worker } from './scene.ts'

/** Members signed in on the member page: each with a client for each copy of the server. */
export const openPages = (
  { server, copies, venue }: Pick<Place, 'server' | 'copies' | 'venue'>,
  members: readonly string[],
): Promise<(readonly Worker[])[]> =>
  Promise.all(
    members.map(async (member) => {
      const { token } = await memberOnPage(server, venue, member)
      return copies.map((copy) => copy.client(token))
    }),
  )

export interface PageScene extends Scene {
  pages: readonly (readonly Worker[])[]
  selfRecharge: Place['selfRecharge']
}

/** What members do on their phones. */
export const pageActs: readonly Act<PageScene>[] = [
  {
    name: 'selfRecharge',
    weight: 4,
    async perform(walk, { chance }) {
      const key = newId()
      const { ruleId, price } = walk.selfRecharge
      const sandbox = chance.oneOf(['success', 'success', 'slow', 'never', 'refused'] as const)
      const body = { ruleId, price: fromMinor(price), sandbox }
      const actor = { chance, as: 'cashier', by: chance.oneOf(walk.pages) } as const
      const done = await insist(walk, actor, { act: 'selfRecharge', key }, (by) =>
        by.memberShop.recharge({ key, body }),
      )
      if (done) walk.orders.push({ kind: 'recharge', id: key, amount: done.result.amount })
    },
  },
]
