import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { startSimulatedBox } from '#server/features/gateway/simulation/simulated-box.client.ts'
import { api } from '#shared/api.ts'
import { createClient } from '#shared/core/client.ts'
import { newId } from '#shared/core/id.ts'
import { transport } from '#tests/support/faults/transport.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/postgres.ts'
import { until } from '#tests/support/until.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const MAIN = fileURLToPath(new URL('../../../main.ts', import.meta.url))
/** Enough for two starts of the server on a loaded machine. */
const TIMEOUT_MS = 240_000

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'pitlane-emergency-'))
const closings: (() => unknown)[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  for (const close of closings.reverse()) await close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a server process with its own broker, and collects its output. */
function start(): { child: ChildProcess; url(): Promise<string> } {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: database.ownerUrl,
      PITLANE_DATA_DIR: folder,
      PITLANE_MQTT_PORT: '0',
      PITLANE_LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closings.push(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)))
  const url = () =>
    until(() => {
      const [, text] = output.match(/web admin +(http:\S+?)\/ /) ?? []
      if (text === undefined) throw new Error(`not ready: ${output.slice(-2000)}`)
      return text
    })
  return { child, url }
}

async function signIn(url: string) {
  const client = createClient(api, transport(url))
  const { result } = await client.signIn.login({ body: { username: 'manager', password: DEMO_PASSWORD } })
  const signedIn = createClient(api, transport(url, result.token))
  await signedIn.signIn.selectDepart({ body: { orgCode: STORE } })
  return signedIn
}

it('finds an emergency stop after a kill that was sent to vehicles but not written', {
  timeout: TIMEOUT_MS,
}, async () => {
  const first = start()
  const manager = await signIn(await first.url())
  const { result: vehicles } = await manager.vehicles.list({ query: { pageSize: 1 } })
  const serialNumber = newId()
  const vehicleId = String(vehicles.records[0]?.id)
  await manager.devices.add({ body: { serialNumber, deviceType: 'VEHICLE', vehicleId } as never })
  const { result: devices } = await manager.devices.list({ query: { serialNumber } as never })
  const body = { deviceId: String(devices.records[0]?.id) }
  /** Simulates the vehicle with new credentials, at the broker of that server. */
  const drive = async ({ vehicleBoxes }: typeof manager) => {
    const { port, username: id, password: secret } = (await vehicleBoxes.access({ body })).result
    const key = { id, secret, orgCode: STORE }
    const box = startSimulatedBox({ url: `mqtt://127.0.0.1:${port}`, key, lapMs: 20_000, random: () => 0.5 })
    closings.push(() => box.stop())
    await until(() => expect(box.isConnected()).toBe(true))
    return box
  }
  const box = await drive(manager)

  // The database blocks the insert; the call waits managerAfter after its vehicle has received the stop.
  const blocker = new pg.Client({ connectionString: database.ownerUrl })
  await blocker.connect()
  await blocker.query('begin; lock table emergency_stop in share mode')
  const ordered = manager.emergency.stop({ body: {} }).catch(() => 'no answer')
  await until(() => expect(box.driver.stopped().stops).toHaveLength(1))
  const [id] = box.driver.stopped().stops
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  expect(await ordered).toBe('no answer')
  await blocker.end()
  await box.stop()
  const written = () =>
    withClient(database.ownerUrl, (owner) => owner.query('select id from emergency_stop where released_at is null'))
  expect((await written()).rows).toEqual([])

  const second = start()
  const managerAfter = await signIn(await second.url())
  const boxAfter = await drive(managerAfter)
  await until(() => expect(boxAfter.driver.stopped().stops).toEqual([id]))
  const { result: inForce } = await until(async () => {
    const list = await managerAfter.emergency.list()
    expect(list.result.map((stop) => stop.id)).toEqual([id])
    return list
  })
  expect(inForce[0]).toMatchObject({ vehicleIds: null, vehicleType: null })
  // It is released like any other, and stays released.
  await managerAfter.emergency.release({ body: { id: String(id), remark: '' } })
  await until(() => expect(boxAfter.driver.stopped().stops).toEqual([]))
  expect((await written()).rows).toEqual([])
})
