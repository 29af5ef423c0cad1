import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { until } from '#tests/support/until.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import type { Venue } from '#tests/support/venue/venue.ts'
import { createClockLink } from './clock.link.ts'
import type { CommittedLap, LapOutcome, LapReport } from './laps.service.ts'
import { createLinkDriver, type LinkDriver } from './link.driver.ts'
import type { VehicleLink } from './vehicle.link.ts'

const { server, venue, cashier } = await testVenue(['cashier'])

await venue.setTrialLimit(-1)
const rule = (await venue.rule({ consumeType: 'NOCARDCONSUME', laps: 3, minutes: 10, price: 0 })).id

async function running(mode: 'circlemode' | 'timermode', given: Parameters<Venue['vehicle']>[0] = {}) {
  const vehicle = await venue.vehicle(given)
  const body = venue.start({ vehicleId: vehicle.id, consumeVehicleMode: mode, ruleId: rule, userId: '' })
  const { result } = await cashier.playBeforePay.add({ body, key: newId() })
  return { vehicle, id: result.gameLogId }
}

const stateOf = async (id: string) => (await venue.rows('run').where('id', id))[0]
const hasEnded = (id: string) => until(async () => expect((await stateOf(id))?.state).toBe('ENDED'))

/** A link that records its orders. */
function recordingLink(): { link: VehicleLink; orders: string[] } {
  const orders: string[] = []
  const note = (word: string) => (order: { runId: string }) => void orders.push(`${word} ${order.runId}`)
  return {
    orders,
    link: {
      start: note('start'),
      extend: note('extend'),
      slow: note('slow'),
      stop: (order, isOver) => void orders.push(`${isOver ? 'over' : 'stop'} ${order.runId}`),
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
  it('get committed changes once, as orders of a run', async () => {
    const { link, orders } = recordingLink()
    await driven(link, async (driver) => {
      const { vehicle, id } = await running('circlemode', { delayStopSeconds: 60 })
      const does = async (work: () => Promise<unknown>): Promise<string[]> => {
        await work()
        await driver.sync()
        await driver.sync('A01A01')
        return orders.splice(0).filter((line) => line.endsWith(id))
      }
      expect(await does(async () => undefined)).toEqual([`start ${id}`])
      expect(await does(() => cashier.dispatch.extend({ body: { id }, key: newId() }))).toEqual([`extend ${id}`])
      expect(await does(() => cashier.dispatch.slow({ body: { id, slowed: true } }))).toEqual([`slow ${id}`])
      expect(await does(() => cashier.dispatch.stop({ body: { id } }))).toEqual([`stop ${id}`])
      expect(await does(() => cashier.vehicles.finish({ body: { id: vehicle.id } }))).toEqual([`over ${id}`])
      expect(await does(() => driver.sync('A01A02'))).toEqual([])
    })
  })
})

describe('vehicles, only by pushes,', () => {
  it('get each start, change and end of a run, named or not', async () => {
    const { link, orders } = recordingLink()
    await driven(link, async () => {
      const receives = (line: string) => until(() => expect(orders.filter((one) => one === line)).toHaveLength(1))
      // The push of a start names no run.
      const runs = [await running('circlemode'), await running('circlemode'), await running('circlemode')]
      for (const { id } of runs) await receives(`start ${id}`)
      const [{ id }, other] = runs as [(typeof runs)[0], (typeof runs)[0]]
      await cashier.dispatch.extend({ body: { id }, key: newId() })
      await receives(`extend ${id}`)
      await cashier.dispatch.stop({ body: { id, now: true } })
      await receives(`over ${id}`)
      // Written without naming runs in the push, only the store.
      await venue.inEveryStore((trx) => sql`select end_run(${other.id}, 'A01A01', now(), 'stopped', '')`.execute(trx))
      await server.deps.realtime.publish({ topic: 'vehicles', orgCode: 'A01A01' })
      await receives(`over ${other.id}`)
    })
  })
})

describe('laps of vehicles', () => {
  const heard: CommittedLap[] = []
  beforeAll(() => server.deps.bus.listen((message) => message.kind === 'lap' && heard.push(message)))

  const lapOf = (runId: string, number: number, ms: number, more: Partial<LapReport> = {}): LapReport => {
    const now = server.clock.now()
    return { runId, orgCode: 'A01A01', number, ms, doneAt: now, deviceAt: new Date(0), ...more }
  }

  it('count once with their time, however often they are reported, and the last one ends the run', async () => {
    await driven(recordingLink().link, async (driver) => {
      const { vehicle, id } = await running('circlemode')
      const report = async (lap: LapReport): Promise<LapOutcome | undefined> => {
        let outcome: LapOutcome | undefined
        await driver.handleReport({
          kind: 'lap',
          lap,
          vehicleId: vehicle.id,
          confirm: (result) => {
            outcome = result
          },
        })
        return outcome
      }
      const twice = await Promise.all([31_204, 31_204].map((ms) => report(lapOf(id, 1, ms))))
      expect(twice.sort()).toEqual(['known', 'new'])
      // Another time for a known lap changes nothing; a time for a manually counted lap is stored.
      expect(await report(lapOf(id, 1, 20_000))).toBe('known')
      await cashier.dispatch.lap({ body: { id, number: 2 } })
      expect(await report(lapOf(id, 2, 29_871, { sectors: [9_000, 10_000, 10_871] }))).toBe('timed')
      const { result } = await cashier.dispatch.floor()
      expect(result.vehicles.find((one) => one.id === vehicle.id)).toMatchObject({ run: { lapsDone: 2 } })
      expect(await report(lapOf(newId(), 1, 30_000))).toBe('unknown')
      expect(await report(lapOf(id, 4, 30_000))).toBe('tooMany')
      // By its own clock it was driven long before the run started.
      const old = server.clock.now().getTime() - 3_600_000
      expect(await report(lapOf(id, 3, 30_512, { doneAt: new Date(old) }))).toBe('new')
      expect(await stateOf(id)).toMatchObject({ state: 'ENDED', endedHow: 'laps', lapsDone: 3 })
      const laps = await venue.rows('lap').where('runId', id)
      expect(laps.sort((one, other) => Number(one.number) - Number(other.number))).toMatchObject([
        { ms: 31_204, late: false, vehicleId: vehicle.id },
        { ms: 29_871, sectors: [9_000, 10_000, 10_871] },
        { ms: 30_512, late: false, doneAt: (await stateOf(id))?.startedAt },
      ])
      const announced = heard.filter(({ runId }) => runId === id)
      expect(announced.map(({ number, ms }) => [number, ms])).toEqual([
        [1, 31_204],
        [2, null],
        [2, 29_871],
        [3, 30_512],
      ])
    })
  })

  it('that arrive after the end of the run correct it if they were driven in it', async () => {
    await driven(recordingLink().link, async (driver) => {
      const { vehicle, id } = await running('timermode')
      const outcomes: LapOutcome[] = []
      const report = (lap: LapReport) =>
        driver.handleReport({ kind: 'lap', lap, vehicleId: vehicle.id, confirm: (outcome) => outcomes.push(outcome) })
      await report(lapOf(id, 1, 33_000))
      await cashier.vehicles.finish({ body: { id: vehicle.id } })
      const ended = (await stateOf(id))?.endedAt as Date
      await report(lapOf(id, 2, 32_000, { doneAt: new Date(ended.getTime() - 1000) }))
      await report(lapOf(id, 3, 31_000, { doneAt: new Date(ended.getTime() + 60_000) }))
      server.clock.advance(120_000)
      await report(lapOf(id, 4, 31_000))
      expect(outcomes).toEqual(['new', 'new', 'new', 'over'])
      expect(await stateOf(id)).toMatchObject({ lapsDone: 3, state: 'ENDED', endedHow: 'stopped' })
      expect(heard.filter(({ runId }) => runId === id)).toMatchObject([{ late: false }, { late: true }, { late: true }])
    })
  })
})

describe('the clock', () => {
  it('ends a run when its time is over, an extended one later, and after a crash those that are due', async () => {
    const { id: short } = await running('timermode')
    const { id: long } = await running('timermode')
    const { id: called } = await running('circlemode', { delayStopSeconds: 600 })
    await cashier.dispatch.extend({ body: { id: long }, key: newId() })
    server.clock.advance(10 * 60_000 - 400)
    await driven(createClockLink(server.clock.now), async (driver) => {
      await driver.sync()
      await hasEnded(short)
      const run = await stateOf(short)
      expect(run).toMatchObject({ endedHow: 'time', endedAt: run?.endsAt, stoppedBy: '' })
      expect(await stateOf(long)).toMatchObject({ state: 'RUNNING' })
      await cashier.dispatch.stop({ body: { id: called } })
    })
    // They end while no driver is running; the next driver ends them.
    server.clock.advance(11 * 60_000)
    expect(await stateOf(called)).toMatchObject({ state: 'RUNNING' })
    await driven(createClockLink(server.clock.now), async (driver) => {
      await driver.sync()
      await Promise.all([hasEnded(long), hasEnded(called)])
    })
    expect(await stateOf(called)).toMatchObject({ endedHow: 'stopped', stoppedBy: cashier.user.realname })
  })
})
