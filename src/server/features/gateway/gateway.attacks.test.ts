import { connect as connectSocket } from 'node:net'
import { connect, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { boxTopic, stopTopic } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'

/** The sequence number of a command that was never sent. */
const FORGED = 9_000_000_000_000

let server: TestServer
let venue: Venue
let manager: TestClient
let cashier: TestClient
let rule: string
const clients: MqttClient[] = []

beforeAll(async () => {
  const mqtt = { kind: 'embedded', host: '127.0.0.1', port: 0, tls: undefined } as const
  server = await startTestServer({ jobs: true, mqtt })
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
  cashier = await server.signIn('cashier')
  await venue.setTrialLimit(-1)
  rule = (await venue.rule({ consumeType: 'NOCARDCONSUME', laps: 5, minutes: 10, price: 0 })).id
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)))
  await server.stop()
})

/** A vehicle with a box that has credentials. */
async function equipped() {
  const vehicle = await venue.vehicle()
  const device = { serialNumber: newId(), deviceType: 'VEHICLE' as const, vehicleId: vehicle.id }
  await manager.devices.add({ body: device })
  const { result } = await manager.devices.list({ query: { serialNumber: device.serialNumber } as never })
  const id = String(result.records[0]?.id)
  const { result: access } = await manager.vehicleBoxes.access({ body: { deviceId: id } })
  return { vehicle: vehicle.id, id, port: Number(access.port), secret: access.password }
}
type Equipped = Awaited<ReturnType<typeof equipped>>

interface Heard {
  leaf: string
  payload: { seq?: number; run?: string; number?: number; outcome?: string; stops?: unknown[] }
}

/** Connects a box that sends what a test wants; returns it with all that it receives. */
async function connectBox({ id, port, secret }: Equipped, will?: { topic: string; payload: string; retain: boolean }) {
  const client = connect(`mqtt://127.0.0.1:${port}`, {
    clientId: id,
    username: id,
    password: secret,
    protocolVersion: 4,
    reconnectOnConnackError: true,
    reconnectPeriod: 100,
    ...(will && { will: { ...will, qos: 1 as const } }),
  })
  clients.push(client)
  client.on('error', () => undefined)
  const heard: Heard[] = []
  client.on('message', (topic, payload) => {
    heard.push({ leaf: topic.split('/').at(-1) ?? '', payload: JSON.parse(payload.toString()) })
  })
  await until(() => expect(client.connected).toBe(true))
  await client.subscribeAsync([boxTopic(STORE, id, 'command'), boxTopic(STORE, id, 'kept'), stopTopic(STORE)], {
    qos: 1,
  })
  const publish = (leaf: Parameters<typeof boxTopic>[2], message: object | string | Buffer) =>
    client.publishAsync(
      boxTopic(STORE, id, leaf),
      typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message),
      { qos: 1 },
    )
  await publish('online', { online: true })
  const confirmations = (run: string): (string | undefined)[][] =>
    heard.flatMap(({ leaf, payload }) =>
      leaf === 'kept' && payload.run === run ? [[String(payload.number), payload.outcome]] : [],
    )
  return { client, heard, publish, confirmations }
}

async function start(vehicleId: string, mode: 'circlemode' | 'timermode' = 'circlemode'): Promise<string> {
  const body = venue.start({ vehicleId, consumeVehicleMode: mode, ruleId: rule, userId: '' })
  const { result } = await cashier.playBeforePay.add({ body, key: newId() })
  return result.gameLogId
}

const lapsOf = async (id: string) =>
  (await venue.rows('lap').where('runId', id)).sort((one, other) => Number(one.number) - Number(other.number))
const onFloor = async (id: string) => (await cashier.dispatch.floor()).result.vehicles.find((one) => one.id === id)

