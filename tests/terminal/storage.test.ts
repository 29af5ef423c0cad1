import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { type FaultServer, startFaultServer } from '#tests/support/faults/fault-server.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { makeFolder, removeFolders, startTerminal, type TestTerminal } from './harness.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'

let server: FaultServer
let sink: PrinterSink
let open: TestTerminal[] = []
let disk: SmallDisk | null = null

const printer = () => ({ transport: 'tcp' as const, address: sink.host, port: sink.port })

async function terminal(dir: string): Promise<TestTerminal> {
  const made = await startTerminal({ dir, serverUrl: server.url })
  open.push(made)
  return made
}

/** A terminal that works without its server, so that only this computer's disk stands between a start and its ticket. */
async function offlineTerminal(dir: string): Promise<TestTerminal> {
  const made = await startTerminal({ dir, serverUrl: server.url, settings: { printer: printer() as never } })
  open.push(made)
  await made.online()
  await made.signIn()
  await server.kill()
  await made.online(false)
  return made
}

async function smallDisk(): Promise<SmallDisk> {
  disk = await openSmallDisk()
  return disk
}

const unsent = async ({ handlers }: TestTerminal) => (await handlers.starts.list({})).length

beforeEach(async () => {
  server = await startFaultServer()
  sink = await startPrinterSink()
})

afterEach(async () => {
  await Promise.all(open.map((one) => one.close()))
  open = []
  disk?.remove()
  disk = null
  await sink.close()
  await server.kill()
  await removeFolders()
})

/** A start that the server has been asked for and does not answer, on a disk that is full meanwhile. */
async function startAndFill() {
  const small = await smallDisk()
  const counter = await startTerminal({
    dir: small.dir,
    serverUrl: server.url,
    settings: { printer: printer() as never },
  })
  open.push(counter)
  await counter.online()
  await counter.signIn()
  server.plan = (call) => (call === 'add' ? 'hang' : 'ok')
  const started = counter.handlers.starts.start(venue.fields())
  await server.until(() => server.attempts.length === 1)
  small.fill()
  return { counter, small, started }
}

