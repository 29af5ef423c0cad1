import { newId } from '#shared/core/id.ts'
import { fromMinor } from '#shared/core/money.ts'
import { shareCards } from '#tests/support/visitors.ts'
import type { Act } from './scene.ts'
import { insist } from './scene.ts'
import type { Walk } from './walk.ts'

/** What happens at the visitors' own store, and to the setting of the chain, while they ride elsewhere. */
export const visitorActs: readonly Act<Walk>[] = [
  {
    name: 'adjustAtHome',
    weight: 2,
    async perform(walk, { chance }) {
      const key = newId()
      const change = { balance: fromMinor(chance.between(-5000, 3000) || 1), laps: chance.between(-2, 4) }
      const body = { userId: chance.oneOf(walk.visitors), ...change, reason: '更正' }
      await insist(walk, { chance, as: 'home' }, { act: 'adjustAtHome', key }, (by) =>
        by.userProjects.adjust({ key, body }),
      )
    },
  },
  {
    name: 'mergeAtHome',
    weight: 1,
    async perform(walk, { chance }) {
      const [sourceId = '', targetId = ''] = walk.visitors
      const sent = { key: newId(), body: { sourceId, targetId, reason: '同一人' } }
      await insist(walk, { chance, as: 'home' }, { act: 'mergeAtHome' }, (by) => by.memberMerge.merge(sent))
    },
  },
  {
    name: 'shareCards',
    weight: 1,
    async perform({ venue }, { chance }) {
      // Its connection may be cut.
      await shareCards(venue, chance.happens(0.3) ? 'NO' : 'YES').catch(() => undefined)
    },
  },
]
