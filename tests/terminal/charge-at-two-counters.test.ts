import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Platform } from '#renderer/platform/platform.ts'
import { newId } from '#shared/core/id.ts'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { removeFolders, startTerminal, type TestTerminal } from './harness.ts'

// Charges of the counter's page at a real server, with two counters that both look for papers to print.
let server: TestServer
let venue: Venue
let url: string
let sinks: PrinterSink[]
let counters: TestTerminal[]

beforeEach(async () => {
  server = await startTestServer()
  venue = venueOf(server)
  url = (await server.startCopy()).url
  sinks = [await startPrinterSink(), await startPrinterSink()]
  counters = []
  for (const [place, { host, port }] of sinks.entries()) {
    const printer = { transport: 'tcp', address: host, port }
    const settings = { terminalName: `T${place + 1}`, prefix: `T${place + 1}`, printer: printer as never }
    const counter = await startTerminal({ serverUrl: url, settings })
    counters.push(counter)
    await counter.online()
    await counter.enrol(STORE)
    await counter.signIn()
  }
})

afterEach(async () => {
  await Promise.all(counters.map((counter) => counter.close()))
  await Promise.all(sinks.map((sink) => sink.close()))
  await server.stop()
  await removeFolders()
  Reflect.deleteProperty(globalThis, 'window')
})

/** The platform of a counter's page, which reaches main by the bridge alone; and what it has asked of main. */
async function pageOf(counter: TestTerminal): Promise<{ platform: Platform; asked: string[] }> {
  const asked: string[] = []
  const calls = new Map<string, (input: never) => Promise<unknown>>(
    Object.entries(counter.handlers).flatMap(([group, handlers]) =>
      Object.entries(handlers).map(([name, run]) => [`app:${group}.${name}`, run] as const),
    ),
  )
  const pitlane = {
    async invoke(channel: string, input: unknown) {
      asked.push(channel)
      const value = await calls.get(channel)?.(input as never)
      return { ok: true, value }
    },
    on: () => () => undefined,
  }
  Object.defineProperty(globalThis, 'window', {
    configurable: true,
    value: Object.assign(new EventTarget(), { pitlane }),
  })
  const { createPlatform } = await import('#renderer/platform/terminal.ts')
  return { platform: await createPlatform(), asked }
}

it('prints the papers of a charge once, at the selling counter, although both counters are notified', async () => {
  const [own, other] = counters as [TestTerminal, TestTerminal]
  const { platform, asked } = await pageOf(own)
  const rule = await venue.rule({ price: 100, useBracelet: true, braceletCount: 1 })
  const rides: string[] = []
  for (let guest = 0; guest < 4; guest++) {
    const key = newId()
    const { plays } = await platform.charge(
      {
        consumeType: 'BALANCE',
        consumeVehicleMode: 'circlemode',
        usageMode: 'immediate',
        consumePayMode: 'wechat',
        sysDepartConsumeRoleId: rule.id,
        vehicleId: (await venue.vehicle()).id,
        racer: '小王',
        people: 1,
        userId: await venue.member({ balance: 1000 }),
      },
      key,
    )
    rides.push(...plays.map(({ id }) => id))
    other.resume()
    own.resume()
  }
  expect(asked.filter((channel) => channel === 'app:prints.printCharge')).toHaveLength(4)
  const papers = await own.until(
    () => own.handlers.prints.list({}),
    (jobs) => jobs.filter(({ state }) => state === 'printed').length === 8,
  )
  const ids = papers.map(({ orderId }) => orderId)
  expect(new Set(ids).size).toBe(8)
  expect(ids).toEqual(expect.arrayContaining(rides))
  await own.until(
    async () =>
      (await venue.rows('printJob').where('orgCode', STORE)).filter(({ orderId }) => ids.includes(String(orderId))),
    (jobs) => jobs.length === 8 && jobs.every(({ state }) => state === 'printed'),
  )
  expect(sinks.map(({ jobs }) => jobs.length)).toEqual([8, 0])
  expect(await other.handlers.prints.list({})).toEqual([])
})