describe('laps', () => {
  it('of another vehicle’s run are ignored, whichever box reports them', async () => {
    const [one, other] = [await equipped(), await equipped()]
    const [box, thief] = [await connectBox(one), await connectBox(other)]
    const run = await start(one.vehicle)
    await thief.publish('lap', { run, number: 1, ms: 1000, ago: 0 })
    await until(() => expect(thief.confirmations(run)).toEqual([['1', 'unknown']]))
    expect(await lapsOf(run)).toEqual([])
    await box.publish('lap', { run, number: 1, ms: 31_000, ago: 0 })
    await until(() => expect(box.confirmations(run)).toEqual([['1', 'new']]))
    expect(await lapsOf(run)).toMatchObject([{ ms: 31_000, vehicleId: one.vehicle }])
  })

  it('count once and in order, however often, in which order and with which clock they arrive', async () => {
    const one = await equipped()
    const box = await connectBox(one)
    const run = await start(one.vehicle)
    const hour = 3_600_000
    const lap = (number: number, at: number) => ({ run, number, ms: 30_000 + number, ago: (5 - number) * 30_000, at })
    const now = Date.now()
    const reported = [4, 2, 5, 1, 3, 5, 1].map((number) => lap(number, now + (number % 2 === 0 ? 5 : -7) * hour))
    await Promise.all([...reported, ...reported].map((message) => box.publish('lap', message)))
    await until(() => expect(new Set(box.confirmations(run).map(([number]) => number)).size).toBe(5))
    await until(() => expect(box.confirmations(run)).toHaveLength(reported.length * 2))
    expect(box.confirmations(run).filter(([, outcome]) => outcome === 'new')).toHaveLength(5)
    const laps = await lapsOf(run)
    expect(laps.map(({ number, ms }) => [number, ms])).toEqual(
      [1, 2, 3, 4, 5].map((number) => [number, 30_000 + number]),
    )
    const [ridden] = await venue.rows('run').where('id', run)
    expect(ridden).toMatchObject({ lapsDone: 5, state: 'ENDED', endedHow: 'laps' })
    for (const { doneAt } of laps)
      expect(Number(doneAt as Date)).toBeGreaterThanOrEqual(Number(ridden?.startedAt as Date))
  })

  it('that arrive after the run are not rejected before the box has sent them again with their age', async () => {
    const one = await equipped()
    const box = await connectBox(one)
    const run = await start(one.vehicle, 'timermode')
    await cashier.vehicles.finish({ body: { id: one.vehicle } })
    server.clock.advance(180_000)
    // Sent when it was done, and received three minutes later, twice.
    const late = { run, number: 1, ms: 29_000, ago: 0 }
    await box.publish('lap', late)
    await box.publish('lap', late)
    // A later lap with the same delay, so that the first has been processed.
    await box.publish('lap', { run: newId(), number: 1, ms: 1000 })
    await until(() => expect(box.heard.some(({ payload }) => payload.outcome === 'unknown')).toBe(true))
    expect(box.confirmations(run)).toEqual([])
    await box.publish('lap', { ...late, ago: 200_000 })
    await until(() => expect(box.confirmations(run)).toEqual([['1', 'new']]))
    expect(await lapsOf(run)).toMatchObject([{ number: 1, ms: 29_000, late: true }])
    // A lap that really is later than the run is rejected when it is sent again, so that the box drops it.
    await until(async () => {
      await box.publish('lap', { run, number: 2, ms: 29_000, ago: 0 })
      expect(box.confirmations(run).at(-1)).toEqual(['2', 'over'])
    }, 500)
    expect(await lapsOf(run)).toHaveLength(1)
  })
})

/** The stops that a box received last; its settings may arrive before or after. */
const stopsHeard = ({ heard }: { heard: Heard[] }): unknown[] | undefined =>
  heard.filter(({ leaf }) => leaf === 'stop').at(-1)?.payload.stops

/** Stops a vehicle until the end of the test, however it ends; returns the id of the stop. */
async function stopped(vehicle: string): Promise<string> {
  const { result } = await cashier.emergency.stop({ body: { vehicleIds: [vehicle] } })
  const id = result.find(({ vehicleIds }) => vehicleIds?.includes(vehicle))?.id ?? ''
  onTestFinished(async () => {
    await manager.emergency.release({ body: { id } })
  })
  return id
}

