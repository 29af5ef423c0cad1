import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#main/core/clocks/clock.ts'
import { newId } from '#shared/core/id.ts'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { type FaultServer, startFaultServer } from '#tests/support/faults/fault-server.ts'
import { buildRule } from '#tests/support/venue/counter-data.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { allowed, joinLine, lineCashier, noonZone, startPlace } from '#tests/support/venue/offline-queue.ts'
import { makeFolder, removeFolders, startTerminal, type TestTerminal, type TestTerminalOptions } from './harness.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'

let server: FaultServer
let sink: PrinterSink
let open: TestTerminal[] = []
let disk: SmallDisk | null = null

beforeEach(async () => {
  server = await startFaultServer()
  server.permissions = lineCashier()
  server.timeZone = noonZone()
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

async function terminal(options: TestTerminalOptions = {}): Promise<TestTerminal> {
  const printer = { transport: 'tcp', address: sink.host, port: sink.port }
  const made = await startTerminal({ serverUrl: server.url, settings: { printer: printer as never }, ...options })
  open.push(made)
  return made
}

async function cutOff(counter: TestTerminal): Promise<TestTerminal> {
  await server.kill()
  await counter.online(false)
  return counter
}

/** A counter whose cashier has signed in before its server went away. */
async function alone(options: TestTerminalOptions = {}): Promise<TestTerminal> {
  const counter = await terminal(options)
  await counter.online()
  await counter.signIn()
  return cutOff(counter)
}

async function back(counter: TestTerminal): Promise<void> {
  await server.revive()
  await counter.online()
}

/** Time that a test moves on. */
function movedClock() {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead, after: systemClock.after }
  return clock
}

const line = ({ handlers }: TestTerminal) => handlers.offlineQueue.list({})
const numbers = async (counter: TestTerminal) => (await line(counter)).map(({ ticketNo }) => ticketNo)
const refused = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no refusal',
    ({ code, details }: { code: string; details: { field?: string } }) =>
      details.field ? [code, details.field] : code,
  )

describe('joining the queue without the server', () => {
  it('takes no vehicle and no money, uses the ticket numbers of this terminal, and prints the ticket', async () => {
    const counter = await alone()
    const { ticketNo } = await counter.handlers.starts.start(venue.fields())
    const place = await joinLine(counter, { racer: '等车的人' })
    const second = await joinLine(counter, { racer: '第二位' })
    const later = await counter.handlers.starts.start(venue.fields({ vehicleId: 'vehicle-2' }))
    expect([ticketNo, place.ticketNo, second.ticketNo, later.ticketNo]).toEqual([
      'T1-001',
      'T1-002',
      'T1-003',
      'T1-004',
    ])
    expect(await line(counter)).toMatchObject([
      { ticketNo: 'T1-002', state: 'waiting', fields: { racer: '等车的人', vehicleId: '' } },
      { ticketNo: 'T1-003', state: 'waiting' },
    ])
    expect(await counter.handlers.starts.list({})).toHaveLength(2)
    expect(await counter.handlers.starts.unsent({})).toEqual({ cash: 0, value: 0 })
    await sink.waitForJob(4)
    const papers = sink.jobs.map(({ lines }) => lines.map(({ text }) => text).join('\n'))
    const paper = papers.find((one) => one.includes('T1-003')) ?? ''
    for (const text of ['第二位', '卡丁车 8 分钟', '离线 OFFLINE', '排队中 · 发车时付款', '前面 1 位'])
      expect(paper).toContain(text)
    expect(papers.filter((one) => one.includes('T1-002'))).toHaveLength(1)
  })

  it('starts the ride once, under the number of the entry, which then leaves the queue', async () => {
    const counter = await alone()
    const place = await joinLine(counter)
    const outcome = await startPlace(counter, place, 'vehicle-3')
    expect(outcome).toMatchObject({ state: 'offline', id: place.startId, ticketNo: place.ticketNo })
    expect(await line(counter)).toEqual([])
    // A key that bounced, and another window of the line, which is behind.
    const again = await Promise.all([startPlace(counter, place, 'vehicle-3'), startPlace(counter, place, 'vehicle-4')])
    expect(again.map(({ vehicleName }) => vehicleName)).toEqual(['3 号车', '3 号车'])
    expect(await refused(counter.handlers.offlineQueue.cancel({ id: place.id }))).toBe('line.started')
    await back(counter)
    await counter.until(
      () => counter.handlers.starts.list({}),
      ([item]) => item?.state === 'sent',
    )
    expect(server.starts).toMatchObject([
      { key: place.startId, body: { offline: true, terminalTicket: 'T1-001', vehicleId: 'vehicle-3' } },
    ])
    expect(sink.jobs).toHaveLength(2)
  })

  it('makes one entry of concurrent and repeated requests, also after the ride has started', async () => {
    const counter = await alone()
    const id = newId()
    const [one, other] = await Promise.all([joinLine(counter, {}, id), joinLine(counter, {}, id)])
    expect(other).toEqual(one)
    expect(await joinLine(counter, {}, id)).toEqual(one)
    await startPlace(counter, one, 'vehicle-1')
    expect((await joinLine(counter, {}, id)).ticketNo).toBe(one.ticketNo)
    expect(await line(counter)).toEqual([])
    expect((await joinLine(counter)).ticketNo).toBe('T1-002')
  })

  it('starts one ride for two concurrent requests', async () => {
    const counter = await alone()
    const place = await joinLine(counter)
    const [one, other] = await Promise.all([
      startPlace(counter, place, 'vehicle-1'),
      startPlace(counter, place, 'vehicle-2'),
    ])
    expect(other).toEqual(one)
    expect(await counter.handlers.starts.list({})).toHaveLength(1)
  })

  it('keeps the entries over a power cut, the lock, a sign-out and a change of cashier', async () => {
    const dir = await makeFolder()
    const counter = await alone({ dir })
    const place = await joinLine(counter)
    await counter.handlers.offlineQueue.call({ id: place.id })
    await counter.handlers.session.signOut({})
    await counter.signIn()
    expect(await line(counter)).toMatchObject([{ id: place.id, state: 'called' }])
    await counter.close()
    const next = await startTerminal({ serverUrl: server.url, dir, staysLocked: true })
    open.push(next)
    // A locked counter shows who waits, and begins nothing.
    expect(await numbers(next)).toEqual(['T1-001'])
    expect(await refused(joinLine(next))).toBe('terminals.locked')
    await next.handlers.lock.unlock({ password: venue.password })
    expect(await startPlace(next, place, 'vehicle-1')).toMatchObject({ ticketNo: 'T1-001' })
    expect(await numbers(next)).toEqual([])
  })

  it('stores no name and no card number in clear text', async () => {
    const counter = await alone()
    await joinLine(counter, { racer: '秘密车手', remark: 'SECRET-REMARK', userId: '100001' })
    for (const name of readdirSync(counter.dir).filter((one) => one.startsWith('terminal.db'))) {
      const bytes = readFileSync(join(counter.dir, name))
      for (const secret of ['秘密车手', 'SECRET-REMARK', '欧阳晓明']) expect(bytes.includes(secret)).toBe(false)
    }
  })
})

