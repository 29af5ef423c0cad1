import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '#main/core/clocks/clock.ts'
import { systemClock } from '#main/core/clocks/clock.ts'
import { type FaultServer, startFaultServer } from '#tests/support/faults/fault-server.ts'
import { SOON_MS } from '#tests/support/until.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { makeFolder, removeFolders, startTerminal, type TestTerminal } from './harness.ts'

const HOUR = 3600_000
const cashier = { username: 'cashier', password: venue.password }

let server: FaultServer
let open: TestTerminal[] = []
/** How far the terminal's clock is ahead of the real one. */
let ahead = 0
const clock: Clock = { now: () => Date.now() + ahead, after: systemClock.after }

async function terminal(dir?: string): Promise<TestTerminal> {
  const made = await startTerminal({ serverUrl: server.url, clock, ...(dir ? { dir } : {}) })
  open.push(made)
  return made
}

beforeEach(async () => {
  ahead = 0
  server = await startFaultServer()
})

afterEach(async () => {
  await Promise.all(open.map((one) => one.close()))
  open = []
  await server.kill()
  await removeFolders()
})

describe('signing in', () => {
  it('registers the terminal, fetches the snapshot and tells the window', async () => {
    const counter = await terminal()
    await counter.online()
    const session = await counter.handlers.session.signIn(cashier)
    expect(session).toMatchObject({ offline: false, mustChooseStore: false })
    expect(session.signIn).not.toBeNull()
    await counter.event('session.changed', (payload) => payload !== null)
    await counter.event('catalogue.changed')
    const { terminalId } = await counter.handlers.app.info({})
    expect(server.registrations).toEqual([{ id: terminalId, name: 'T1', prefix: 'T1', printId: '' }])
    expect((await counter.handlers.connection.state({})).snapshotAt).not.toBeNull()
  })

  it("passes the server's refusal on", async () => {
    const counter = await terminal()
    await counter.online()
    await expect(counter.handlers.session.signIn({ ...cashier, password: 'wrong' })).rejects.toMatchObject({
      code: 'auth.wrongPassword',
    })
  })

  it('registers again under the same id after a change of the settings and after a restart', async () => {
    const dir = await makeFolder()
    const first = await terminal(dir)
    await first.online()
    await first.signIn()
    const settings = await first.handlers.settings.read({})
    await first.handlers.settings.write({ ...settings, terminalName: '前台', prefix: 'Q2' } as never)
    await server.until(() => server.registrations.length === 2)
    await first.close()
    open = []
    const second = await terminal(dir)
    await server.until(() => server.registrations.length === 3)
    expect(server.registrations.slice(1)).toMatchObject([{ name: '前台' }, { name: '前台', prefix: 'Q2' }])
    expect(new Set(server.registrations.map(({ id }) => id)).size).toBe(1)
    expect((await second.handlers.settings.read({})).terminalName).toBe('前台')
  })
})

describe('signing in by phone', () => {
  const proof = { mobile: '13900000006', captcha: venue.smsCode }

  it('needs the code that was sent, and then works as with a password', async () => {
    const counter = await terminal()
    await counter.online()
    await expect(counter.handlers.session.signInByPhone({ ...proof, captcha: '000000' })).rejects.toMatchObject({
      code: 'account.smsWrong',
    })
    expect(await counter.handlers.session.signInByPhone(proof)).toMatchObject({ offline: false })
    await counter.event('catalogue.changed')
    expect((await counter.handlers.starts.start(venue.fields())).state).toBe('online')
  })

  it('is remembered over a restart, and allows no offline sign-in without a password typed here before', async () => {
    const dir = await makeFolder()
    const first = await terminal(dir)
    await first.online()
    await first.handlers.session.signInByPhone(proof)
    await first.close()
    open = []
    const second = await terminal(dir)
    expect(await second.handlers.session.current({})).toMatchObject({ userInfo: { username: 'cashier' } })
    await second.handlers.session.signOut({})
    await server.kill()
    await second.online(false)
    await expect(second.handlers.session.signInByPhone(proof)).rejects.toMatchObject({ code: 'common.offline' })
    await expect(second.handlers.session.signIn(cashier)).rejects.toMatchObject({ code: 'auth.offlineUnknown' })
  })
})

