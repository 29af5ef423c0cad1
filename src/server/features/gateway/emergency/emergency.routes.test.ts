import { describe, expect, it } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { readStops } from './emergency.repository.ts'
import type { Stop } from './emergency-stop.model.ts'

const { server, venue, manager } = await testVenue(['manager'])
// Long enough that hours of standing do not end the run.
const ruleId = (await venue.rule({ minutes: 1400 })).id

const HOUR = 3_600_000

/** A timed run with its vehicle; `given` returns by how many ms it was extended. */
async function running() {
  const { id: vehicle } = await venue.vehicle()
  const userId = await venue.member({ balance: 100_000 })
  const body = venue.start({ ruleId, vehicleId: vehicle, userId, consumeVehicleMode: 'timermode' })
  const { result } = await manager.playBeforePay.add({ key: newId(), body })
  const endsAt = async () => {
    const [run] = await venue.rows('run').where('id', result.gameLogId)
    if (!run) throw new Error('the run is gone')
    return (run.endsAt as Date).getTime()
  }
  const begun = await endsAt()
  return { vehicle, given: async () => (await endsAt()) - begun }
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
