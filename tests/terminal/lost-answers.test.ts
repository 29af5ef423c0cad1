import { cp } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoredSettings } from '#shared/ipc/contract.ts'
import { type PrinterSink, type SinkJob, startPrinterSink } from '#tests/support/escpos/index.ts'
import { type FaultServer, startFaultServer } from '#tests/support/faults/fault-server.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { makeFolder, removeFolders, startTerminal, type TestTerminal } from './harness.ts'

let server: FaultServer
let sink: PrinterSink
let open: TestTerminal[] = []

async function terminal(dir?: string): Promise<TestTerminal> {
  const printer = { transport: 'tcp', address: sink.host, port: sink.port }
  const settings = dir ? {} : { settings: { printer: printer as never } }
  const made = await startTerminal({ serverUrl: server.url, ...settings, ...(dir ? { dir } : {}) })
  open.push(made)
  return made
}

async function ready(): Promise<TestTerminal> {
  const made = await terminal()
  await made.online()
  await made.signIn()
  return made
}

const text = ({ lines }: SinkJob): string => lines.map((line) => line.text).join('\n')

/** What lies on the disk of a terminal at this moment, as a power cut would leave it. */
async function diskOf({ dir }: TestTerminal): Promise<string> {
  const copy = await makeFolder()
  await cp(dir, copy, { recursive: true })
  return copy
}

