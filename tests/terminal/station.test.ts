import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { type Clock, systemClock } from '#main/core/clocks/clock.ts'
import { StoredSettings } from '#shared/ipc/contract.ts'
import type { CounterDraft } from '#shared/ipc/drafts.ts'
import { type FaultServer, startFaultServer } from '#tests/support/faults/fault-server.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { makeFolder, removeFolders, startTerminal, type TestTerminal, type TestTerminalOptions } from './harness.ts'

const MINUTE = 60_000
const HOUR = 3600_000

let server: FaultServer
let open: TestTerminal[] = []
/** How far the terminal's clock is ahead of the real one. */
let ahead = 0
/** What was put off, run when a test says so. */
let looks: (() => void)[] = []
const LOOK_MS = 10_000
const clock: Clock = {
  now: () => Date.now() + ahead,
  after(ms, run) {
    if (ms !== LOOK_MS) return systemClock.after(ms, run)
    looks.push(run)
    return () => undefined
  },
}

/** The lock looks whether anybody is there. */
async function look(): Promise<void> {
  const due = looks
  looks = []
  for (const run of due) run()
  await new Promise((resolve) => setImmediate(resolve))
}

async function terminal(options: TestTerminalOptions = {}): Promise<TestTerminal> {
  const made = await startTerminal({ serverUrl: server.url, clock, staysLocked: true, ...options })
  open.push(made)
  return made
}

async function signedIn(options: TestTerminalOptions = {}): Promise<TestTerminal> {
  const counter = await terminal(options)
  await counter.online()
  await counter.signIn()
  return counter
}

/** Ends the program and starts it again on the same data. */
async function again(counter: TestTerminal): Promise<TestTerminal> {
  await counter.close()
  open = open.filter((one) => one !== counter)
  return terminal({ dir: counter.dir })
}

const scan = (counter: TestTerminal, value: string) => counter.handlers.scans.submit({ value, source: 'manual' })

/** One file of an archive. */
async function unpacked(content: Uint8Array, name: string): Promise<string> {
  const zip = await fromBufferPromise(Buffer.from(content))
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === name) return text(await zip.openReadStreamPromise(entry))
  }
  throw new Error(`no ${name} in the archive`)
}

beforeEach(async () => {
  ahead = 0
  looks = []
  server = await startFaultServer()
})
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()))
  open = []
  await server.kill()
  await removeFolders()
})

describe('a counter that was started again', () => {
  it('is locked: it shows its state and does nothing until the same user enters the password', async () => {
    const counter = await again(await signedIn())
    const { handlers } = counter
    expect(await handlers.lock.state({})).toEqual({ locked: true, takesBadge: false })
    expect(await handlers.session.current({})).not.toBeNull()
    const locked = { code: 'terminals.locked' }
    await expect(handlers.starts.start(venue.fields())).rejects.toMatchObject(locked)
    await expect(handlers.settings.write(StoredSettings.parse({}))).rejects.toMatchObject(locked)
    await expect(handlers.devices.openDrawerByHand({ reason: 'change' })).rejects.toMatchObject(locked)
    await expect(handlers.session.selectStore({ orgCode: 'A01A01' })).rejects.toMatchObject(locked)
    const write = {
      method: 'POST',
      path: '/sys/user/edit',
      language: 'zh',
      type: 'application/json',
      body: '{}',
    } as const
    await expect(handlers.server.ask(write)).rejects.toMatchObject(locked)
    expect(server.attempts).toEqual([])

    await expect(handlers.lock.unlock({ password: 'wrong' })).rejects.toMatchObject({ code: 'terminals.passwordWrong' })
    expect(await handlers.lock.unlock({ password: venue.password })).toMatchObject({ locked: false })
    await counter.online()
    await handlers.starts.start(venue.fields())
    expect(server.attempts).toHaveLength(1)
  })

  it('is unlocked by the same password offline, and limits wrong passwords', async () => {
    const before = await signedIn()
    await server.kill()
    const { handlers } = await again(before)
    const guess = () => handlers.lock.unlock({ password: 'guess' }).catch((error: { code: string }) => error.code)
    const codes = await Promise.all(Array.from({ length: 9 }, guess))
    expect(codes.filter((code) => code === 'auth.lockedOut').length).toBeGreaterThanOrEqual(4)
    expect((await handlers.lock.state({})).locked).toBe(true)
    ahead = 2 * MINUTE
    expect(await handlers.lock.unlock({ password: venue.password })).toMatchObject({ locked: false })
  })

  it('stays unlocked where its settings say so', async () => {
    const counter = await signedIn()
    const now = await counter.handlers.settings.read({})
    await counter.handlers.settings.write({ ...now, station: { ...now.station, lockOnStart: false } })
    expect(await (await again(counter)).handlers.lock.state({})).toMatchObject({ locked: false })
  })

  it('is taken over by a user who signs in instead', async () => {
    const { handlers } = await again(await signedIn())
    await handlers.session.signIn({ username: 'manager', password: venue.password })
    expect((await handlers.lock.state({})).locked).toBe(false)
  })
})

