import { connect } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SimulatedBox, startSimulatedBox } from '#server/features/gateway/simulation/simulated-box.client.ts'
import { newId } from '#shared/core/id.ts'
import { boxTopic, stopTopic } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'

/** Lap time of a track that is driven in a moment. */
const LAP_MS = 20_000
const SPEEDUP = 100

let server: TestServer
let venue: Venue
let manager: TestClient
let cashier: TestClient
let rule: string
const boxes: SimulatedBox[] = []

beforeAll(async () => {
  const mqtt = { kind: 'embedded', host: '127.0.0.1', port: 0, tls: undefined } as const
  server = await startTestServer({ jobs: true, mqtt })
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
  cashier = await server.signIn('cashier')
  await venue.setTrialLimit(-1)
  rule = (await venue.rule({ consumeType: 'NOCARDCONSUME', laps: 3, minutes: 10, price: 0 })).id
})
afterAll(async () => {
  await Promise.all(boxes.map((box) => box.stop()))
  await server.stop()
})

/** A vehicle with a box that has credentials. */
async function equipped(given: Parameters<Venue['vehicle']>[0] = {}) {
  const vehicle = await venue.vehicle(given)
  const device = { serialNumber: newId(), deviceType: 'VEHICLE' as const, vehicleId: vehicle.id }
  await manager.devices.add({ body: device })
  const { result } = await manager.devices.list({ query: { serialNumber: device.serialNumber } as never })
  const deviceId = String(result.records[0]?.id)
  const { result: access } = await manager.vehicleBoxes.access({ body: { deviceId } })
  const url = `mqtt://127.0.0.1:${access.port}`
  return { vehicle, url, key: { id: access.username, orgCode: STORE, secret: access.password } }
}

type Equipped = Awaited<ReturnType<typeof equipped>>

function drivenBy({ url, key }: Equipped, speedup = SPEEDUP): SimulatedBox {
  const box = startSimulatedBox({ url, key, speedup, lapMs: LAP_MS, random: () => 0.5, stateEveryMs: 100 })
  boxes.push(box)
  return box
}

async function start(vehicleId: string, mode: 'circlemode' | 'timermode' = 'circlemode'): Promise<string> {
  const body = venue.start({ vehicleId, consumeVehicleMode: mode, ruleId: rule, userId: '' })
  const { result } = await cashier.playBeforePay.add({ body, key: newId() })
  return result.gameLogId
}

const onFloor = async (id: string) => (await cashier.dispatch.floor()).result.vehicles.find((one) => one.id === id)
const runOf = async (id: string) => (await venue.rows('run').where('id', id))[0]
const lapsOf = async (id: string) =>
  (await venue.rows('lap').where('runId', id)).sort((one, other) => Number(one.number) - Number(other.number))