describe('signing in without the server', () => {
  async function known(): Promise<TestTerminal> {
    const counter = await terminal()
    await counter.online()
    await counter.signIn()
    await counter.handlers.session.signOut({})
    expect(await counter.handlers.session.current({})).toBeNull()
    await server.kill()
    await counter.online(false)
    return counter
  }

  it('works with the password for a user who signed in here before, and the counter continues', async () => {
    const counter = await known()
    expect(await counter.handlers.session.signIn(cashier)).toMatchObject({ signIn: null, offline: true })
    expect((await counter.handlers.starts.start(venue.fields())).state).toBe('offline')
  })

  it('refuses a wrong password, and after five of them waits', async () => {
    const counter = await known()
    const wrong = () => counter.handlers.session.signIn({ ...cashier, password: 'wrong' })
    for (let index = 0; index < 5; index++) await expect(wrong()).rejects.toMatchObject({ code: 'auth.wrongPassword' })
    await expect(counter.handlers.session.signIn(cashier)).rejects.toMatchObject({ code: 'auth.lockedOut' })
    ahead += 61_000
    expect(await counter.handlers.session.signIn(cashier)).toMatchObject({ offline: true })
  })

  it('checks no more passwords than the limit allows, also when they arrive at once', async () => {
    const counter = await known()
    const guess = (index: number) => counter.handlers.session.signIn({ ...cashier, password: `guess ${index}` })
    const codes = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(index).catch(({ code }) => code)))
    expect(codes.filter((code) => code === 'auth.wrongPassword')).toHaveLength(5)
    expect(codes.filter((code) => code === 'auth.lockedOut')).toHaveLength(7)
  })

  it('refuses users who never signed in at this terminal', async () => {
    const counter = await known()
    await expect(counter.handlers.session.signIn({ username: 'manager', password: 'x' })).rejects.toMatchObject({
      code: 'auth.offlineUnknown',
    })
  })

  it('works until 72 hours after the last sign-in with the server, and no longer', async () => {
    const counter = await known()
    ahead = 71.9 * HOUR
    expect(await counter.handlers.session.signIn(cashier)).toMatchObject({ offline: true })
    ahead = 72.1 * HOUR
    await expect(counter.handlers.session.signIn(cashier)).rejects.toMatchObject({ code: 'auth.offlineUnknown' })
  })

  it('is not prolonged by a network that answers instead of the server', async () => {
    const dir = await makeFolder()
    const first = await terminal(dir)
    await first.online()
    await first.signIn()
    await server.kill()
    await first.online(false)
    const portal = createServer((_request, response) => response.end('<html>Welcome</html>'))
    await new Promise<void>((resolve) => portal.listen(server.port, '127.0.0.1', () => resolve()))
    ahead = 71.9 * HOUR
    await first.handlers.server.ask({ method: 'GET', path: '/sys/user/profile', language: 'zh' })
    await first.close()
    open = []
    portal.closeAllConnections()
    await new Promise((resolve) => portal.close(resolve))
    ahead = 72.1 * HOUR
    const second = await terminal(dir)
    expect(await second.handlers.session.current({})).toBeNull()
  })

  it('does not restore a session of more than 72 hours ago', async () => {
    const dir = await makeFolder()
    const first = await terminal(dir)
    await first.online()
    await first.signIn()
    await first.close()
    open = []
    ahead = 72.1 * HOUR
    const second = await terminal(dir)
    expect(await second.handlers.session.current({})).toBeNull()
  })

  it('keeps its starts for the next online sign-in', async () => {
    const counter = await known()
    await counter.handlers.session.signIn(cashier)
    const { id } = await counter.handlers.starts.start(venue.fields())
    await server.revive()
    counter.resume()
    await counter.online()
    expect(server.attempts).toEqual([])
    await counter.signIn()
    await server.until(() => server.starts.length === 1)
    expect(server.starts[0]?.key).toBe(id)
  })
})

describe('members', () => {
  it('are found at the server, and for seven days on this computer when it is away', async () => {
    const counter = await terminal()
    await counter.online()
    await counter.signIn()
    const card = venue.member.physicalCard
    expect(await counter.handlers.members.find({ card })).toMatchObject({ member: { id: '100001' }, cachedAt: null })
    expect((await counter.handlers.members.find({ card: '0000000001' })).member).toBeNull()
    await expect(counter.handlers.members.find({ card: '' })).rejects.toMatchObject({ code: 'cards.empty' })
    await server.kill()
    await counter.online(false)
    const cached = await counter.handlers.members.find({ card })
    expect(cached.member).toEqual(venue.member)
    expect(cached.cachedAt).not.toBeNull()
    expect((await counter.handlers.members.find({ id: '100001' })).member?.id).toBe('100001')
    expect(await counter.handlers.members.search({ keyword: '%1111' })).toMatchObject([{ id: '100001' }])
    expect(await counter.handlers.members.search({ keyword: '风一样' })).toHaveLength(1)
    ahead = 7 * 24 * HOUR + 1
    expect((await counter.handlers.members.find({ card })).member).toBeNull()
  })

  it('come from the cache after a moment when the server does not answer', async () => {
    const counter = await terminal()
    await counter.online()
    await counter.signIn()
    const card = venue.member.physicalCard
    await counter.handlers.members.find({ card })
    server.plan = (call) => (call === 'searchMemberById' ? 'hang' : 'ok')
    const before = Date.now()
    expect((await counter.handlers.members.find({ card })).cachedAt).not.toBeNull()
    expect(Date.now() - before).toBeLessThan(SOON_MS)
  })
})