beforeEach(async () => {
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

describe('the ticket of a start with the server', () => {
  it('is printed although the server is lost before its job was claimed, and is reported later', async () => {
    const counter = await ready()
    server.plan = (call) => (call === 'claim' || call === 'report' ? 'drop' : 'ok')
    const { id, ticketNo } = await counter.handlers.starts.start(venue.fields())
    await server.kill()
    expect(text(await sink.waitForJob(1))).toContain(ticketNo)
    server.plan = () => 'ok'
    await server.revive()
    counter.resume()
    await server.until(() => server.reports.length === 1)
    expect(server.reports).toMatchObject([{ id, outcome: 'printed' }])
    expect(sink.jobs).toHaveLength(1)
  })

  it('is left to the store at once by a terminal without a printer', async () => {
    const counter = await startTerminal({ serverUrl: server.url })
    open.push(counter)
    await counter.online()
    await counter.signIn()
    const { id } = await counter.handlers.starts.start(venue.fields())
    await server.until(() => server.reports.length === 1)
    expect(server.reports).toMatchObject([{ id, outcome: 'not-sent' }])
  })

  it('can be reprinted when it was never printed here', async () => {
    const counter = await startTerminal({ serverUrl: server.url })
    open.push(counter)
    await counter.online()
    await counter.signIn()
    const { id } = await counter.handlers.starts.start(venue.fields())
    const settings = await counter.handlers.settings.read({})
    const printer = { ...settings.printer, transport: 'tcp' as const, address: sink.host, port: sink.port }
    await counter.handlers.settings.write(StoredSettings.parse({ ...settings, printer }))
    await counter.handlers.prints.reprint({ orderId: id })
    expect(text(await sink.waitForJob(1))).toContain('COPY')
  })
})

describe('a terminal whose power is cut while a start is on its way', () => {
  it('finishes a start that the server has with the server’s number, and prints it once', async () => {
    const counter = await ready()
    server.plan = (call) => (call === 'add' ? 'hang' : 'ok')
    const lost = counter.handlers.starts.start(venue.fields({ racer: '甲' }))
    await server.until(() => server.attempts.length === 1)
    const disk = await diskOf(counter)
    server.plan = () => 'ok'
    await counter.close()
    open = []
    await lost
    const before = sink.jobs.length

    const again = await terminal(disk)
    await again.until(
      () => again.handlers.starts.recent({}),
      ([last]) => last?.state === 'online' && last.ticketNo === 'A001',
    )
    expect(text(await sink.waitForJob(before + 1))).toContain('A001')
    expect(server.starts).toHaveLength(1)
  })

  it('finishes a start with its own ticket when the server is away', async () => {
    const counter = await ready()
    server.plan = (call) => (call === 'add' ? 'hang' : 'ok')
    const lost = counter.handlers.starts.start(venue.fields({ racer: '甲' }))
    await server.until(() => server.attempts.length === 1)
    const disk = await diskOf(counter)
    await counter.close()
    open = []
    await lost
    await server.kill()
    const before = sink.jobs.length

    const again = await terminal(disk)
    expect(text(await sink.waitForJob(before + 1))).toContain('T1-001')
    await server.revive()
    server.plan = () => 'ok'
    again.resume()
    await server.until(() => server.starts.length === 1)
    expect(server.starts).toMatchObject([{ body: { racer: '甲', offline: true, terminalTicket: 'T1-001' } }])
  })

  it('shows its last starts again, and prints their tickets again', async () => {
    const counter = await ready()
    const { id } = await counter.handlers.starts.start(venue.fields({ racer: '甲' }))
    await sink.waitForJob(1)
    const again = await terminal(await diskOf(counter))
    const [last] = await again.handlers.starts.recent({})
    expect(last).toMatchObject({ id, ticketNo: 'A001', vehicleName: '1 号车', price: 68, fields: { racer: '甲' } })
    await again.handlers.prints.reprint({ orderId: id })
    expect(text(await sink.waitForJob(2))).toContain('COPY')
  })
})

describe('a member at a terminal without the server', () => {
  it('cannot take more rides than are paid for', async () => {
    const counter = await ready()
    await counter.handlers.members.find({ id: '100001' })
    const member = async () => (await counter.handlers.members.find({ id: '100001' })).member?.availableBalance
    await server.kill()
    await counter.online(false)
    const ride = (vehicleId: string) =>
      counter.handlers.starts.start(venue.fields({ vehicleId, userId: '100001', people: 3 }))
    await ride('vehicle-1')
    expect(await member()).toBe(550 - 3 * 68)
    await ride('vehicle-2')
    await expect(ride('vehicle-3')).rejects.toMatchObject({ code: 'members.insufficientBalance' })
    expect(await member()).toBe(550 - 6 * 68)
  })
})

describe('a start at which the server fails', () => {
  it('is set aside with a copy at the server, does not block later ones, and is sent on retry', async () => {
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    const poison = await counter.handlers.starts.start(venue.fields({ racer: '甲', remark: '靠窗' }))
    const later = await counter.handlers.starts.start(venue.fields({ racer: '乙' }))
    server.plan = (_call, body) => (body.racer === '甲' ? 'fail' : 'ok')
    await server.revive()
    counter.resume()
    const states = async () => (await counter.handlers.starts.list({})).map(({ id, state }) => [id, state])
    await counter.until(states, (all) => all.every(([, state]) => state !== 'waiting' && state !== 'sending'))
    expect(Object.fromEntries(await states())).toEqual({ [poison.id]: 'refused', [later.id]: 'sent' })
    expect(server.kept).toMatchObject([{ id: poison.id, payload: { racer: '甲', remark: '靠窗' } }])
    server.plan = () => 'ok'
    await counter.handlers.starts.retry({ id: poison.id })
    await counter.until(states, (all) => all.every(([, state]) => state === 'sent'))
    expect(server.starts.map(({ key }) => key).sort()).toEqual([poison.id, later.id].sort())
  })

  it('text that no table can store is refused before the start is stored', async () => {
    const counter = await ready()
    for (const remark of ['a\u0000b', 'a\ud800b']) {
      await expect(counter.handlers.starts.start(venue.fields({ remark }))).rejects.toThrow()
    }
    expect(await counter.handlers.starts.list({})).toEqual([])
  })

  it('waits with everything else while the server cannot store its copy', async () => {
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    await counter.handlers.starts.start(venue.fields())
    server.plan = (call) => (call === 'add' || call === 'keep' ? 'fail' : 'ok')
    await server.revive()
    counter.resume()
    await server.until(() => server.attempts.length >= 6)
    expect(await counter.handlers.connection.state({})).toMatchObject({ waiting: 1, refused: 0 })
  })
})
