import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { STORE, type Venue } from '#tests/support/venue/venue.ts'
import type { Chance } from './random.ts'
import { type Act, insist } from './scene.ts'

const MINUTE_MS = 60_000
/** Newest events that members sign up for, so that places are short. */
const RECENT = 3

/** Events whose registration ends soon and later, so that members can sign up from the first act on; returns their ids. */
export async function bringEvents({ inEveryStore }: Venue, chance: Chance, now: Date): Promise<string[]> {
  const inMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS)
  const rows = [2, 30].map((open) => ({
    id: newId(),
    orgCode: STORE,
    name: '赛事',
    fee: chance.oneOf([0, 333, 1001, 2500]),
    places: chance.between(1, 2),
    lateRefund: chance.oneOf([0, 35, 100]),
    registrationFrom: inMinutes(-10),
    registrationUntil: inMinutes(open),
    startsAt: inMinutes(open + 20),
    endsAt: inMinutes(open + 60),
    cancelledAt: null,
    createdBy: '',
    updatedBy: null,
    updatedAt: null,
  }))
  await inEveryStore((trx) => trx.insertInto('event').values(rows).execute())
  return rows.map(({ id }) => id)
}

/** Events, and members who sign up, give up and wait. */
export const eventActs: readonly Act[] = [
  {
    name: 'addEvent',
    weight: 2,
    async perform(walk, { chance }) {
      const inMinutes = (minutes: number): string => toWireTime(new Date(walk.now().getTime() + minutes * MINUTE_MS))
      const [open, pause] = [chance.oneOf([3, 20, 90]), chance.oneOf([0, 15])]
      const eventName = `赛事 ${newId()}`
      const body = {
        eventName,
        // Some do not divide evenly between the balances.
        registrationFee: chance.oneOf([0, 3.33, 10.01, 25]),
        places: chance.between(0, 3),
        lateRefund: chance.oneOf([0, 35, 50, 100]),
        registrationStart: inMinutes(-10),
        registrationEnd: inMinutes(open),
        startTime: inMinutes(open + pause),
        endTime: inMinutes(open + pause + 60),
      }
      const actor = { chance, as: 'manager' } as const
      await insist(walk, actor, { act: 'addEvent' }, (by) => by.events.add({ body }))
      const found = await insist(walk, actor, { act: 'findEvent' }, (by) => by.events.list({ query: { eventName } }))
      for (const { id } of found?.result.records ?? []) walk.events.push(id)
    },
  },
  {
    name: 'signUp',
    weight: 10,
    async perform(walk, actor) {
      const { chance } = actor
      if (walk.events.length === 0) return
      const key = newId()
      const body = { eventId: chance.oneOf(walk.events.slice(-RECENT)), userId: chance.oneOf(walk.members) }
      const done = await insist(walk, actor, { act: 'signUp', key }, (by) => by.eventSignUps.add({ key, body }))
      if (done) walk.signUps.push(key)
    },
  },
  {
    name: 'cancelSignUp',
    weight: 4,
    async perform(walk, actor) {
      if (walk.signUps.length === 0) return
      const key = newId()
      const body = { id: actor.chance.oneOf(walk.signUps) }
      await insist(walk, actor, { act: 'cancelSignUp', key }, (by) => by.eventSignUps.cancel({ key, body }))
    },
  },
  {
    name: 'morePlaces',
    weight: 1,
    async perform(walk, { chance }) {
      if (walk.events.length === 0) return
      const body = { id: chance.oneOf(walk.events.slice(-RECENT)), places: chance.between(0, 4) }
      await insist(walk, { chance, as: 'manager' }, { act: 'morePlaces' }, (by) => by.events.edit({ body }))
    },
  },
  {
    name: 'cancelEvent',
    weight: 1,
    async perform(walk, { chance }) {
      if (walk.events.length === 0 || chance.happens(0.5)) return
      const key = newId()
      const body = { id: chance.oneOf(walk.events), reason: '下雨' }
      await insist(walk, { chance, as: 'manager' }, { act: 'cancelEvent', key }, (by) =>
        by.events.cancel({ key, body }),
      )
    },
  },
]
