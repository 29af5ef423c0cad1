import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { type Venue, venueOf } from '#tests/support/venue.ts'
import { createClockLink } from './clock.link.ts'
import { createLinkDriver, type LinkDriver } from './link.driver.ts'
import type { VehicleLink } from './vehicle.link.ts'

let server: TestServer
let venue: Venue
let cashier: TestClient
let rule: string

beforeAll(async () => {
  server = await startTestServer()
  venue = venueOf(server)
  cashier = await server.signIn('cashier')
  await venue.setTrialLimit(-1)
  rule = (await venue.rule({ consumeType: 'NOCARDCONSUME', laps: 3, minutes: 10, price: 0 })).id
})
afterAll(() => server.stop())

async function running(mode: 'circlemode' | 'timermode', given: Parameters<Venue['vehicle']>[0] = {}) {
  const vehicle = await venue.vehicle(given)
  const body = venue.start({ vehicleId: vehicle.id, consumeVehicleMode: mode, roleId: rule, userId: '' })
  const { result } = await cashier.playBeforePay.add({ body, key: newId() })
  return { vehicle, id: result.gameLogId }
}

const stateOf = async (id: string) => (await venue.rows('gameLog').where('id', id))[0]
const hasEnded = (id: string) => until(async () => expect((await stateOf(id))?.state).toBe('ENDED'))

/** A link that writes down what it is told. */
function noted(): { link: VehicleLink; told: string[] } {
  const told: string[] = []
  const note = (word: string) => (order: { runId: string }) => void told.push(`${word} ${order.runId}`)
  return {
    told,
    link: {
      start: note('start'),
      extend: note('extend'),
      slow: note('slow'),
      stop: (order, isOver) => void told.push(`${isOver ? 'over' : 'stop'} ${order.runId}`),
      onReport: () => undefined,
      close: () => undefined,
    },
  }
}

async function driven<T>(link: VehicleLink, work: (driver: LinkDriver) => Promise<T>): Promise<T> {
  const driver = createLinkDriver(server.deps, link)
  try {
    return await work(driver)
  } finally {
    await driver.close()
  }
}

describe('vehicles', () => {
  it('are told what was committed, once, in the words of a run', async () => {
    const { link, told } = noted()
    await driven(link, async (driver) => {
      const { vehicle, id } = await running('circlemode', { delayStopSeconds: 60 })
      const does = async (work: () => Promise<unknown>): Promise<string[]> => {
        await work()
        await driver.follow()
        await driver.follow('A01A01')
        return told.splice(0).filter((line) => line.endsWith(id))
      }
      expect(await does(async () => undefined)).toEqual([`start ${id}`])
      expect(await does(() => cashier.dispatch.extend({ body: { id }, key: newId() }))).toEqual([`extend ${id}`])
      expect(await does(() => cashier.dispatch.slow({ body: { id, slowed: true } }))).toEqual([`slow ${id}`])
      expect(await does(() => cashier.dispatch.stop({ body: { id } }))).toEqual([`stop ${id}`])
      expect(await does(() => cashier.vehicles.finish({ body: { id: vehicle.id } }))).toEqual([`over ${id}`])
      expect(await does(() => driver.follow('A01A02'))).toEqual([])
    })
  })

  it('count laps, and say whether they are reached', async () => {
    await driven(noted().link, async (driver) => {
      const { vehicle, id } = await running('circlemode')
      await driver.hear({ kind: 'lap', runId: id, orgCode: 'A01A01', number: 2 })
      await driver.hear({ kind: 'online', vehicleId: vehicle.id, orgCode: 'A01A01', isOnline: true, battery: 41 })
      const { result } = await cashier.dispatch.floor()
      expect(result.vehicles.find((one) => one.id === vehicle.id)).toMatchObject({
        isConnecte: 'YES',
        battery: 41,
        run: { lapsDone: 2 },
      })
      await driver.hear({ kind: 'lap', runId: id, orgCode: 'A01A01', number: 3 })
      expect(await stateOf(id)).toMatchObject({ state: 'ENDED', endedHow: 'laps' })
    })
  })
})

describe('the clock', () => {
  it('ends a run when its time is over, a longer one later, and after a kill whatever is over', async () => {
    const { id: short } = await running('timermode')
    const { id: long } = await running('timermode')
    const { id: called } = await running('circlemode', { delayStopSeconds: 600 })
    await cashier.dispatch.extend({ body: { id: long }, key: newId() })
    server.clock.advance(10 * 60_000 - 400)
    await driven(createClockLink(server.clock.now), async (driver) => {
      await driver.follow()
      await hasEnded(short)
      const run = await stateOf(short)
      expect(run).toMatchObject({ endedHow: 'time', endedAt: run?.endsAt, stoppedBy: '' })
      expect(await stateOf(long)).toMatchObject({ state: 'RUNNING' })
      await cashier.dispatch.stop({ body: { id: called } })
    })
    // Nobody is there while they end; who comes next ends them.
    server.clock.advance(11 * 60_000)
    expect(await stateOf(called)).toMatchObject({ state: 'RUNNING' })
    await driven(createClockLink(server.clock.now), async (driver) => {
      await driver.follow()
      await Promise.all([hasEnded(long), hasEnded(called)])
    })
    expect(await stateOf(called)).toMatchObject({ endedHow: 'stopped', stoppedBy: cashier.user.realname })
  })
})
