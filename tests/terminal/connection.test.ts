import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionState } from '#shared/ipc/contract.ts'
import { type FaultServer, startFaultServer } from '#tests/support/faults/fault-server.ts'
import { SOON_MS } from '#tests/support/until.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { removeFolders, startTerminal, type TestTerminal } from './harness.ts'

let server: FaultServer
let open: TestTerminal[] = []

async function terminal(): Promise<TestTerminal> {
  const made = await startTerminal({ serverUrl: server.url })
  open.push(made)
  return made
}

/** Signed in, and with its socket open. */
async function connected(): Promise<TestTerminal> {
  const made = await terminal()
  await made.online()
  await made.signIn()
  await server.until(() => server.heard.length > 0)
  return made
}

/** When the window last got a state of the connection. */
const shownAt = ({ events }: TestTerminal, online: boolean): number =>
  events.findLast(
    ({ name, payload }) => name === 'connection.changed' && (payload as ConnectionState).online === online,
  )?.at ?? Number.NaN

beforeEach(async () => {
  server = await startFaultServer()
})

afterEach(async () => {
  await Promise.all(open.map((one) => one.close()))
  open = []
  await server.kill()
  await removeFolders()
})

describe('the connection', () => {
  it('is shown as lost soon after the server was killed, and as back soon after it returns', async () => {
    const counter = await connected()
    const killedAt = Date.now()
    await server.kill()
    await counter.event<ConnectionState>('connection.changed', ({ online }) => !online)
    expect(shownAt(counter, false) - killedAt).toBeLessThan(SOON_MS)
    counter.events.length = 0
    const revivedAt = Date.now()
    await server.revive()
    await counter.event<ConnectionState>('connection.changed', ({ online }) => online)
    expect(shownAt(counter, true) - revivedAt).toBeLessThan(SOON_MS)
  })

  it('notifies the window after a reconnect that it may have missed changes', async () => {
    const counter = await connected()
    const resumed = ({ cmd }: { cmd: string }) => cmd === 'resumed'
    expect(counter.events.some(({ name, payload }) => name === 'connection.pushed' && resumed(payload as never))).toBe(
      false,
    )
    await server.kill()
    await counter.event<ConnectionState>('connection.changed', ({ online }) => !online)
    await server.revive()
    await counter.event('connection.pushed', resumed)
  })

  it('is shown as lost soon when the server hangs and its sockets stay open', async () => {
    const counter = await connected()
    const hungAt = Date.now()
    server.freeze()
    await counter.event<ConnectionState>('connection.changed', ({ online }) => !online)
    expect(shownAt(counter, false) - hungAt).toBeLessThan(SOON_MS)
    server.thaw()
    await counter.online()
  })

  it('is shown as lost within three seconds when another server answers the calls, although the socket stays open', async () => {
    const counter = await connected()
    const brokenAt = Date.now()
    server.plan = () => 'fail'
    await counter.event<ConnectionState>('connection.changed', ({ online }) => !online)
    expect(shownAt(counter, false) - brokenAt).toBeLessThan(3000)
    server.plan = () => 'ok'
    await counter.online()
  })

  it('shows a wrong clock of this computer, and uses the server’s time for starts', async () => {
    server.time = new Date(Date.now() - 3 * 3_600_000).toISOString()
    const counter = await connected()
    const { clockBehind } = await counter.until(
      () => counter.handlers.connection.state({}),
      (state) => state.clockBehind !== 0,
    )
    expect(Math.round(clockBehind / 60)).toBe(-180)
    await server.kill()
    await counter.online(false)
    const { startedAt } = await counter.handlers.starts.start(venue.fields())
    const early = Date.now() - Date.parse(startedAt)
    expect(Math.round(early / 3_600_000)).toBe(3)
    await server.revive()
  })

  it('is checked at once when the computer resumes', async () => {
    const counter = await connected()
    await server.kill()
    await counter.online(false)
    await server.revive()
    counter.resume()
    const before = Date.now()
    await counter.online()
    expect(Date.now() - before).toBeLessThan(SOON_MS)
  })

  it('sends HeartBeat to the server with the token of the signed-in user', async () => {
    await connected()
    expect(server.heard[0]).toBe('HeartBeat')
    expect(server.protocols.at(-1)).toBe('pitlane,token-1')
  })

  it('forwards pushes of the server, and reads changed vehicles again', async () => {
    const counter = await connected()
    await counter.until(
      () => counter.handlers.connection.state({}),
      ({ snapshotAt }) => snapshotAt !== null,
    )
    counter.events.length = 0
    server.vehicles = venue.snapshot().vehicles.map((one) => ({ ...one, state: 'inUse', racer: '乙' }))
    server.push({ cmd: 'changed', topic: 'vehicles', orgCode: venue.orgCode })
    await counter.event('connection.pushed', ({ topic }: { topic: string }) => topic === 'vehicles')
    await counter.until(
      () => counter.handlers.catalogue.read({}),
      (found) => found?.vehicles[0]?.racer === '乙',
    )
    server.push({ cmd: 'user', msgId: '1', msgTxt: 'hello' })
    await counter.event('connection.pushed', ({ cmd }: { cmd: string }) => cmd === 'user')
  })

  it('keeps its server until a signed-in user changes it, and accepts the first one without a sign-in', async () => {
    const counter = await startTerminal({ settings: { serverUrl: server.url } })
    open.push(counter)
    await counter.online()
    const settings = await counter.handlers.settings.read({})
    const move = (serverUrl: string) => counter.handlers.settings.write({ ...settings, serverUrl })
    await expect(move('http://127.0.0.1:9')).rejects.toMatchObject({ code: 'terminals.signInToMove' })
    await expect(move('')).rejects.toMatchObject({ code: 'terminals.signInToMove' })
    await counter.signIn()
    await move('http://127.0.0.1:9')
    await counter.online(false)
    expect(server.protocols.join()).toContain('token-1')
    expect(await counter.handlers.session.current({})).toBeNull()
  })

  it('accepts only complete settings, so that none is reset to its default', async () => {
    const counter = await startTerminal({ settings: { serverUrl: server.url, prefix: 'Q7' } })
    open.push(counter)
    const settings = await counter.handlers.settings.read({})
    const { prefix: _, ...without } = settings
    for (const wrong of [
      {},
      { a: 1 },
      without,
      { ...settings, a: 1 },
      { ...settings, printer: { transport: 'file' } },
    ]) {
      await expect(counter.handlers.settings.write(wrong as never)).rejects.toThrow()
    }
    expect(await counter.handlers.settings.read({})).toEqual(settings)
  })

  it('does not take the captive portal of a network for a server', async () => {
    const counter = await connected()
    await server.kill()
    await counter.online(false)
    const portal = createServer((_request, response) => response.end('<html>Welcome</html>'))
    const seen = new Promise<void>((resolve) => portal.on('request', () => resolve()))
    await new Promise<void>((resolve) => portal.listen(server.port, '127.0.0.1', () => resolve()))
    try {
      await seen
      counter.resume()
      await new Promise<void>((resolve) => portal.once('request', () => resolve()))
      expect(await counter.handlers.connection.state({})).toMatchObject({ online: false })
    } finally {
      portal.closeAllConnections()
      await new Promise((resolve) => portal.close(resolve))
      await server.revive()
    }
  })

  it('uses the address of the settings in preference to that of the environment', async () => {
    const counter = await connected()
    const other = await startFaultServer()
    try {
      await counter.signIn()
      const settings = await counter.handlers.settings.read({})
      await counter.handlers.settings.write({ ...settings, serverUrl: other.url } as never)
      expect(await counter.handlers.session.current({})).toBeNull()
      await counter.signIn()
      await other.until(() => other.heard.length > 0)
      expect(await counter.handlers.connection.state({})).toMatchObject({ online: true, serverUrl: other.url })
    } finally {
      await other.kill()
    }
  })
})
