import { writeFileSync } from 'node:fs'
import { connect, type MqttClient } from 'mqtt'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type SimulatedBox, startSimulatedBox } from '#server/features/gateway/simulation/simulated-box.client.ts'
import { startSimulatedHopper } from '#server/features/gateway/simulation/simulated-hopper.client.ts'
import { openBrokerTransport } from '#server/features/gateway/transports/broker.transport.ts'
import { newId } from '#shared/core/id.ts'
import { boxTopic, Stops, stopTopic } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { cuttable } from '#tests/support/faults/cuttable.ts'
import { type VenueBroker, venueBroker } from '#tests/support/mosquitto.ts'
import { certify } from '#tests/support/pay-gateway/certificates.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'

const LAP_MS = 20_000
const HURRY = 100
const LAPS = 12

let broker: VenueBroker
const closings: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  broker = await venueBroker()
})
afterAll(() => broker.remove())
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
  await broker.kill()
})

describe('a broker of the venue’s own', () => {
  /** Opens a transport to it; returns `open` or the reason of the failure. */
  const opened = async (url: string, ca?: string): Promise<string> => {
    const lines: string[] = []
    let isOpen = false
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const way = openBrokerTransport({ log }, { url, tls: { ca } })
    closings.push(() => way.close())
    way.onOpen(() => {
      isOpen = true
    })
    return until(() => {
      if (!isOpen && lines.length === 0) throw new Error('neither open nor refused')
      return isOpen ? 'open' : String((JSON.parse(lines[0] ?? '{}') as { err?: { message?: string } }).err?.message)
    })
  }

  it('is connected in MQTT 5 over TLS, only if both certificates are valid', async () => {
    await broker.start()
    expect(await opened(broker.secureUrl, broker.ca)).toBe('open')
    expect(broker.log()).toMatch(/pitlane-stops-.*\(p5, /)
    const other = `${broker.ca}.other`
    writeFileSync(other, certify('localhost', 0x10000002).certificate)
    expect(await opened(broker.secureUrl, other)).toMatch(/certificate|signature/i)
    expect(await opened(broker.secureUrl)).toMatch(/certificate/i)
    expect(await opened(broker.url.replace('of-the-server', 'wrong'))).toMatch(/not auth/i)
  })
})

describe('vehicles at a broker of the venue’s own', () => {
  let server: TestServer
  let venue: Venue
  let manager: TestClient
  let cashier: TestClient
  let rule: string
  beforeAll(async () => {
    server = await startTestServer({ jobs: true, mqtt: { kind: 'broker', url: broker.url, tls: {} } })
    venue = venueOf(server)
    manager = await server.signIn('manager', STORE)
    cashier = await server.signIn('cashier')
    await venue.setTrialLimit(-1)
    rule = (await venue.rule({ consumeType: 'NOCARDCONSUME', laps: LAPS, minutes: 10, price: 0 })).id
  })
  afterAll(() => server.stop())

  /** A vehicle with a box that has credentials. */
  async function equipped() {
    const vehicle = await venue.vehicle()
    const device = { serialNumber: newId(), deviceType: 'VEHICLE' as const, vehicleId: vehicle.id }
    await manager.devices.add({ body: device })
    const { result } = await manager.devices.list({ query: { serialNumber: device.serialNumber } as never })
    const { result: access } = await manager.vehicleBoxes.access({ body: { deviceId: String(result.records[0]?.id) } })
    return { vehicle: vehicle.id, id: access.username, secret: access.password, orgCode: STORE }
  }
  type Equipped = Awaited<ReturnType<typeof equipped>>

  function drivenBy({ id, secret, orgCode }: Equipped): SimulatedBox {
    const url = `mqtt://127.0.0.1:${broker.port}`
    const key = { id, secret, orgCode }
    const box = startSimulatedBox({ url, key, speedup: HURRY, lapMs: LAP_MS, random: () => 0.5, stateEveryMs: 100 })
    closings.push(() => box.stop())
    return box
  }

  async function clientOf({ id, secret }: Equipped): Promise<MqttClient> {
    const options = { clientId: id, username: id, password: secret, protocolVersion: 5, reconnectPeriod: 0 } as const
    const client = connect(`mqtt://127.0.0.1:${broker.port}`, options)
    closings.push(() => client.endAsync(true))
    await until(() => expect(client.connected).toBe(true))
    return client
  }

  /** Collects what is published of emergency stops from now on. */
  async function listen(car: Equipped): Promise<Stops[]> {
    const client = await clientOf(car)
    const heard: Stops[] = []
    client.on('message', (_, payload) => heard.push(Stops.parse(JSON.parse(payload.toString()))))
    await client.subscribeAsync(stopTopic(STORE), { qos: 1 })
    return heard
  }
  const has = (stops: Stops['stops'], id: string): boolean => stops.some((stop) => stop.id === id)
  /** The number of copies of the server that have subscribed to stops since the broker started. */
  const copiesSeen = (): number => {
    const life = broker.log().split(' running').at(-1) ?? ''
    return new Set(life.match(/Received SUBSCRIBE from pitlane-stops-\S+/g)).size
  }

  async function start(vehicleId: string): Promise<string> {
    const body = venue.start({ vehicleId, consumeVehicleMode: 'circlemode', ruleId: rule, userId: '' })
    const { result } = await cashier.playBeforePay.add({ body, key: newId() })
    return result.gameLogId
  }
  const runOf = async (id: string) => (await venue.rows('run').where('id', id))[0]
  const lapsOf = (id: string) => venue.rows('lap').where('runId', id)

  it('lose no lap and drive none twice when the broker is killed during a race', async () => {
    const cars = [await equipped(), await equipped(), await equipped()]
    await broker.start(cars)
    const boxes = cars.map(drivenBy)
    await until(() => expect(boxes.every((box) => box.isConnected())).toBe(true))
    const runs: string[] = []
    for (const { vehicle } of cars) runs.push(await start(vehicle))
    await until(() => expect(boxes.map(({ driver }) => driver.run())).toEqual(runs))
    // Some laps are stored, some are in transit, and most are still to come.
    await until(async () => expect((await lapsOf(runs[0] ?? '')).length).toBeGreaterThan(0))
    await broker.kill()
    await until(() => expect(boxes.every((box) => !box.isConnected())).toBe(true))
    await until(() => expect(boxes.every(({ driver }) => driver.laps(0).length > 2)).toBe(true))
    await broker.start(cars)
    for (const run of runs) {
      await until(async () =>
        expect(await runOf(run)).toMatchObject({ state: 'ENDED', endedHow: 'laps', lapsDone: LAPS }),
      )
      const laps = await lapsOf(run)
      expect(laps.map(({ number }) => Number(number)).sort((one, other) => one - other)).toEqual(
        Array.from({ length: LAPS }, (_, index) => index + 1),
      )
      for (const { ms } of laps) expect(Number(ms)).toBeGreaterThan(0)
    }
    // Each box has had all of its laps confirmed.
    await until(() => expect(boxes.map(({ driver }) => driver.laps(0).length)).toEqual([0, 0, 0]))
  })

  it('stay stopped when the broker restarts and when the server restarts', async () => {
    const cars = [await equipped(), await equipped()]
    await broker.start(cars)
    const [driving] = cars.map(drivenBy)
    const [, other] = cars as [Equipped, Equipped]
    const { result } = await cashier.emergency.stop({ body: {} })
    const id = result.find(({ vehicleIds }) => vehicleIds === null)?.id ?? ''
    await until(() => expect(driving?.driver.stopped().stops).toEqual([id]))
    await broker.kill()
    await until(() => expect(driving?.isConnected()).toBe(false))
    await broker.start(cars)
    // A client that listens from the first moment never receives an empty list of stops.
    await closings.pop()?.()
    const heard = await listen(other)
    await until(() => expect(heard.length).toBeGreaterThan(0))
    // Another copy of the server starts meanwhile.
    const copy = await server.startCopy()
    closings.push(() => copy.stop())
    await until(() => expect(copiesSeen()).toBe(2))
    expect(driving?.driver.stopped().stops).toEqual([id])
    const there = await copy.signIn('manager', STORE)
    await there.emergency.release({ body: { id } })
    await until(() => expect(driving?.driver.stopped().stops).toEqual([]))
    expect(heard.filter(({ stops, released = [] }) => !has(stops, id) && !released.includes(id))).toEqual([])
  })

  it('stop, and drive after the release, though one copy of the server receives both only through the broker', async () => {
    const way = await cuttable(server.database.appUrl)
    closings.push(async () => way.close())
    const mqtt = { kind: 'broker', url: broker.url, tls: {} } as const
    const itsDatabase = { ...server.database, appUrl: way.url, drop: async () => undefined }
    const deaf = await startTestServer({ jobs: true, mqtt }, [], itsDatabase)
    closings.push(() => deaf.stop())
    const [car, other] = [await equipped(), await equipped()]
    /** Restarts the broker; returns the stops published from the first moment on, once both copies are connected. */
    const anew = async (): Promise<Stops[]> => {
      await broker.kill()
      await broker.start([car, other])
      const heard = await listen(other)
      await until(() => expect(copiesSeen()).toBe(2))
      await until(() => expect(heard.length).toBeGreaterThan(0))
      return heard
    }
    await anew()
    const box = drivenBy(car)
    await until(() => expect(box.isConnected()).toBe(true))
    way.cut()
    const { result } = await cashier.emergency.stop({ body: {} })
    const id = result.find(({ vehicleIds }) => vehicleIds === null)?.id ?? ''
    await until(() => expect(box.driver.stopped().stops).toEqual([id]))
    const inForce = await anew()
    await until(() => expect(box.isConnected()).toBe(true))
    await manager.emergency.release({ body: { id } })
    await until(() => expect(box.driver.stopped().stops).toEqual([]))
    // Only its release removes it.
    const lacking = inForce.findIndex(({ stops }) => !has(stops, id))
    expect(inForce[lacking]?.released).toContain(id)
    expect(inForce.slice(lacking).every(({ stops }) => stops.length === 0)).toBe(true)
    const over = await anew()
    await way.mend()
    await until(async () => expect((await deaf.request('/readyz')).status).toBe(200))
    expect(over.every(({ stops }) => stops.length === 0)).toBe(true)
  })

  it('count coins once at a coin machine that hears a command again, and loses its broker meanwhile', async () => {
    const serialNumber = newId()
    await manager.devices.add({ body: { serialNumber, name: '出币机', deviceType: 'COIN' } })
    const deviceId = String((await manager.devices.list({ query: { serialNumber } })).result.records[0]?.id)
    const { result: access } = await manager.vehicleBoxes.access({ body: { deviceId } })
    const key = { id: access.username, secret: access.password, orgCode: STORE }
    await broker.start([key])
    const hopper = startSimulatedHopper({ url: `mqtt://127.0.0.1:${broker.port}`, key, rate: 60, stateEveryMs: 100 })
    closings.push(() => hopper.stop())
    await until(async () => {
      const machines = (await cashier.coinOutputs.machines({ query: {} })).result
      expect(machines.find(({ id }) => id === deviceId)).toMatchObject({ online: true })
    })
    const { username, password } = new URL(broker.url)
    const own = { clientId: 'listener', username, password, reconnectPeriod: 100 }
    const listener = connect(`mqtt://127.0.0.1:${broker.port}`, own)
    closings.push(() => listener.endAsync(true))
    const commands: string[] = []
    listener.on('message', (_, payload) => commands.push((JSON.parse(payload.toString()) as { id: string }).id))
    await listener.subscribeAsync(boxTopic(STORE, deviceId, 'coins'), { qos: 1 })
    hopper.mute(true)
    const userId = await venue.member({ coins: 40 })
    const output = newId()
    const body = { deviceId, userId, payMode: 'coins', count: 30 } as const
    await cashier.coinOutputs.add({ key: output, body })
    // Its reports are lost, so it is asked again.
    await until(() => expect(commands.filter((id) => id === output).length).toBeGreaterThan(1))
    await until(() => expect(hopper.dropped()).toBe(30))
    await broker.kill()
    await until(() => expect(hopper.isConnected()).toBe(false))
    hopper.mute(false)
    await broker.start([key])
    await until(async () => {
      const { result } = await cashier.coinOutputs.queryById({ query: { id: output } })
      expect(result).toMatchObject({ coinState: 'completed', counted: 30, backCoins: 0, lateCounted: null })
    })
    expect(hopper.dropped()).toBe(30)
    expect(await venue.wallets(userId)).toEqual({ coins: { value: 10, held: 0 } })
  })

  it('cannot act for another box, whatever they send', async () => {
    const [one, other] = [await equipped(), await equipped()]
    await broker.start([one, other])
    const run = await start(other.vehicle)
    const lap = JSON.stringify({ run, number: 1, ms: 1000 })
    /** Publishes from a new connection; returns the result, before the broker may disconnect it. */
    const saysAlone = async (topic: string, text: string): Promise<string> => {
      const rogue = await clientOf(one)
      const answer = await new Promise<string>((resolve) => {
        rogue.once('close', () => resolve('cut off'))
        rogue.publish(topic, text, { qos: 1 }, (error) => resolve(error ? 'refused' : 'taken'))
      })
      await rogue.endAsync(true)
      return answer
    }
    expect(await saysAlone(boxTopic(STORE, other.id, 'lap'), lap)).not.toBe('taken')
    expect(await saysAlone(stopTopic(STORE), '{"stops":[]}')).not.toBe('taken')
    // The broker accepts a message under another store, but the server ignores it.
    expect(await saysAlone(boxTopic('A01A02', one.id, 'lap'), lap)).toBe('taken')
    const box = await clientOf(one)
    const heard: { run: string; outcome: string }[] = []
    box.on('message', (_, payload) => heard.push(JSON.parse(payload.toString())))
    await box.subscribeAsync(boxTopic(STORE, one.id, 'kept'), { qos: 1 })
    // Of an unknown run, until the server is connected, and then of another vehicle's run.
    const nobody = newId()
    await until(async () => {
      await box.publishAsync(boxTopic(STORE, one.id, 'lap'), JSON.stringify({ run: nobody, number: 1, ms: 1000 }), {
        qos: 1,
      })
      expect(heard.map((message) => message.run)).toContain(nobody)
    }, 300)
    await box.publishAsync(boxTopic(STORE, one.id, 'lap'), lap, { qos: 1 })
    await until(() => expect(heard.find((message) => message.run === run)).toMatchObject({ outcome: 'unknown' }))
    expect(await lapsOf(run)).toEqual([])
    await cashier.vehicles.finish({ body: { id: other.vehicle } })
  })
})