describe('a waiting entry', () => {
  it('is called, renamed, restored after it has expired, and cancelled', async () => {
    const clock = movedClock()
    const counter = await alone({ clock })
    const [first, second] = [await joinLine(counter), await joinLine(counter)]
    expect(await counter.handlers.offlineQueue.rename({ id: first.id, racer: '新名字' })).toMatchObject({
      fields: { racer: '新名字' },
    })
    expect(await counter.handlers.offlineQueue.call({ id: first.id })).toMatchObject({
      state: 'called',
      ticketNo: 'T1-001',
    })
    await counter.handlers.offlineQueue.cancel({ id: second.id })
    expect(await refused(startPlace(counter, second, 'vehicle-1'))).toBe('line.gone')
    expect(await refused(counter.handlers.offlineQueue.call({ id: second.id }))).toBe('line.gone')
    expect(await numbers(counter)).toEqual(['T1-001'])
    clock.ahead += 61 * 60_000
    expect(await line(counter)).toMatchObject([{ id: first.id, state: 'expired' }])
    expect(await refused(startPlace(counter, first, 'vehicle-1'))).toBe('line.expired')
    expect(await refused(counter.handlers.offlineQueue.call({ id: first.id }))).toBe('line.expired')
    expect(await counter.handlers.offlineQueue.restore({ id: first.id })).toMatchObject({ state: 'waiting' })
    expect(await startPlace(counter, first, 'vehicle-1')).toMatchObject({ ticketNo: 'T1-001' })
  })

  it('of another business day is no longer in the queue', async () => {
    const clock = movedClock()
    const counter = await alone({ clock })
    await joinLine(counter)
    clock.ahead += 25 * 3600_000
    expect(await line(counter)).toEqual([])
    expect((await joinLine(counter)).ticketNo).toBe('T1-001')
  })
})

