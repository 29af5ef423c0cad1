import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { Calendar, Reservation } from '#shared/features/reservations/reservations.schema.ts'
import { mostly, payment, rideOf } from './acts-of-rides.ts'
import { type Act, type Actor, insist, type Scene } from './scene.ts'

const MINUTE_MS = 60_000
const HALF_DAY = 720
/** Starts of sessions, in minutes from now: running, about to begin, and later. */
const BEGINS = [-10, 0, 5, 30, 90] as const
const CAPACITIES = [0, 2, 3, 5] as const
const DEPOSITS = [0, 0, 20, 33.33] as const

/** The time so many minutes from now, formatted for calls. */
const at = ({ now }: Scene, minutes: number): string => toWireTime(new Date(now().getTime() + minutes * MINUTE_MS))

/** Sessions and reservations around now, as an actor's calendar shows them. */
async function shown(walk: Scene, actor: Actor): Promise<Calendar> {
  const query = { fromDay: at(walk, -HALF_DAY).slice(0, 10), toDay: at(walk, HALF_DAY).slice(0, 10) }
  const calendar = await insist(walk, actor, { act: 'calendar' }, (by) => by.reservationSessions.calendar({ query }))
  return calendar?.result ?? { sessions: [], reservations: [] }
}

/** One of those that the calendar shows, or none; it may have changed when it is used. */
async function some<K extends keyof Calendar>(
  walk: Scene,
  actor: Actor,
  kind: K,
  isMeant: (one: Calendar[K][number]) => boolean = () => true,
): Promise<Calendar[K][number] | null> {
  const all: readonly Calendar[K][number][] = (await shown(walk, actor))[kind]
  const meant = all.filter(isMeant)
  return meant.length === 0 ? null : actor.chance.oneOf(meant)
}

/** Whether guests of a reservation are still awaited; they may have arrived by the time it is used. */
const isDue = ({ bookState, arrived, people }: Reservation): boolean => bookState !== 'CANCELLED' && arrived < people

/** Whether a reservation's session is not over. */
const isAhead = (scene: Scene) => {
  const now = at(scene, 0)
  return ({ endTime }: Reservation): boolean => endTime > now
}

/** Sessions that are planned, changed and removed while they are being booked. */
const sessionActs: readonly Act[] = [
  {
    name: 'addSession',
    weight: 3,
    async perform(walk, { chance }) {
      const key = newId()
      const begins = chance.oneOf(BEGINS)
      const times = { startTime: at(walk, begins), endTime: at(walk, begins + chance.oneOf([20, 40])) }
      const body = { ...times, capacity: chance.oneOf(CAPACITIES) }
      await insist(walk, { chance, as: 'manager' }, { act: 'addSession', key }, (by) =>
        by.reservationSessions.add({ key, body }),
      )
    },
  },
  {
    name: 'planSessions',
    weight: 1,
    async perform(walk, { chance }) {
      const key = newId()
      const [from, to] = [at(walk, 0), at(walk, 90)]
      const [fromDay, toDay] = [from.slice(0, 10), to.slice(0, 10)]
      const hours = { fromTime: from.slice(11, 16), toTime: fromDay === toDay ? to.slice(11, 16) : '23:59' }
      const body = { fromDay, toDay: fromDay, ...hours, duration: 25, interval: 5, capacity: chance.oneOf(CAPACITIES) }
      await insist(walk, { chance, as: 'manager' }, { act: 'planSessions', key }, (by) =>
        by.reservationSessions.generate({ key, body }),
      )
    },
  },
  {
    name: 'editSession',
    weight: 2,
    async perform(walk, actor) {
      const session = await some(walk, actor, 'sessions')
      if (!session) return
      const { chance } = actor
      const begins = chance.oneOf(BEGINS)
      const changed = chance.oneOf([
        { capacity: chance.between(1, 5) },
        { locked: chance.happens(0.3) ? ('YES' as const) : ('NO' as const) },
        { startTime: at(walk, begins), endTime: at(walk, begins + 30) },
      ])
      await insist(walk, actor, { act: 'editSession' }, (by) =>
        by.reservationSessions.edit({ body: { id: session.id, ...changed } }),
      )
    },
  },
  {
    name: 'removeSession',
    weight: 1,
    async perform(walk, actor) {
      const session = await some(walk, actor, 'sessions')
      if (!session) return
      const query = { id: session.id }
      await insist(walk, { ...actor, as: 'manager' }, { act: 'removeSession' }, (by) =>
        by.reservationSessions.delete({ query }),
      )
    },
  },
]

