import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'

const root = join(import.meta.dirname, '..', '..')
const chapter = readFileSync(join(root, 'docs/guide/en/developers/vehicle-clients.md'), 'utf8')
const codeIn = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(chapter)?.[1] ?? ''

let server: TestServer
let venue: Venue
let manager: TestClient
let cashier: TestClient
let rule: string
let framesPort: number
// Below the project, where the program finds the package `mqtt`.
const folder = (() => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  return mkdtempSync(join(root, '.cache', 'vehicle-'))
})()
const running: ChildProcess[] = []

beforeAll(async () => {
  framesPort = await freePort()
  const mqtt = { kind: 'embedded', host: '127.0.0.1', port: 0, tls: undefined } as const
  server = await startTestServer({ jobs: true, mqtt, framesPort })
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
  cashier = await server.signIn('cashier')
  await venue.setTrialLimit(-1)
  rule = (await venue.rule({ consumeType: 'NOCARDCONSUME', laps: 3, minutes: 10, price: 0 })).id
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A vehicle whose box is the program of the chapter. */
async function driven(language: 'ts' | 'python') {
  const imei = String(860_000_000_000_000 + Math.floor(Math.random() * 1e12))
  const vehicle = await venue.vehicle({ imei })
  const device = { serialNumber: newId(), deviceType: 'VEHICLE' as const, vehicleId: vehicle.id }
  await manager.devices.add({ body: device })
  const { result } = await manager.devices.list({ query: { serialNumber: device.serialNumber } as never })
  const { result: access } = await manager.vehicleBoxes.access({
    body: { deviceId: String(result.records[0]?.id) },
  })
  const file = join(folder, `${newId()}.${language === 'ts' ? 'ts' : 'py'}`)
  writeFileSync(file, codeIn(language))
  const [program, args] =
    language === 'ts'
      ? [process.execPath, [file, `mqtt://127.0.0.1:${access.port}`, STORE, access.username, access.password]]
      : ['python3', [file, '127.0.0.1', String(framesPort), imei, access.username, access.password]]
  const child = spawn(program, args, {
    env: { ...process.env, LAP_MS: '250' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  running.push(child)
  return vehicle
}

const onFloor = async (id: string) => (await cashier.dispatch.floor()).result.vehicles.find((one) => one.id === id)
async function start(vehicleId: string): Promise<string> {
  const body = venue.start({ vehicleId, consumeVehicleMode: 'circlemode', ruleId: rule, userId: '' })
  const { result } = await cashier.playBeforePay.add({ body, key: newId() })
  return result.gameLogId
}
const lapsOf = async (id: string) => venue.rows('lap').where('runId', id)

describe.each(['ts', 'python'] as const)('the vehicle of the guide in %s', (language) => {
  it('drives a run to its last lap, each reported once, and stands still in an emergency', async () => {
    expect(codeIn(language).length).toBeGreaterThan(1000)
    const vehicle = await driven(language)
    await until(async () => expect(await onFloor(vehicle.id)).toMatchObject({ isConnecte: 'YES' }))
    const run = await start(vehicle.id)
    await until(async () => expect(await lapsOf(run)).toHaveLength(3))
    await until(async () => expect((await venue.rows('run').where('id', run))[0]?.endedAt).toBeTruthy())
    expect((await lapsOf(run)).map(({ number }) => Number(number)).sort()).toEqual([1, 2, 3])

    await manager.emergency.stop({ body: { vehicleIds: [vehicle.id] } })
    const stateOf = async () => {
      const { result } = await manager.emergency.list()
      return result.flatMap(({ vehicles }) => vehicles).find(({ id }) => id === vehicle.id)?.state
    }
    await until(async () => expect(await stateOf()).toBe('stands'))
  })
})