describe('an idle counter', () => {
  it('locks itself after the set minutes since the last touch or scan', async () => {
    const counter = await signedIn()
    const { handlers } = counter
    const now = await handlers.settings.read({})
    await handlers.settings.write({ ...now, station: { ...now.station, lockAfterMinutes: 5 } })
    ahead = 4 * MINUTE
    await handlers.lock.touch({})
    ahead = 8 * MINUTE
    await scan(counter, '0004829731')
    ahead = 12 * MINUTE
    await look()
    expect((await handlers.lock.state({})).locked).toBe(false)
    ahead = 14 * MINUTE
    await look()
    expect(await counter.event('lock.changed')).toMatchObject({ locked: true })
    // A scan at a locked counter is nobody's but the lock's.
    const heard = counter.events.filter(({ name }) => name === 'scans.scanned').length
    await scan(counter, '0004829732')
    await counter.event('lock.badgeRefused')
    expect(counter.events.filter(({ name }) => name === 'scans.scanned')).toHaveLength(heard)
  })
})

describe('a badge', () => {
  it('unlocks for its owner for 72 hours, also after a restart, and no other card does', async () => {
    const before = await signedIn()
    const badge = '0004829799'
    await expect(before.handlers.lock.learnBadge({ badge, password: 'wrong' })).rejects.toMatchObject({
      code: 'terminals.passwordWrong',
    })
    await before.handlers.lock.learnBadge({ badge, password: venue.password })
    expect(readFileSync(join(before.dir, 'secure-store.json'), 'utf8')).not.toContain(badge)
    const counter = await again(before)
    expect(await counter.handlers.lock.state({})).toEqual({ locked: true, takesBadge: true })
    await scan(counter, '0004829798')
    await counter.event('lock.badgeRefused')
    await scan(counter, badge)
    await counter.event<{ locked: boolean }>('lock.changed', ({ locked }) => !locked)
    await counter.handlers.lock.lock({})
    ahead = 73 * HOUR
    expect(await counter.handlers.lock.state({})).toEqual({ locked: true, takesBadge: false })
  })
})

describe('the half-filled form', () => {
  const draft: CounterDraft = {
    owner: 'A01A01/1',
    at: '2026-01-01T00:00:00.000Z',
    memberId: '100001',
    type: 'BALANCE',
    ruleId: 'rule-1',
    people: 2,
    racer: '小李',
    remark: '',
    vehicleId: null,
    moreVehicles: [],
    couponCode: '',
    cart: [
      {
        productId: '0197c1a0-0000-7000-8000-000000000001',
        name: '矿泉水',
        priceKind: 'fixed',
        price: 3,
        minPrice: 0,
        maxPrice: 0,
        count: 2,
      },
    ],
  }

  it('survives a restart, encrypted, for 15 minutes', async () => {
    const before = await signedIn()
    await before.handlers.drafts.keep({ draft })
    expect(readFileSync(join(before.dir, 'secure-store.json'), 'utf8')).not.toContain('小李')
    const { handlers } = await again(before)
    expect(await handlers.drafts.read({})).toMatchObject({ memberId: '100001', racer: '小李', people: 2 })
    ahead = 16 * MINUTE
    expect(await handlers.drafts.read({})).toBeNull()
  })

  it('is deleted before its start is sent, so that it is not started twice', async () => {
    const { handlers } = await signedIn()
    await handlers.drafts.keep({ draft })
    let atTheServer: unknown = 'not asked'
    server.plan = (call) => {
      if (call.includes('playbeforepay/add')) atTheServer = handlers.drafts.read({})
      return 'ok'
    }
    await handlers.starts.start(venue.fields())
    expect(await handlers.drafts.read({})).toBeNull()
    expect(await Promise.resolve(atTheServer)).not.toMatchObject({ racer: '小李' })
    await handlers.drafts.keep({ draft })
    const key = '01890000-0000-7000-8000-00000000000a'
    await handlers.server
      .ask({ method: 'POST', path: '/consume/sysConsume/add', language: 'zh', key })
      .catch(() => undefined)
    expect(await handlers.drafts.read({})).toBeNull()
  })
})

describe('the diagnostics of a terminal', () => {
  it('contain its figures, and are one file without secrets and personal data', async () => {
    const counter = await signedIn({ dir: await makeFolder() })
    const { handlers } = counter
    await handlers.members.find({ card: '0004829731' }).catch(() => undefined)
    await handlers.starts.start(venue.fields({ racer: '车手赵钱孙', userId: '100001' }))
    const { version, terminalId, log, freeMb } = await handlers.app.diagnose({})
    expect({ version, terminalId }).toEqual({
      version: '9.9.9',
      terminalId: (await handlers.app.info({})).terminalId,
    })
    expect(freeMb).toBeGreaterThan(0)
    expect(Array.isArray(log)).toBe(true)
    const { name, content } = await handlers.app.supportBundle({})
    expect(name).toMatch(/^pitlane-T1-\d{4}-\d\d-\d\d\.zip$/)
    const report = await unpacked(content, 'report.json')
    const token = [...server.validTokens][0] ?? 'none'
    for (const secret of ['车手赵钱孙', '13800001111', '0004829731', venue.password, token])
      expect(report).not.toContain(secret)
    expect(JSON.parse(report)).toMatchObject({ diagnosis: { terminalId }, starts: [{ attempts: 1 }] })
  })
})