describe('an entry that cannot be made or used', () => {
  it('is refused with the reason', async () => {
    server.rules = [
      buildRule({ id: 'rule-1', duration: 8, countCycleNumber: 0 }),
      buildRule({ id: 'at-once', duration: 8, consumeMode: 'immediate' }),
    ]
    const counter = await terminal()
    await counter.online()
    await counter.signIn()
    // While the server is there, lining up is the server's.
    expect(await refused(joinLine(counter))).toBe('sessions.serverIsBack')
    await cutOff(counter)
    expect(await refused(joinLine(counter, { ruleId: '' }))).toEqual(['sessions.ruleRequired', 'ruleId'])
    expect(await refused(joinLine(counter, { ruleId: 'gone' }))).toEqual(['sessions.ruleNotFound', 'ruleId'])
    expect(await refused(joinLine(counter, { ruleId: 'at-once' }))).toEqual(['sessions.ruleImmediate', 'ruleId'])
    expect(await refused(joinLine(counter, { racer: ' ' }))).toEqual(['sessions.racerRequired', 'racer'])
    expect(await refused(joinLine(counter, { vehicleId: 'gone' }))).toEqual(['sessions.vehicleNotFound', 'vehicleId'])
    expect(await refused(joinLine(counter, { consumeVehicleMode: 'circlemode' }))).toEqual([
      'sessions.noLapMode',
      'consumeVehicleMode',
    ])
    expect(await refused(counter.handlers.offlineQueue.cancel({ id: newId() }))).toBe('line.notFound')
    expect(await line(counter)).toEqual([])
    // Nothing that was refused has used up a number.
    expect((await joinLine(counter)).ticketNo).toBe('T1-001')
  })

  it('is refused to a user without the permission that the server requires', async () => {
    const cancel = async ({ handlers }: TestTerminal) => handlers.offlineQueue.cancel({ id: newId() })
    const needed = {
      'consume:add': (counter: TestTerminal) => joinLine(counter),
      'queue:start': async (counter: TestTerminal) => startPlace(counter, await joinLine(counter), 'vehicle-1'),
      'queue:call': async ({ handlers }: TestTerminal) => handlers.offlineQueue.call({ id: newId() }),
      'queue:edit': async ({ handlers }: TestTerminal) => handlers.offlineQueue.rename({ id: newId(), racer: '甲' }),
    }
    const works = [...Object.entries(needed), ['consume:add', cancel] as const]
    for (const [right, work] of works) {
      server.permissions = allowed(
        ...lineCashier()
          .auth.map(({ action }) => action)
          .filter((one) => one !== right),
      )
      const counter = await alone()
      expect([right, await refused(work(counter))]).toEqual([right, 'auth.forbidden'])
      await server.revive()
    }
    // Who only looks at the line takes nobody over from another counter.
    server.permissions = allowed('queue:list')
    const counter = await alone()
    expect(await refused(counter.handlers.offlineQueue.take({ id: newId() }))).toBe('auth.forbidden')
  })

  it('is neither made nor used while the disk is full, and still waits when there is room', async () => {
    disk = await openSmallDisk()
    const counter = await alone({ dir: disk.dir })
    const place = await joinLine(counter)
    disk.fill()
    let given = 1
    const remark = '备'.repeat(200)
    for (;;) {
      const code = await refused(joinLine(counter, { remark }))
      if (code !== 'no refusal') {
        expect(code).toBe('storage.full')
        break
      }
      given += 1
    }
    expect(await line(counter)).toHaveLength(given)
    expect(await refused(startPlace(counter, { ...place, fields: { ...place.fields, remark } }, 'vehicle-1'))).toBe(
      'storage.full',
    )
    disk.empty()
    await counter.until(
      () => counter.handlers.connection.state({}),
      ({ storageProblem }) => storageProblem === null,
    )
    expect(await startPlace(counter, place, 'vehicle-1')).toMatchObject({ ticketNo: 'T1-001' })
    const next = await joinLine(counter)
    expect(next.ticketNo).toBe(`T1-${String(given + 1).padStart(3, '0')}`)
  })
})

describe('when the server is back', () => {
  it('an entry still waits, and its ride is started by the server under its key', async () => {
    const counter = await alone()
    const place = await joinLine(counter)
    await back(counter)
    expect(await line(counter)).toMatchObject([{ id: place.id, startId: place.startId }])
    expect(await startPlace(counter, place, 'vehicle-1')).toMatchObject({ state: 'online', id: place.startId })
    expect(server.starts).toMatchObject([{ key: place.startId, body: { offline: false, terminalTicket: 'T1-001' } }])
    expect(await line(counter)).toEqual([])
  })

  it('a refused ride leaves its entry in the queue, and the next attempt starts it once', async () => {
    const counter = await alone()
    const place = await joinLine(counter)
    await back(counter)
    server.plan = (call) => (call === 'add' ? { code: 'sessions.vehicleTaken', message: '被占用' } : 'ok')
    expect(await refused(startPlace(counter, place, 'vehicle-1'))).toBe('sessions.vehicleTaken')
    const [stored] = await line(counter)
    expect(stored).toMatchObject({ id: place.id, ticketNo: place.ticketNo, state: 'waiting' })
    server.plan = () => 'ok'
    // The old key is used up, and says so.
    expect(await refused(startPlace(counter, place, 'vehicle-2'))).toBe('sessions.vehicleTaken')
    await startPlace(counter, stored ?? place, 'vehicle-2')
    expect(server.starts.map(({ key }) => key)).toEqual([stored?.startId])
    expect(await line(counter)).toEqual([])
  })

  it('a ride whose answer is lost continues offline under the number of the entry and arrives once', async () => {
    const counter = await alone()
    const place = await joinLine(counter)
    await back(counter)
    let lost = 0
    server.plan = (call) => (call === 'add' && lost++ === 0 ? 'lose' : 'ok')
    expect(await startPlace(counter, place, 'vehicle-1')).toMatchObject({ state: 'offline', ticketNo: place.ticketNo })
    await counter.until(
      () => counter.handlers.starts.list({}),
      ([item]) => item?.state === 'sent',
    )
    expect(server.starts.map(({ key }) => key)).toEqual([place.startId])
    expect(await line(counter)).toEqual([])
  })
})
