import { describe, expect, it } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import { until } from '#tests/support/until.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { readStops } from './emergency.repository.ts'
import type { Stop } from './emergency-stop.model.ts'

const { server, venue, manager, hq } = await testVenue(['manager', 'hq'])
const elsewhere = await server.signIn('manager2')
await venue.setHungLimit(1000)
// Long enough that hours of standing do not end the run.
const ruleId = (await venue.rule({ minutes: 1400 })).id
const ruleElsewhere = (await venue.rule({ orgCode: 'A01A02', minutes: 1400 })).id

const HOUR = 3_600_000

/** A timed run with its vehicle; `given` returns by how many ms it was extended. */
async function running(orgCode = STORE) {
  const { id: vehicle } = await venue.vehicle({ orgCode })
  const userId = await venue.member({ balance: 100_000, orgCode })
  const [client, rule] = orgCode === STORE ? [manager, ruleId] : [elsewhere, ruleElsewhere]
  const body = venue.start({ ruleId: rule, vehicleId: vehicle, userId, consumeVehicleMode: 'timermode' })
  const { result } = await client.playBeforePay.add({ key: newId(), body })
  const endsAt = async () => {
    const [run] = await venue.rows('run').where('id', result.gameLogId)
    if (!run) throw new Error('the run is gone')
    return (run.endsAt as Date).getTime()
  }
  const begun = await endsAt()
  return { vehicle, runId: result.gameLogId, given: async () => (await endsAt()) - begun }
}

const stop = async (vehicleIds?: string[]): Promise<string> => {
  const { result } = await manager.emergency.stop({ body: vehicleIds ? { vehicleIds } : {} })
  return (
    result.find((one) => (vehicleIds ? one.vehicleIds?.includes(vehicleIds[0] ?? '') : one.vehicleIds === null))?.id ??
    ''
  )
}
const release = (id: string) => manager.emergency.release({ body: { id } })
const now = () => server.clock.now().getTime()

describe('a timed run is extended by the time that emergency stops held it', () => {
  it('once, if the button was pressed twice', async () => {
    const { given } = await running()
    const begun = now()
    const id = await stop()
    server.clock.advance(2 * HOUR)
    await stop()
    server.clock.advance(2 * HOUR)
    await release(id)
    expect(await given()).toBeGreaterThanOrEqual(4 * HOUR)
    expect(await given()).toBeLessThanOrEqual(now() - begun)
    // Released again, as after a lost response.
    await release(id)
    expect(await given()).toBeLessThanOrEqual(now() - begun)
  })

  it('once for each moment, if two stops held its vehicle', async () => {
    const { vehicle, given } = await running()
    const begun = now()
    const one = await stop([vehicle])
    server.clock.advance(HOUR)
    const all = await stop()
    server.clock.advance(HOUR)
    await release(one)
    server.clock.advance(HOUR)
    await release(all)
    expect(await given()).toBeGreaterThanOrEqual(3 * HOUR)
    expect(await given()).toBeLessThanOrEqual(now() - begun)
  })

  it('once for each moment, in whichever order they are released', async () => {
    const { vehicle, given } = await running()
    const begun = now()
    const all = await stop()
    server.clock.advance(HOUR)
    const one = await stop([vehicle])
    server.clock.advance(HOUR)
    await release(one)
    server.clock.advance(HOUR)
    await release(all)
    expect(await given()).toBeGreaterThanOrEqual(3 * HOUR)
    expect(await given()).toBeLessThanOrEqual(now() - begun)
  })
})

