import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '#main/core/clocks/clock.ts'
import { newId } from '#shared/core/id.ts'
import { ticketCode } from '#shared/features/scans/index.ts'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { type FaultServer, startFaultServer } from '#tests/support/faults/fault-server.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { allowed } from '#tests/support/venue/offline-queue.ts'
import { makeFolder, removeFolders, startTerminal, type TestTerminal } from './harness.ts'

const HOUR = 3600_000

let server: FaultServer
let sink: PrinterSink
let open: TestTerminal[] = []
/** How far the terminal's clock is ahead of the real one. */
let ahead = 0
const clock: Clock = { now: () => Date.now() + ahead, after: systemClock.after }

async function terminal(dir?: string): Promise<TestTerminal> {
  const printer = { transport: 'tcp', address: sink.host, port: sink.port }
  const made = await startTerminal({
    serverUrl: server.url,
    clock,
    ...(dir ? { dir } : {}),
    settings: { printer: printer as never },
  })
  open.push(made)
  await made.online()
  return made
}

async function ready(dir?: string): Promise<TestTerminal> {
  const made = await terminal(dir)
  await made.signIn()
  return made
}

beforeEach(async () => {
  ahead = 0
  server = await startFaultServer()
  sink = await startPrinterSink()
})

afterEach(async () => {
  await Promise.all(open.map((one) => one.close()))
  open = []
  await sink.close()
  await server.kill()
  await removeFolders()
})

const allSent = (counter: TestTerminal) =>
  counter.until(
    () => counter.handlers.starts.list({}),
    (items) => items.length > 0 && items.every(({ state }) => state === 'sent'),
  )

describe('a start by a user who may not start', () => {
  it('with a revoked token is refused before a ticket exists, and one press starts it after the next sign-in', async () => {
    const counter = await ready()
    server.validTokens.clear()
    await expect(counter.handlers.starts.start(venue.fields())).rejects.toMatchObject({ code: 'auth.tokenInvalid' })
    await counter.event('session.changed', (session) => session === null)
    await expect(counter.handlers.starts.start(venue.fields())).rejects.toMatchObject({ code: 'auth.tokenMissing' })
    expect(await counter.handlers.starts.list({})).toEqual([])
    expect(await counter.handlers.prints.list({})).toEqual([])

    server.validTokens.add('token-1')
    await counter.signIn()
    expect((await counter.handlers.starts.start(venue.fields())).state).toBe('online')
    expect(server.starts).toHaveLength(1)
  })

  it('is refused while an earlier one waits for the next sign-in, which then sends that one', async () => {
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    const earlier = await counter.handlers.starts.start(venue.fields())
    await sink.waitForJob(1)
    server.validTokens.clear()
    await server.revive()
    counter.resume()
    await counter.event('session.changed', (session) => session === null)
    await expect(counter.handlers.starts.start(venue.fields())).rejects.toMatchObject({ code: 'auth.tokenMissing' })
    expect(await counter.handlers.starts.list({})).toMatchObject([{ id: earlier.id, state: 'waiting' }])

    server.validTokens.add('token-1')
    await counter.signIn()
    await allSent(counter)
    expect(server.starts.map(({ key }) => key)).toEqual([earlier.id])
    expect(sink.jobs).toHaveLength(1)
  })

  it('without the permission is refused each time, and works as soon as the permission is there', async () => {
    const counter = await ready()
    server.plan = (call) => (call === 'add' ? { code: 'auth.forbidden', message: '没有权限' } : 'ok')
    for (let press = 0; press < 2; press++)
      await expect(counter.handlers.starts.start(venue.fields())).rejects.toMatchObject({ code: 'auth.forbidden' })
    expect(await counter.handlers.prints.list({})).toEqual([])
    server.plan = () => 'ok'
    expect((await counter.handlers.starts.start(venue.fields())).state).toBe('online')
  })

  it('without the permission is refused while the server is away, too', async () => {
    server.permissions = allowed('consume:add')
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    await expect(counter.handlers.starts.start(venue.fields())).rejects.toMatchObject({ code: 'auth.forbidden' })
    const paid = { ...venue.fields(), pays: 'cash' } as const
    await expect(counter.handlers.starts.start(paid)).rejects.toMatchObject({ code: 'auth.forbidden' })
    expect(await counter.handlers.starts.list({})).toEqual([])
  })

  it('goes online past an offline sale that the user may not send, and offline behind it', async () => {
    server.rules = venue.snapshot().rules.map((rule) => ({ ...rule, consumeTypeRole: 'NOCARDCONSUME' as const }))
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    const start = (vehicleId: string) => counter.handlers.starts.start(venue.fields({ vehicleId }))
    const sale = await counter.handlers.starts.start({ ...venue.fields({ vehicleId: 'vehicle-1' }), pays: 'cash' })
    const forbidden = { code: 'auth.forbidden', message: '没有权限' }
    server.plan = (call, body) => (call === 'add' && body.paid ? forbidden : 'ok')
    await server.revive()
    await counter.until(
      () => counter.handlers.starts.list({}),
      ([item]) => item?.code === 'auth.forbidden',
    )
    expect(await start('vehicle-2')).toMatchObject({ state: 'online' })
    const behind = await start('vehicle-1')
    expect(behind).toMatchObject({ state: 'offline' })
    expect(server.attempts.filter(({ body }) => body.paid)).toHaveLength(1)
    const waiting = (await counter.handlers.starts.list({})).filter(({ state }) => state === 'waiting')
    expect(waiting.map(({ id }) => id)).toEqual([behind.id, sale.id])

    server.plan = () => 'ok'
    await counter.handlers.session.signOut({})
    await counter.signIn()
    await allSent(counter)
    expect(server.starts.map(({ key }) => key).slice(-2)).toEqual([sale.id, behind.id])
  })
})