describe('the disk of the counter PC', () => {
  it('full: the start is refused with a clear text, nothing is printed or stored, and it works again when there is room', async () => {
    const small = await smallDisk()
    const counter = await offlineTerminal(small.dir)
    const first = await counter.handlers.starts.start(venue.fields())
    await sink.waitForJob(1)
    small.fill()
    let refused = 0
    // The file may have room left in its last pages; a racer's remark of 200 characters uses it up.
    const remark = '备'.repeat(200)
    let done = 1
    while (refused === 0) {
      try {
        await counter.handlers.starts.start(venue.fields({ remark }))
        done += 1
      } catch (error) {
        expect(error).toMatchObject({ code: 'storage.full' })
        refused += 1
      }
    }
    expect(await counter.handlers.connection.state({})).toMatchObject({ storageProblem: { code: 'storage.full' } })
    expect(await unsent(counter)).toBe(done)
    small.empty()
    await counter.until(
      () => counter.handlers.connection.state({}),
      ({ storageProblem }) => storageProblem === null,
    )
    const again = await counter.handlers.starts.start(venue.fields())
    expect(again.ticketNo).toBe(`T1-${String(done + 1).padStart(3, '0')}`)
    await sink.until(() => sink.jobs.length === done + 1)
    await server.revive()
    await server.until(() => server.starts.length === done + 1)
    expect(server.starts[0]?.key).toBe(first.id)
  })

  it('full just after a start was stored: the start counts, and is sent once when there is room', async () => {
    const { counter, small, started } = await startAndFill()
    // If an error were shown, the cashier would start again, and both starts would reach the server.
    const { id, state, ticketNo, isTicketOwed } = await started
    expect({ state, isTicketOwed }).toEqual({ state: 'offline', isTicketOwed: true })
    expect(sink.jobs).toEqual([])
    server.plan = () => 'ok'
    small.empty()
    // The guest has the number that the cashier has seen.
    await sink.waitForJob(1)
    expect(JSON.stringify(sink.jobs[0]?.lines)).toContain(ticketNo)
    await counter.until(
      () => counter.handlers.starts.list({}),
      ([kept]) => kept?.state === 'sent',
    )
    expect(server.starts).toMatchObject([{ key: id, body: { offline: true, terminalTicket: ticketNo } }])
    expect(sink.jobs).toHaveLength(1)
  })

  it('full just after a start was stored that the server refuses: the refusal is shown, and no paper is printed', async () => {
    const { counter, small, started } = await startAndFill()
    const { id } = await started
    // The computer goes down with what it owes, before there is room again.
    await counter.close()
    open = []
    small.empty()
    const withdrawn = { code: 'rules.notFound', message: '' }
    server.plan = (call) => (call === 'add' ? withdrawn : 'ok')
    const again = await startTerminal({
      dir: small.dir,
      serverUrl: server.url,
      settings: { printer: printer() as never },
    })
    open.push(again)
    await again.online()
    await again.until(
      () => again.handlers.starts.list({}),
      ([kept]) => kept?.id === id && kept.state === 'refused',
    )
    expect(sink.jobs).toEqual([])
  })

  it('read-only at the start: the terminal comes up and says so, and works as soon as it can write', async () => {
    const small = await smallDisk()
    const first = await offlineTerminal(small.dir)
    await first.handlers.starts.start(venue.fields())
    await sink.waitForJob(1)
    await first.close()
    open = []
    small.setReadOnly(true)
    const second = await terminal(small.dir)
    expect(await second.handlers.connection.state({})).toMatchObject({ storageProblem: { code: 'storage.readOnly' } })
    await expect(second.handlers.starts.start(venue.fields())).rejects.toMatchObject({ code: 'storage.readOnly' })
    expect(sink.jobs).toHaveLength(1)
    small.setReadOnly(false)
    expect(await second.handlers.starts.start(venue.fields())).toMatchObject({ ticketNo: 'T1-002' })
    expect(await unsent(second)).toBe(2)
    await sink.waitForJob(2)
  })

  it('with a broken file: the terminal comes up, starts nothing and leaves the file as it is', async () => {
    const dir = await makeFolder()
    const path = join(dir, 'terminal.db')
    const broken = Buffer.alloc(8192, 'not a database ')
    writeFileSync(path, broken)
    const counter = await terminal(dir)
    await counter.online()
    await counter.handlers.session.signIn({ username: 'cashier', password: venue.password })
    await expect(counter.handlers.starts.start(venue.fields())).rejects.toMatchObject({ code: 'storage.failed' })
    expect(await counter.handlers.connection.state({})).toMatchObject({ storageProblem: { code: 'storage.failed' } })
    expect(readFileSync(path)).toEqual(broken)
    expect(server.starts).toEqual([])
    rmSync(path)
    expect((await counter.handlers.starts.start(venue.fields())).state).toBe('online')
  })
})

describe('personal data', () => {
  it('is nowhere in the files of the terminal in clear text', async () => {
    const dir = await makeFolder()
    const counter = await startTerminal({ dir, serverUrl: server.url, settings: { printer: printer() as never } })
    open.push(counter)
    await counter.online()
    await counter.signIn()
    await counter.handlers.members.find({ card: venue.member.physicalCard })
    await server.kill()
    await counter.online(false)
    await counter.handlers.starts.start(venue.fields({ racer: '欧阳晓明', userId: venue.member.id }))
    await sink.waitForJob(1)
    expect(await counter.handlers.members.find({ card: venue.member.physicalCard })).toMatchObject({
      member: { id: venue.member.id },
    })
    await counter.close()
    open = []
    const files = ['terminal.db', 'terminal.db-wal', 'secure-store.json', 'settings.json'].flatMap((name) => {
      try {
        return [readFileSync(join(dir, name))]
      } catch {
        return []
      }
    })
    const all = Buffer.concat(files)
    expect(all.length).toBeGreaterThan(10_000)
    for (const secret of [
      '欧阳晓明',
      '风一样的车手',
      '1111',
      '0004829731',
      '100001',
      '13900002222',
      'token-1',
      venue.password,
    ]) {
      expect(all.includes(secret), secret).toBe(false)
    }
    expect(all.includes(Buffer.from('欧阳晓明', 'utf16le'))).toBe(false)
  })
})