describe('a stop of a chain', () => {
  const inForceAt = async () => (await hq.emergency.list()).result.map(({ sysOrgCode }) => sysOrgCode).sort()

  it('gives each store its time back when it is released in all, and notifies each', async () => {
    const [here, there] = [await running(), await running('A01A02')]
    const notified = new Set<string>()
    server.deps.bus.listen((message) => {
      if (message.kind === 'changed' && message.topic === 'emergency') notified.add(message.orgCode)
    })
    const stores = [STORE, 'A01A02']
    const { result } = await hq.emergency.stop({ body: {} })
    expect(result.map(({ sysOrgCode }) => sysOrgCode).sort()).toEqual(stores)
    await until(() => expect([...notified].sort()).toEqual(stores))
    notified.clear()
    server.clock.advance(HOUR)
    await hq.emergency.release({ body: { id: result[0]?.id ?? '' } })
    for (const { given } of [here, there]) {
      expect(await given()).toBeGreaterThanOrEqual(HOUR)
      expect(await given()).toBeLessThan(2 * HOUR)
    }
    await until(() => expect([...notified].sort()).toEqual(stores))
  })

  it('is released in one store alone, and in another store only in scope', async () => {
    const [here, there] = [await running(), await running('A01A02')]
    const { result } = await hq.emergency.stop({ body: {} })
    const id = result[0]?.id ?? ''
    server.clock.advance(HOUR)
    await manager.emergency.release({ body: { id, sysOrgCode: 'A01A02' } })
    expect(await inForceAt()).toEqual([STORE, 'A01A02'])
    await hq.emergency.release({ body: { id, sysOrgCode: 'A01A02' } })
    expect(await inForceAt()).toEqual([STORE])
    expect(await here.given()).toBe(0)
    expect(await there.given()).toBeGreaterThanOrEqual(HOUR)
    server.clock.advance(HOUR)
    await hq.emergency.release({ body: { id, sysOrgCode: STORE } })
    expect(await inForceAt()).toEqual([])
    expect(await here.given()).toBeGreaterThanOrEqual(2 * HOUR)
    expect(await there.given()).toBeLessThan(2 * HOUR)
  })
})

it('gives a run that is swapped to another vehicle the time under a stop back, once', async () => {
  const { vehicle, runId } = await running()
  const { id: free } = await venue.vehicle()
  const endOf = async (id: string) => Number((await venue.rows('run').where('id', id))[0]?.endsAt)
  const before = await endOf(runId)
  const stopped = await stop([vehicle])
  server.clock.advance(HOUR)
  const { result } = await manager.dispatch.swap({ body: { id: runId, vehicleId: free }, key: newId() })
  const after = await endOf(result.run?.id ?? '')
  expect(after - before).toBeGreaterThanOrEqual(HOUR)
  expect(after - before).toBeLessThan(2 * HOUR)
  server.clock.advance(HOUR)
  await release(stopped)
  expect(await endOf(result.run?.id ?? '')).toBe(after)
})

describe('a stop that was sent to vehicles but not written', () => {
  const stopOf = (given: Partial<Stop>): Stop => ({
    id: newId(),
    orgCode: STORE,
    vehicleIds: null,
    vehicleType: null,
    stoppedBy: 'manager',
    stoppedAt: server.clock.now().toISOString(),
    ...given,
  })
  const read = (stop: Stop) => server.deps.db.scoped(EVERY_STORE, (trx) => readStops(trx, [stop]))

  it('is released if a stop of the same target was released after it, and in force if before', async () => {
    const { id: vehicle } = await venue.vehicle()
    const [all, one] = [await stop(), await stop([vehicle])]
    const [second, ofOne] = [stopOf({}), stopOf({ vehicleIds: [vehicle] })]
    server.clock.advance(1000)
    await release(all)
    expect(await read(second)).toContainEqual({ ...second, isReleased: true })
    expect((await read(ofOne)).map(({ id }) => id)).not.toContain(ofOne.id)
    await release(one)
    expect(await read(ofOne)).toContainEqual({ ...ofOne, isReleased: true })
    server.clock.advance(1000)
    const later = stopOf({})
    expect((await read(later)).map(({ id }) => id)).not.toContain(later.id)
  })
})

it('says that vehicles were stopped if the database is unavailable, and only that it is unavailable without a gateway', async () => {
  const mqtt = { kind: 'embedded', host: '127.0.0.1', port: 0, tls: undefined } as const
  const copy = await server.startCopy({ mqtt })
  const there = await copy.signIn('manager', STORE)
  const owner = (text: string) => withClient(server.database.ownerUrl, (client) => client.query(text))
  await owner(
    `create function database_away() returns trigger language plpgsql as $$ begin raise exception 'away' using errcode = '57P03'; end $$;
    create trigger away before insert on emergency_stop for each row execute function database_away()`,
  )
  try {
    await expect(there.emergency.stop({ body: {} })).rejects.toMatchObject({ code: 'emergency.notWritten' })
    await expect(manager.emergency.stop({ body: {} })).rejects.toMatchObject({ code: 'common.unavailable' })
  } finally {
    await owner('drop trigger away on emergency_stop; drop function database_away()')
    await copy.stop()
  }
})
