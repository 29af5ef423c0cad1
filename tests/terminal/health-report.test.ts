import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '#main/core/clocks/clock.ts'
import type { HealthItem } from '#shared/features/health/venue-health.contract.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { removeFolders, startTerminal, type TestTerminal } from './harness.ts'

const STORE = 'A01A01'
const REPORT_EVERY = 20_000

let venue: TestServer
let counter: TestTerminal
beforeEach(async () => {
  venue = await startTestServer()
  // The terminal's own time, but for the pause between two reports.
  const clock = {
    ...systemClock,
    after: (ms: number, run: () => void) => systemClock.after(ms === REPORT_EVERY ? 100 : ms, run),
  }
  const printer = { transport: 'tcp', address: '127.0.0.1', port: 9 }
  counter = await startTerminal({ serverUrl: venue.url, clock, settings: { printer: printer as never } })
  await counter.online()
})
afterEach(async () => {
  await counter.close()
  await venue.stop()
  await removeFolders()
})

it('reports its version and the state of its devices to the server by itself', async () => {
  await counter.enrol(STORE)
  await counter.signIn()
  const manager = await venue.signIn('manager', STORE)
  const seen = async (): Promise<HealthItem | undefined> =>
    (await manager.venueHealth.look({})).result.items.find(({ version }) => version === '9.9.9')
  const state = await counter.handlers.devices.state({})
  await until(async () =>
    expect(await seen()).toMatchObject({ kind: 'terminal', printer: state?.printer.state, waiting: 0, refused: 0 }),
  )
})
