import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { api } from '#shared/api.ts'
import { type Client, createClient, type Transport, toServerError } from '#shared/core/client.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { IDEMPOTENCY_HEADER, TOKEN_HEADER } from '#shared/core/route.ts'
import { startSimulatedBox, startSimulatedHopper } from './features/gateway/index.ts'

const USAGE = `Plays vehicles that drive as soon as a run begins on them, over the vehicle protocol of a running server.
  npm run vehicles -- --count 30 --server http://127.0.0.1:8080 --store A01A01 --user manager --password pitlane-demo
  --lap 24      seconds of a usual lap
  --hurry 1     how much faster than real time they drive
  --broker URL  the venue's own broker, where it has one, such as mqtt://127.0.0.1:1883: its accounts must let the boxes in
  --hoppers 0   how many coin machines play beside them
  --trouble 0   how often something happens to each, an hour: it drives into something, or its network is gone`

/** Name prefix of the simulated vehicles and devices, so that real ones are not changed. */
const NAME = 'SIM'
const REPORT_MS = 5000
const CRASH_MS = 6000
const DROP_MS = 10_000

const transportOf =
  (server: string, token = ''): Transport =>
  async ({ method, path, query = {}, body, key }) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
    const response = await fetch(`${server}/api${path}?${search}`, {
      method,
      headers: {
        ...(token && { [TOKEN_HEADER]: token }),
        ...(key && { [IDEMPOTENCY_HEADER]: key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const envelope = (await response.json()) as Envelope
    if (envelope.success !== true) throw toServerError(response.status, envelope)
    return envelope
  }

type Api = Client<typeof api>

/** Finds or creates the vehicle of a number and its box; returns the credentials of the box. */
async function boxOf(client: Api, number: number) {
  const name = `${NAME} ${String(number).padStart(2, '0')}`
  const find = async () =>
    (await client.vehicles.listOfStore({ query: { name, pageSize: 100 } })).result.records.find(
      (one) => one.name === name,
    )
  if (!(await find())) await client.vehicles.add({ body: { name } })
  const vehicle = await find()
  if (!vehicle) throw new Error(`${name} was not made`)
  const serialNumber = `${NAME}-${vehicle.id}`
  const device = async () => (await client.devices.list({ query: { serialNumber } })).result.records[0]
  if (!(await device())) {
    await client.devices.add({ body: { serialNumber, name, deviceType: 'VEHICLE', vehicleId: vehicle.id } })
  }
  const { result } = await client.vehicleBoxes.access({ body: { deviceId: String((await device())?.id) } })
  return { orgCode: vehicle.sysOrgCode, ...result }
}

/** Finds or creates the coin machine of a number; returns its credentials. */
async function hopperOf(client: Api, number: number, orgCode: string) {
  const serialNumber = `${NAME}-COIN-${number}`
  const device = async () => (await client.devices.list({ query: { serialNumber } })).result.records[0]
  if (!(await device())) {
    await client.devices.add({ body: { serialNumber, name: `${NAME} COIN ${number}`, deviceType: 'COIN' } })
  }
  const { result } = await client.vehicleBoxes.access({ body: { deviceId: String((await device())?.id) } })
  return { orgCode, ...result }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '8' },
      server: { type: 'string', default: 'http://127.0.0.1:8080' },
      user: { type: 'string', default: 'manager' },
      store: { type: 'string', default: 'A01A01' },
      password: { type: 'string', default: 'pitlane-demo' },
      lap: { type: 'string', default: '24' },
      hurry: { type: 'string', default: '1' },
      trouble: { type: 'string', default: '0' },
      hoppers: { type: 'string', default: '0' },
      broker: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    return
  }
  const { server, user: username, password, broker } = values
  const [count, lap, hurry, trouble] = [values.count, values.lap, values.hurry, values.trouble].map(Number) as [
    number,
    number,
    number,
    number,
  ]
  const { result } = await createClient(api, transportOf(server)).signIn.login({ body: { username, password } })
  const client = createClient(api, transportOf(server, result.token))
  await client.signIn.selectDepart({ body: { orgCode: values.store } })
  const boxes: ReturnType<typeof startSimulatedBox>[] = []
  for (let number = 1; number <= count; number++) {
    const { port, tls, username: id, password: secret, orgCode } = await boxOf(client, number)
    if (port === null && !broker) throw new Error('the venue has a broker of its own: name its address by --broker')
    const url = broker || `${tls ? 'mqtts' : 'mqtt'}://${new URL(server).hostname}:${port}`
    boxes.push(
      startSimulatedBox({ url, key: { id, orgCode, secret }, lapMs: lap * 1000, speedup: hurry, random: Math.random }),
    )
  }
  const hoppers: ReturnType<typeof startSimulatedHopper>[] = []
  for (let number = 1; number <= Number(values.hoppers); number++) {
    const { port, tls, username: id, password: secret, orgCode } = await hopperOf(client, number, values.store)
    const url = broker || `${tls ? 'mqtts' : 'mqtt'}://${new URL(server).hostname}:${port}`
    hoppers.push(startSimulatedHopper({ url, key: { id, orgCode, secret } }))
  }
  let isOver = false
  process.once('SIGINT', () => {
    isOver = true
  })
  const machines = hoppers.length === 0 ? '' : `, and ${hoppers.length} coin machines, ${NAME} COIN 1 and on`
  process.stdout.write(`${count} vehicles play, ${NAME} 01 and on${machines}. Stop them with Ctrl+C.\n`)
  while (!isOver) {
    await delay(REPORT_MS)
    for (const box of boxes) {
      if (box.driver.run() === null || Math.random() > (trouble * REPORT_MS) / 3_600_000) continue
      if (Math.random() < 0.5) box.crash(CRASH_MS)
      else box.drop(DROP_MS)
    }
    const connected = boxes.filter((box) => box.isConnected()).length
    const driving = boxes.filter((box) => box.driver.run() !== null).length
    process.stdout.write(`${connected} connected, ${driving} in a run\n`)
  }
  await Promise.all([...boxes, ...hoppers].map((one) => one.stop()))
}

await main()