describe('the limit of open orders of members (spec §4, §9: five)', () => {
  it('holds offline, counts waiting starts, and allows starts of walk-ins', async () => {
    server.openHung = 3
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    const member = (vehicle: number) =>
      counter.handlers.starts.start(venue.fields({ userId: '100001', vehicleId: `vehicle-${vehicle}` }))
    await member(1)
    await member(2)
    await expect(member(3)).rejects.toMatchObject({ code: 'sessions.hungLimit', details: { limit: 5 } })
    expect((await counter.handlers.catalogue.read({}))?.store.openHung).toBe(5)
    expect((await counter.handlers.starts.start(venue.fields({ vehicleId: 'vehicle-3' }))).state).toBe('offline')
    await sink.waitForJob(3)
    expect(await counter.handlers.starts.list({})).toHaveLength(3)
  })

  it('counts no trials of an earlier day after a restart without the server', async () => {
    server.trialLimit = 2
    server.openTrials = 3
    const { dir, handlers, close } = await ready()
    expect((await handlers.catalogue.read({}))?.store.openTrials).toBe(3)
    await server.kill()
    await close()
    ahead = 24 * HOUR
    const again = await startTerminal({ dir, serverUrl: server.url, clock })
    open = [again]
    expect((await again.handlers.catalogue.read({}))?.store.openTrials).toBe(0)
    expect((await again.handlers.starts.start(venue.fields())).state).toBe('offline')
  })

  it('holds for the trials of today, and is shown before a start', async () => {
    server.trialLimit = 2
    server.openTrials = 1
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    const guest = (vehicle: number) => counter.handlers.starts.start(venue.fields({ vehicleId: `vehicle-${vehicle}` }))
    await guest(1)
    await guest(2)
    await expect(guest(3)).rejects.toMatchObject({ code: 'sessions.trialLimit', details: { limit: 2 } })
    expect((await counter.handlers.catalogue.read({}))?.store.openTrials).toBe(3)
    const member = venue.fields({ userId: '100001', vehicleId: 'vehicle-3' })
    expect((await counter.handlers.starts.start(member)).state).toBe('offline')
  })

  it('follows the numbers that the server reports', async () => {
    server.openHung = 5
    const counter = await ready()
    await server.until(() => server.heard.length > 0)
    server.openHung = 4
    server.push({ cmd: 'changed', topic: 'playRecords', orgCode: venue.orgCode })
    await counter.until(
      () => counter.handlers.catalogue.read({}),
      (found) => found?.store.openHung === 4,
    )
  })
})

describe('a key that is pressed twice', () => {
  it.each(['with', 'without'])('starts once, %s the server', async (kind) => {
    const counter = await ready()
    if (kind === 'without') {
      await server.kill()
      await counter.online(false)
    }
    const start = { ...venue.fields(), id: newId() }
    const [first, second] = await Promise.all([
      counter.handlers.starts.start(start),
      counter.handlers.starts.start(start),
    ])
    expect(second).toEqual(first)
    // What has changed on the screen since then does not make another start of it.
    const third = await counter.handlers.starts.start({ ...start, vehicleId: 'vehicle-2' })
    expect(third).toMatchObject({ state: first.state, id: first.id, ticketNo: first.ticketNo })
    expect(await counter.handlers.starts.list({})).toHaveLength(1)
  })
})

describe('a clock that is set back by an hour', () => {
  it('delays no postponed start and no reconnect', async () => {
    const counter = await ready()
    server.plan = (call) => (call === 'add' ? 'fail' : 'ok')
    await counter.handlers.starts.start(venue.fields())
    ahead = -HOUR
    server.plan = () => 'ok'
    await allSent(counter)
    expect(server.starts).toHaveLength(1)
    const sockets = server.protocols.length
    await server.kill()
    await counter.online(false)
    await server.revive()
    await server.until(() => server.protocols.length > sockets)
    expect((await counter.handlers.starts.start(venue.fields({ vehicleId: 'vehicle-2' }))).state).toBe('online')
  })
})

describe('a program that is closed while a start is on its way', () => {
  it('keeps the start, prints its ticket once, and sends it after the next program start', async () => {
    const dir = await makeFolder()
    const counter = await ready(dir)
    server.plan = (call) => (call === 'add' ? 'lose' : 'ok')
    server.onStart = () => void counter.close()
    const outcome = await counter.handlers.starts.start(venue.fields())
    await counter.close()
    open = []
    server.plan = () => 'ok'
    const again = await terminal(dir)
    await allSent(again)
    expect(server.starts.map(({ key }) => key)).toEqual([outcome.id])
    await sink.waitForJob(1)
    expect(sink.jobs.map(({ qr }) => qr)).toEqual([[ticketCode(outcome.id)]])
  })
})
