import { afterAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import type { ChargeInput } from '#shared/features/sessions/charge.schema.ts'
import type { TestClient } from '#tests/support/server.ts'
import { lineUp } from '#tests/support/venue/queued.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import type { Venue } from '#tests/support/venue/venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])

afterAll(async () => {
  expect(await venue.inEveryStore(replayLedger)).toEqual([])
})

/** Queues a new guest; returns the ids of entry, order and ride. */
async function waiting(given: Partial<ChargeInput> = {}) {
  const { id: order, plays } = await lineUp(venue, { by: cashier, ...given })
  const play = plays[0]?.id ?? ''
  const [entry] = await venue.rows('queueEntry').where('playId', play)
  return { id: String(entry?.id), order, play, ticket: plays[0]?.ticketNo ?? '' }
}

const start = (starts: { id: string; vehicleId: string }[], by = cashier, key = newId()) =>
  by.queue.start({ body: { starts }, key })
const newVehicle = async (given: Parameters<Venue['vehicle']>[0] = {}) => (await venue.vehicle(given)).id
const runsOn = (vehicleId: string) => venue.rows('run').where('vehicleId', vehicleId)
const stateOf = async (id: string) => (await venue.rows('queueEntry').where('id', id))[0]?.state

describe('starting queued rides', () => {
  it('starts the run on the vehicle, once per key', async () => {
    const one = await waiting()
    const { id: vehicleId, name } = await venue.vehicle()
    const key = newId()
    const { result } = await start([{ id: one.id, vehicleId }], cashier, key)
    const [begun] = result.starts
    expect(begun).toMatchObject({ id: one.id, playId: one.play, consumeId: one.order, vehicleName: name })
    expect(await start([{ id: one.id, vehicleId }], cashier, key)).toMatchObject({ result })
    expect(await runsOn(vehicleId)).toMatchObject([
      { id: begun?.gameLogId, playId: one.play, state: 'RUNNING', startedBy: cashier.user.realname, racer: '排队车手' },
    ])
    expect(await venue.rows('playRecord').where('id', one.play)).toMatchObject([
      { state: 'CONSUMED', vehicleId, vehicleName: name, runId: begun?.gameLogId },
    ])
    expect(await stateOf(one.id)).toBe('STARTED')
    expect(await venue.rows('auditEntry').where('recordId', one.id)).toMatchObject([
      { action: '/queue/sysQueue/start', recordKind: '/queue/sysQueue', request: { id: one.id, vehicleId } },
    ])
    const other = await waiting()
    expect(await codeOf(start([{ id: other.id, vehicleId: await newVehicle() }], cashier, key))).toBe(
      'common.keyReused',
    )
  })

  it('accepts the API family’s call for an order, with a vehicle for each ride', async () => {
    const userId = await venue.member({ laps: 100 })
    const wanted = [await newVehicle(), await newVehicle(), await newVehicle()]
    const laps = { consumeType: 'QUAN', consumeVehicleMode: 'circlemode', userId } as const
    const { order: consumeid } = await waiting({ ...laps, vehicleId: wanted.join(), people: 3 })
    const [first, second, third] = [await newVehicle(), await newVehicle(), await newVehicle()]
    const begin = (vehicleId: string, key = newId()) =>
      cashier.queue.startOrder({ query: { consumeid, vehicleId }, key })
    const key = newId()
    const { result } = await begin(`${first},${second}`, key)
    expect(result.starts.map(({ vehicleId }) => vehicleId)).toEqual([first, second])
    // One call is one start, also if the vehicle list differs later.
    expect((await begin(`${first},${second}`, key)).result).toEqual(result)
    expect(await codeOf(begin(third, key))).toBe('common.keyReused')
    expect((await begin(third)).result.starts).toHaveLength(1)
    expect(await codeOf(begin(await newVehicle()))).toBe('queue.startedBefore')
    expect(await codeOf(begin(''))).toBe('sessions.vehicleRequired')
    expect(await codeOf(begin('x'))).toBe('sessions.vehicleNotFound')
  })

  it('starts a heat completely or not at all', async () => {
    const racers = [await waiting(), await waiting(), await waiting(), await waiting()]
    const vehicles = await Promise.all(racers.map(() => newVehicle()))
    const heat = racers.map(({ id }, index) => ({ id, vehicleId: vehicles[index] ?? '' }))
    const early = await waiting()
    await start([{ id: early.id, vehicleId: vehicles[3] ?? '' }], manager)
    await expect(start(heat)).rejects.toMatchObject({
      code: 'sessions.vehicleTaken',
      details: { by: manager.user.realname },
    })
    expect(await Promise.all(racers.map(({ id }) => stateOf(id)))).toEqual(Array(4).fill('WAITING'))
    expect(await runsOn(vehicles[0] ?? '')).toEqual([])
    heat[3] = { id: racers[3]?.id ?? '', vehicleId: await newVehicle() }
    expect((await start(heat)).result.starts).toHaveLength(4)
    expect(await codeOf(start([{ id: newId(), vehicleId: await newVehicle() }]))).toBe('queue.notFound')
    const twice = await waiting()
    const both = [await newVehicle(), await newVehicle()].map((vehicleId) => ({ id: twice.id, vehicleId }))
    expect(await codeOf(start(both))).toBe('queue.notFound')
    const one = both.slice(0, 1)
    expect(await codeOf(start([...one, ...one]))).toBe('common.invalidInput')
  })

  it('accepts one of many concurrent starts, and shows the others who was first and when', async () => {
    const one = await waiting()
    const vehicles = await Promise.all(Array.from({ length: 8 }, () => newVehicle()))
    const people = [cashier, manager]
    const taken = await Promise.allSettled(
      vehicles.map((vehicleId, index) => start([{ id: one.id, vehicleId }], people[index % 2])),
    )
    const winner = taken.findIndex(({ status }) => status === 'fulfilled')
    const by = people[winner % 2]?.user.realname
    const losers = taken.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
    expect(losers).toHaveLength(7)
    for (const loser of losers) {
      const at = expect.stringMatching(/^\d\d:\d\d$/)
      expect(loser).toMatchObject({ code: 'queue.startedBefore', details: { ticket: one.ticket, by, at, field: 'id' } })
    }
    const english = server.client(cashier.token, 'en')
    await expect(start([{ id: one.id, vehicleId: vehicles[0] ?? '' }], english as TestClient)).rejects.toMatchObject({
      serverMessage: expect.stringMatching(new RegExp(`^${one.ticket} was started by ${by} at \\d\\d:\\d\\d on `)),
    })

    const racers = await Promise.all(Array.from({ length: 8 }, () => waiting()))
    const vehicleId = await newVehicle()
    const got = await Promise.allSettled(racers.map(({ id }) => start([{ id, vehicleId }])))
    expect(got.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await runsOn(vehicleId)).toHaveLength(1)
  })

  it('runs overlapping concurrent heats one after the other without a deadlock', async () => {
    const racers = await Promise.all(Array.from({ length: 6 }, () => waiting()))
    const vehicles = await Promise.all(racers.map(() => newVehicle()))
    const pairs = Array.from({ length: 12 }, (_, turn) =>
      [turn, turn + 1, turn + 2].map((place) => ({
        id: racers[place % 6]?.id ?? '',
        vehicleId: vehicles[(place * 5) % 6] ?? '',
      })),
    )
    const ends = await Promise.all(pairs.map((heat) => codeOf(start(heat))))
    const allowed = ['done', 'queue.startedBefore', 'sessions.vehicleTaken']
    expect(ends.filter((end) => !allowed.includes(end))).toEqual([])
    const states = await Promise.all(racers.map(({ id }) => stateOf(id)))
    const running = (await Promise.all(vehicles.map(runsOn))).flat()
    expect(running).toHaveLength(states.filter((state) => state === 'STARTED').length)
    expect(running.length).toBe(3 * ends.filter((end) => end === 'done').length)
  })

  it('refuses entries that have ended or are not paid', async () => {
    const vehicleId = await newVehicle()
    const refusal = (id: string, onto = vehicleId) => codeOf(start([{ id, vehicleId: onto }]))
    const late = await waiting()
    const next = await waiting()
    server.clock.advance(60 * 60_000)
    expect(await refusal(late.id)).toBe('queue.expired')
    expect(await refusal(next.play)).toBe('queue.expired')

    const given = await waiting()
    const reason = { reason: '不玩了', password: DEMO_PASSWORD }
    await manager.refunds.add({ body: { orderKind: 'consume', orderId: given.order, ...reason }, key: newId() })
    await expect(start([{ id: given.id, vehicleId }])).rejects.toMatchObject({
      code: 'queue.refundedBefore',
      details: { by: manager.user.realname },
    })
    expect(await runsOn(vehicleId)).toEqual([])
  })

  it('never both refunds an order completely and starts it', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const one = await waiting()
      const vehicleId = await newVehicle()
      const asked = { orderKind: 'consume', orderId: one.order, reason: '同时', password: DEMO_PASSWORD } as const
      const [begun] = await Promise.all([
        codeOf(start([{ id: one.id, vehicleId }])),
        manager.refunds.add({ body: asked, key: newId() }),
      ])
      const isBegun = begun === 'done'
      expect(await stateOf(one.id)).toBe(isBegun ? 'STARTED' : 'CANCELLED')
      expect(await runsOn(vehicleId)).toHaveLength(isBegun ? 1 : 0)
    }
  })

  it('refuses a vehicle that is not ready, too small, or of another store', async () => {
    const { id } = await waiting({ people: 3 })
    const onto = async (given: Parameters<Venue['vehicle']>[0]) =>
      codeOf(start([{ id, vehicleId: await newVehicle(given) }]))
    expect(await onto({ condition: 'maintenance' })).toBe('sessions.vehicleUnavailable')
    expect(await onto({ seats: 2 })).toBe('sessions.tooManyPeople')
    expect(await onto({ orgCode: 'A01A02' })).toBe('sessions.vehicleNotFound')
    const stranger = await server.signIn('manager2')
    expect(await codeOf(start([{ id, vehicleId: await newVehicle({ orgCode: 'A01A02' }) }], stranger))).toBe(
      'queue.notFound',
    )
    expect(await onto({ seats: 3 })).toBe('done')
  })
})