/** Reservations, from the booking by telephone to the queue entry or the end of their deposit. */
const reservationActs: readonly Act[] = [
  {
    name: 'book',
    weight: 7,
    async perform(walk, actor) {
      const session = await some(walk, actor, 'sessions', ({ sessionState }) => sessionState !== 'ended')
      if (!session) return
      const { chance } = actor
      const key = newId()
      const guest = chance.happens(0.4)
        ? { userId: chance.oneOf(walk.members) }
        : { realname: '预约客人', phone: '13877776666' }
      const body = {
        sessionId: session.id,
        ...guest,
        ...payment(chance),
        people: chance.between(1, 3),
        deposit: chance.oneOf(DEPOSITS),
        toConfirm: chance.happens(0.2) ? ('YES' as const) : ('NO' as const),
      }
      await insist(walk, actor, { act: 'book', key }, (by) => by.reservations.add({ key, body }))
    },
  },
  {
    name: 'editBooking',
    weight: 3,
    async perform(walk, actor) {
      const { chance } = actor
      const { sessions, reservations } = await shown(walk, actor)
      const due = mostly(chance, reservations.filter(isDue), isAhead(walk))
      if (due.length === 0) return
      const { id } = chance.oneOf(due)
      const elsewhere = chance.happens(0.4) ? { sessionId: chance.oneOf(sessions).id } : {}
      const body = { id, people: chance.between(1, 4), ...elsewhere }
      await insist(walk, actor, { act: 'editBooking' }, (by) => by.reservations.edit({ body }))
    },
  },
  {
    name: 'confirmBooking',
    weight: 1,
    async perform(walk, actor) {
      const booked = await some(walk, actor, 'reservations', ({ bookState }) => bookState === 'WAITING')
      if (!booked) return
      await insist(walk, actor, { act: 'confirmBooking' }, (by) => by.reservations.confirm({ body: { id: booked.id } }))
    },
  },
  {
    name: 'remind',
    weight: 2,
    async perform(walk, actor) {
      const { chance } = actor
      const { reservations } = await shown(walk, actor)
      const due = mostly(chance, reservations.filter(isDue), isAhead(walk))
      if (due.length === 0) return
      const key = newId()
      const body = { id: chance.oneOf(due).id }
      await insist(walk, actor, { act: 'remind', key }, (by) => by.reservations.remind({ key, body }))
    },
  },
  {
    name: 'arrive',
    weight: 6,
    async perform(walk, actor) {
      const { chance } = actor
      const { reservations } = await shown(walk, actor)
      const due = mostly(chance, reservations.filter(isDue), isAhead(walk))
      if (due.length === 0) return
      const booked = chance.oneOf(due)
      const key = newId()
      const part = chance.happens(0.4) ? { people: 1 } : {}
      const body = { id: booked.id, ...rideOf(walk, chance), ...part, racer: '预约车手' }
      const done = await insist(walk, actor, { act: 'arrive', key }, (by) => by.reservations.arrive({ key, body }))
      if (done) walk.orders.push({ kind: 'consume', id: key, amount: done.result.order.amount })
    },
  },
  {
    name: 'cancelBooking',
    weight: 3,
    async perform(walk, actor) {
      const booked = await some(walk, actor, 'reservations', isDue)
      if (!booked) return
      const { chance } = actor
      const key = newId()
      const decided = chance.happens(0.4) ? { deposit: chance.oneOf(['return', 'keep'] as const) } : {}
      const body = { id: booked.id, reason: '来不了', ...decided }
      await insist(walk, actor, { act: 'cancelBooking', key }, (by) => by.reservations.cancel({ key, body }))
    },
  },
  {
    name: 'returnBookDeposit',
    weight: 2,
    async perform(walk, actor) {
      const booked = await some(
        walk,
        actor,
        'reservations',
        ({ bookState, depositState }) => bookState === 'MISSED' && depositState === 'held',
      )
      if (!booked) return
      const key = newId()
      const body = { id: booked.id }
      await insist(walk, { ...actor, as: 'manager' }, { act: 'returnBookDeposit', key }, (by) =>
        by.reservations.returnDeposit({ key, body }),
      )
    },
  },
]

export const bookingActs: readonly Act[] = [...sessionActs, ...reservationActs]
