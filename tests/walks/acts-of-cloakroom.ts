import { DEMO_PASSWORD, demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { mostly, payment } from './acts-of-rides.ts'
import { type Act, insist } from './scene.ts'

/** What guests leave at the counter, until it is handed out: with its slip or without it, and after its fee was paid. */
export const cloakroomActs: readonly Act[] = [
  {
    name: 'storeThing',
    weight: 4,
    async perform(walk, actor) {
      const { chance } = actor
      const key = newId()
      const guest = chance.happens(0.4) ? { userId: chance.oneOf(walk.members) } : { guestName: '寄存客人' }
      const placeId = chance.happens(0.7) ? chance.oneOf(walk.places) : null
      const body = { ...guest, placeId, itemName: '背包', phone: '13877776666' }
      const done = await insist(walk, actor, { act: 'storeThing', key }, (by) => by.cloakroomItems.save({ key, body }))
      if (done) walk.slips.push({ id: key, code: done.result.code })
    },
  },
  {
    name: 'takeOut',
    weight: 4,
    async perform(walk, actor) {
      if (walk.slips.length === 0) return
      const key = newId()
      const body = { code: actor.chance.oneOf(walk.slips).code }
      await insist(walk, actor, { act: 'takeOut', key }, (by) => by.cloakroomItems.takeOut({ key, body }))
    },
  },
  {
    name: 'payFee',
    weight: 4,
    async perform(walk, actor) {
      const { chance } = actor
      if (walk.slips.length === 0) return
      const recent = mostly(chance, walk.slips, (one) => walk.slips.indexOf(one) >= walk.slips.length - 3)
      const { id, code } = chance.oneOf(recent)
      const query = { id }
      const shown = await insist(walk, actor, { act: 'quoteFee' }, (by) => by.cloakroomItems.quote({ query }))
      if (!shown || shown.result.fee === 0) return
      const key = newId()
      const which = chance.happens(0.7) ? { code } : { id }
      const body = { ...which, ...payment(chance), fee: shown.result.fee }
      const done = await insist(walk, actor, { act: 'payFee', key }, (by) => by.cloakroomItems.pay({ key, body }))
      if (done) walk.orders.push({ kind: 'consume', id: key, amount: done.result.amount })
    },
  },
  {
    name: 'takeOutLost',
    weight: 2,
    async perform(walk, actor) {
      const { chance, as } = actor
      if (walk.slips.length === 0) return
      const key = newId()
      const confirmerId = as === 'manager' ? demoUsers.cashier.id : demoUsers.manager.id
      const who = { recipient: '寄存客人', phoneEnd: '6666', confirmerId, password: DEMO_PASSWORD }
      const body = { id: chance.oneOf(walk.slips).id, ...who }
      await insist(walk, actor, { act: 'takeOutLost', key }, (by) =>
        by.cloakroomItems.takeOutWithoutSlip({ key, body }),
      )
    },
  },
]
