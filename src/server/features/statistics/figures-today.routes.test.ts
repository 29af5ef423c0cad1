import { describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { FigureGroup } from '#shared/features/statistics/statistics.contract.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { rollUpFigures } from './rollup.job.ts'

const { server, venue } = await testVenue()

const WEEK = 7 * 24 * 3_600_000
const GROUPS = FigureGroup.options

const inZone = (timeZone: string, dayStartHour: number) =>
  venue.inEveryStore((trx) =>
    trx.updateTable('store').set({ timeZone, dayStartHour }).where('orgCode', '=', STORE).execute(),
  )

/** A walk-in rides and pays cash at this time; the ride takes two minutes. */
async function rides(at: string): Promise<void> {
  server.clock.set(new Date(at))
  const cashier = await server.signIn('cashier')
  const { id: rule } = await venue.rule({ consumeType: 'NOCARDCONSUME', price: 6800 })
  const { id: vehicleId } = await venue.vehicle()
  await cashier.consume.add({
    key: newId(),
    body: {
      consumeType: 'NOCARDCONSUME',
      consumeVehicleMode: 'circlemode',
      sysDepartConsumeRoleId: rule,
      racer: '车手',
      consumePayMode: 'cash',
      vehicleId,
    },
  })
  server.clock.advance(2 * 60_000)
  const manager = await server.signIn('manager', STORE)
  await manager.vehicles.finish({ body: { id: vehicleId } })
}

/** The figures of the comparison day, in each grouping. */
async function compared(at: Date, period: 'today' | 'days7' = 'today') {
  server.clock.set(at)
  const manager = await server.signIn('manager', STORE)
  const found = []
  for (const by of GROUPS) found.push((await manager.statistics.figures({ query: { by, period } })).result)
  return found
}

/** Expects the same comparison figures in every grouping, before and after the roll-up; 68 for each guest. */
async function expectBefore(at: string, guests: number, more: { minutes?: number; time: string }): Promise<void> {
  for (const _ of ['from the rows', 'from the roll-up']) {
    const found = await compared(new Date(at))
    expect(found.map(({ soFar }) => soFar)).toEqual(GROUPS.map(() => more.time))
    expect(found.map(({ total }) => total.before.guests)).toEqual(GROUPS.map(() => guests * 68))
    expect(found.map(({ rows }) => rows.reduce((sum, { before }) => sum + before.guests, 0))).toEqual(
      GROUPS.map(() => guests * 68),
    )
    const ofVehicles = new Set(['vehicle'])
    expect(found.map(({ total }) => total.before.orders)).toEqual(GROUPS.map((by) => (ofVehicles.has(by) ? 0 : guests)))
    const day = found[GROUPS.indexOf('day')]
    expect(day?.total.before).toMatchObject({ sessions: guests, minutes: more.minutes ?? guests * 2 })
    await rollUpFigures(server.deps)
  }
}

describe('today compared with an earlier day', () => {
  it('ends at the same minute, before and after a full hour', async () => {
    await inZone('Asia/Shanghai', 0)
    const day = '2027-03-03'
    for (const time of ['09:10', '12:40', '12:49', '12:51', '13:30', '23:30']) await rides(`${day}T${time}:00+08:00`)
    const at = (time: string) => `2027-03-10T${time}:30+08:00`
    await expectBefore(at('00:00'), 0, { time: '00:00' })
    await expectBefore(at('12:45'), 2, { time: '12:45' })
    // The ride of 12:49 is active.
    await expectBefore(at('12:50'), 3, { time: '12:50', minutes: 4 })
    await expectBefore(at('13:00'), 4, { time: '13:00' })
    await expectBefore(at('23:59'), 6, { time: '23:59' })
    // Ended days are compared completely.
    server.clock.set(new Date('2027-03-11T08:00:00+08:00'))
    const manager = await server.signIn('manager', STORE)
    const { result } = await manager.statistics.figures({ query: { by: 'hour', period: 'yesterday' } })
    expect(result).toMatchObject({ soFar: null, total: { before: { guests: 6 * 68, sessions: 6 } } })
  })

  it('cuts only the last of several days', async () => {
    const [found] = await compared(new Date('2027-03-10T12:45:00+08:00'), 'days7')
    expect(found?.rows.at(-1)).toMatchObject({ key: '2027-03-10', before: { guests: 136 } })
    const [later] = await compared(new Date('2027-03-11T00:05:00+08:00'), 'days7')
    expect(later?.rows.at(-2)).toMatchObject({ key: '2027-03-10', before: { guests: 6 * 68 } })
  })

  it('uses the clock of a store that closes after midnight, across the change to summer time', async () => {
    await inZone('Europe/Berlin', 6)
    // The business day of Wednesday 24 March is winter time; the clocks changed on the 28th.
    for (const at of ['2027-03-24T20:00:00+01:00', '2027-03-25T02:10:00+01:00', '2027-03-25T02:50:00+01:00']) {
      await rides(at)
    }
    await expectBefore('2027-03-31T19:50:00+02:00', 0, { time: '19:50' })
    await expectBefore('2027-03-31T20:10:00+02:00', 1, { time: '20:10' })
    await expectBefore('2027-04-01T02:30:00+02:00', 2, { time: '02:30' })
    await expectBefore('2027-04-01T02:55:00+02:00', 3, { time: '02:55' })
    expect(new Date('2027-04-01T02:30:00+02:00').getTime() - new Date('2027-03-25T02:30:00+01:00').getTime()).not.toBe(
      WEEK,
    )
  })
})