describe('a run that starts at the counter', () => {
  it('drives its vehicle, whose laps are stored with their times and end it', async () => {
    const one = await equipped()
    drivenBy(one)
    await until(async () => expect(await onFloor(one.vehicle.id)).toMatchObject({ isConnecte: 'YES' }))
    const id = await start(one.vehicle.id)
    await until(async () => expect(await runOf(id)).toMatchObject({ state: 'ENDED', endedHow: 'laps', lapsDone: 3 }))
    const laps = await lapsOf(id)
    expect(laps).toHaveLength(3)
    for (const lap of laps) {
      expect(lap.ms).toBeGreaterThan(LAP_MS * 0.6)
      expect(lap.ms).toBeLessThan(LAP_MS * 2)
      expect((lap.sectors as number[]).reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(Number(lap.ms), -1)
    }
  })

  it('continues while its vehicle is offline, and gets its laps when that is back', async () => {
    const one = await equipped()
    const box = drivenBy(one)
    await until(async () => expect(await onFloor(one.vehicle.id)).toMatchObject({ isConnecte: 'YES' }))
    const id = await start(one.vehicle.id)
    await until(() => expect(box.driver.run()).toBe(id))
    box.drop(1500)
    await until(async () => expect(await onFloor(one.vehicle.id)).toMatchObject({ isConnecte: 'NO' }))
    await until(async () => expect(await runOf(id)).toMatchObject({ endedHow: 'laps', lapsDone: 3 }))
    expect(await lapsOf(id)).toHaveLength(3)
  })
})

describe('settings of a vehicle', () => {
  it('are sent to the box when it connects, and again when the vehicle or its type changes', async () => {
    const type = newId().slice(-8)
    await manager.vehicleTypes.add({ body: { name: type, trajectoryMs: 1500 } })
    const one = await equipped({ vehicleType: type })
    const { id } = one.vehicle
    await manager.vehicles.edit({ body: { id, rfCard: `LC-${type}`, controlAddress: '7', controlProtocol: 'can-2' } })
    const box = drivenBy(one)
    const expected = { gear: 4, speed: 100, limitCard: `LC-${type}`, controlAddress: '7', controlProtocol: 'can-2' }
    await until(() => expect(box.driver.settings()).toMatchObject({ ...expected, trajectory: 1500 }))
    await manager.vehicleBoxes.limit({ body: { vehicleId: id, gear: 0, speed: 40 } })
    await until(() => expect(box.driver.settings()).toMatchObject({ gear: 0, speed: 40 }))
    expect((await manager.vehicles.queryById({ query: { id } })).result).toMatchObject({ gearLimit: 0, speedLimit: 40 })
    const { records } = (await manager.vehicleTypes.list({ query: { name: type } as never })).result
    await manager.vehicleTypes.edit({ body: { id: String(records[0]?.id), trajectoryMs: 900 } })
    await until(() => expect(box.driver.settings()).toMatchObject({ trajectory: 900 }))
    await manager.vehicles.edit({ body: { id, controlAddress: '' } })
    await until(() => expect(box.driver.settings()).toMatchObject({ controlAddress: '', limitCard: `LC-${type}` }))
    await manager.vehicles.edit({ body: { id, vehicleType: '' } })
    await until(() => expect(box.driver.settings()).toMatchObject({ trajectory: 0 }))
  })
})

describe('an emergency stop', () => {
  it('is in force before anything else, also for boxes that connect later, until a user with the permission releases it', async () => {
    const [one, other] = [await equipped(), await equipped()]
    const box = drivenBy(one, 1)
    await until(() => expect(box.isConnected()).toBe(true))
    const id = await start(one.vehicle.id, 'timermode')
    await until(() => expect(box.driver.run()).toBe(id))
    const { result } = await cashier.emergency.stop({ body: {} })
    expect(result).toMatchObject([{ sysOrgCode: STORE, vehicleIds: null, stoppedBy: cashier.user.realname }])
    const [stop] = result
    await until(() => expect(box.driver.stopped().stops).toEqual([stop?.id]))
    const states = async () =>
      Object.fromEntries((await cashier.emergency.list()).result[0]?.vehicles.map(({ id, state }) => [id, state]) ?? [])
    await until(async () =>
      expect(await states()).toMatchObject({ [one.vehicle.id]: 'stands', [other.vehicle.id]: 'silent' }),
    )
    const late = drivenBy(other)
    await until(async () => expect(await states()).toMatchObject({ [other.vehicle.id]: 'stands' }))
    await expect(start(other.vehicle.id)).rejects.toMatchObject({ code: 'emergency.inForce' })
    await expect(cashier.emergency.release({ body: { id: stop?.id ?? '' } })).rejects.toMatchObject({
      code: 'auth.forbidden',
    })
    const endOf = async (run: string) => new Date(String((await runOf(run))?.endsAt)).getTime()
    const before = await endOf(id)
    // Pressed twice, released once.
    await cashier.emergency.stop({ body: {} })
    expect((await manager.emergency.list()).result).toHaveLength(1)
    server.clock.advance(30_000)
    expect((await manager.emergency.release({ body: { id: stop?.id ?? '' } })).result).toEqual([])
    await until(() => expect([box, late].map(({ driver }) => driver.stopped().stops)).toEqual([[], []]))
    // The time that it stood does not count as driven.
    expect((await endOf(id)) - before).toBeGreaterThanOrEqual(29_000)
    await cashier.vehicles.finish({ body: { id: one.vehicle.id } })
  })

  it('of one vehicle leaves the others driving, and survives the server', async () => {
    const [one, other] = [await equipped(), await equipped()]
    const driving = [one, other].map((each) => drivenBy(each, 1))
    await until(() => expect(driving.map((box) => box.isConnected())).toEqual([true, true]))
    const { result } = await cashier.emergency.stop({ body: { vehicleIds: [one.vehicle.id] } })
    const id = result[0]?.id ?? ''
    await until(() => expect(driving.map(({ driver }) => driver.stopped().stops)).toEqual([[id], []]))
    // Another copy of the server knows only what is written.
    const mqtt = { kind: 'embedded', host: '127.0.0.1', port: 0, tls: undefined } as const
    const copy = await server.startCopy({ jobs: true, mqtt })
    const { result: access } = await (await copy.signIn('manager', STORE)).vehicleBoxes.access({
      body: { deviceId: one.key.id },
    })
    const key = { ...one.key, secret: access.password }
    const elsewhere = drivenBy({ ...one, key, url: `mqtt://127.0.0.1:${access.port}` }, 1)
    await until(() => expect(elsewhere.driver.stopped().stops).toEqual([id]))
    // Released at the first copy, it is released at the second as well.
    await manager.emergency.release({ body: { id, remark: 'checked' } })
    await until(() => expect([driving[1], elsewhere].map((box) => box?.driver.stopped().stops)).toEqual([[], []]))
    await copy.stop()
  })
})

describe('an emergency stop that could not be written', () => {
  it('is in force, is written as soon as possible, and is released like any other', async () => {
    const one = await equipped()
    const box = drivenBy(one, 1)
    await until(() => expect(box.isConnected()).toBe(true))
    // What the call sends before it writes; its server ends here.
    const id = newId()
    const stoppedAt = new Date(server.clock.now().getTime() - 60_000).toISOString()
    const stop = {
      id,
      orgCode: STORE,
      vehicleIds: [one.vehicle.id],
      vehicleType: null,
      stoppedBy: 'somebody',
      stoppedAt,
    }
    await server.deps.bus.send({ kind: 'emergencyStop', stop })
    await until(() => expect(box.driver.stopped().stops).toEqual([id]))
    await until(async () =>
      expect((await cashier.emergency.list()).result).toMatchObject([
        { id, stoppedBy: 'somebody', vehicles: [{ id: one.vehicle.id, state: 'stands' }] },
      ]),
    )
    await manager.emergency.release({ body: { id } })
    await until(() => expect(box.driver.stopped().stops).toEqual([]))
  })
})

describe('a vehicle', () => {
  it('gets its speed limit at once and when it reconnects', async () => {
    const one = await equipped()
    const box = drivenBy(one, 1)
    await until(() => expect(box.isConnected()).toBe(true))
    const body = { vehicleId: one.vehicle.id, gear: 0 }
    expect((await manager.vehicleBoxes.limit({ body })).result).toEqual({ gear: 0, speed: 100 })
    const id = await start(one.vehicle.id)
    await until(() => expect(box.driver.run()).toBe(id))
    const speedNow = () => box.driver.state(Number.MAX_SAFE_INTEGER).speed
    await until(() => expect(speedNow()).toBe(0))
    await cashier.vehicles.finish({ body: { id: one.vehicle.id } })
    await until(() => expect(box.driver.run()).toBeNull())
  })
})

describe('a box', () => {
  const signsIn = (url: string, clientId: string, username: string, password: string): Promise<boolean> =>
    new Promise((resolve) => {
      const client = connect(url, { clientId, username, password, protocolVersion: 4, reconnectPeriod: 0 })
      const end = (isIn: boolean) => {
        client.end(true)
        resolve(isIn)
      }
      client.on('connect', () => end(true)).on('error', () => end(false))
    })

  it('can authenticate only as itself', async () => {
    const [one, other] = [await equipped(), await equipped()]
    const { url, key } = one
    await until(async () => expect(await signsIn(url, key.id, key.id, key.secret)).toBe(true))
    expect(await signsIn(url, key.id, key.id, other.key.secret)).toBe(false)
    expect(await signsIn(url, other.key.id, key.id, key.secret)).toBe(false)
    expect(await signsIn(url, 'anybody', '', '')).toBe(false)
    await manager.vehicleBoxes.access({ body: { deviceId: key.id } })
    await until(async () => expect(await signsIn(url, key.id, key.id, key.secret)).toBe(false))
    await manager.vehicleBoxes.revoke({ body: { deviceId: other.key.id } })
    await until(async () => expect(await signsIn(url, other.key.id, other.key.id, other.key.secret)).toBe(false))
  })

  it('can publish and subscribe only on its own topics', async () => {
    const [one, other] = [await equipped(), await equipped()]
    const { id, secret } = one.key
    const options = {
      clientId: id,
      username: id,
      password: secret,
      protocolVersion: 4,
      reconnectOnConnackError: true,
    } as const
    const client = connect(one.url, options)
    const isHeard = async (topic: string): Promise<boolean> =>
      client.subscribeAsync(topic).then(
        () => true,
        () => false,
      )
    expect(await isHeard(boxTopic(STORE, id, 'command'))).toBe(true)
    expect(await isHeard(stopTopic(STORE))).toBe(true)
    const foreign = [boxTopic(STORE, other.key.id, 'command'), stopTopic('A01A02'), 'pitlane/#', '#', '+/+/+/+/+']
    for (const topic of foreign) expect(await isHeard(topic)).toBe(false)
    const closed = new Promise((resolve) => client.once('close', resolve as () => void))
    client.options.reconnectPeriod = 0
    client.publish(boxTopic(STORE, other.key.id, 'state'), JSON.stringify({ battery: 1 }))
    await closed
    expect(await onFloor(other.vehicle.id)).toMatchObject({ battery: null })
    await client.endAsync(true)
  })
})