describe('a box whose connection was taken over', () => {
  it('cannot leave a will on topics of others', async () => {
    const [one, other] = [await equipped(), await equipped()]
    const victim = await connectBox(other)
    const id = await stopped(other.vehicle)
    await until(() => expect(stopsHeard(victim)).toMatchObject([{ id }]))
    const forged = [
      { topic: stopTopic(STORE), payload: '{"stops":[]}', retain: true },
      { topic: boxTopic(STORE, other.id, 'online'), payload: '{"online":false}', retain: true },
      { topic: boxTopic(STORE, other.id, 'command'), payload: `{"seq":${FORGED}}`, retain: true },
    ]
    for (const will of forged) {
      const { client } = await connectBox(one, will)
      client.options.reconnectPeriod = 0
      // As when a network fails, so that its will is published.
      const closed = new Promise((resolve) => client.once('close', () => resolve(undefined)))
      client.stream.destroy()
      await closed
    }
    // A box that connects later receives the stops in force; the other one got nothing and is still connected.
    const late = await connectBox(one)
    await until(() => expect(stopsHeard(late)).toMatchObject([{ id }]))
    expect(stopsHeard(victim)).toMatchObject([{ id }])
    const isForged = ({ leaf, payload }: Heard): boolean => leaf === 'command' && payload.seq === FORGED
    expect(victim.heard.filter(isForged)).toEqual([])
  })
})

describe('an invalid message', () => {
  it('is ignored, one that is too long disconnects its sender, and other boxes are not affected', async () => {
    const [one, other] = [await equipped(), await equipped()]
    const [box, bystander] = [await connectBox(one), await connectBox(other)]
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const wrong = ['', '{', 'null', '[]', '"x"', deep, Buffer.from([0xff, 0xfe, 0]), '{"__proto__":{"online":true}}']
    for (const leaf of ['online', 'state', 'lap', 'ack', 'fault', 'stopped'] as const) {
      for (const payload of wrong) await box.publish(leaf, payload)
    }
    await box.publish('state', { battery: 55 })
    await until(async () => expect(await onFloor(one.vehicle)).toMatchObject({ battery: 55 }))
    const closed = new Promise((resolve) => box.client.once('close', () => resolve(undefined)))
    box.client.options.reconnectPeriod = 0
    box.client.publish(boxTopic(STORE, one.id, 'state'), 'x'.repeat(100_000), { qos: 0 })
    await closed
    // Nor do bytes that are not MQTT, before authentication.
    const rough = connectSocket(one.port, '127.0.0.1')
    rough.on('error', () => undefined)
    rough.write(Buffer.alloc(200_000, 0xff))
    await new Promise((resolve) => rough.once('close', resolve))
    expect(bystander.client.connected).toBe(true)
    const id = await stopped(other.vehicle)
    await until(() => expect(stopsHeard(bystander)).toMatchObject([{ id }]))
  })
})

describe('a box that sends more than any needs', () => {
  it('is disconnected, and the others still receive an emergency stop', async () => {
    const [one, other] = [await equipped(), await equipped()]
    const [flood, bystander] = [await connectBox(one), await connectBox(other)]
    flood.client.options.reconnectPeriod = 0
    let isCutOff = false
    flood.client.once('close', () => {
      isCutOff = true
    })
    const topic = boxTopic(STORE, one.id, 'state')
    await until(() => {
      for (let sent = 0; sent < 500 && !isCutOff; sent++) flood.client.publish(topic, '{"battery":50}', { qos: 0 })
      expect(isCutOff).toBe(true)
    }, 5)
    const id = await stopped(other.vehicle)
    await until(() => expect(stopsHeard(bystander)).toMatchObject([{ id }]))
    expect(bystander.client.connected).toBe(true)
  })
})
