import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { SOON_MS, until } from '#tests/support/until.ts'
import { removeFolders } from './harness.ts'
import {
  allSent,
  fieldsOf,
  type HubCounter,
  type HubStore,
  lose,
  openHubStore,
  regain,
  role,
  start,
  tryStart,
} from './hub-store.ts'
import { limitedDisk } from './small-disk.ts'

let store: HubStore
let hub: HubCounter
let member: HubCounter

beforeEach(async () => {
  store = await openHubStore(2)
  ;[hub, member] = store.counters as [HubCounter, HubCounter]
})

afterEach(async () => {
  await store.close()
  await removeFolders()
})

/** The hub as a process of its own, until it is killed. */
async function hubProcess(): Promise<() => Promise<void>> {
  const words = [join(import.meta.dirname, 'hub-child.ts'), hub.dir, hub.internet.url]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended])
  return async () => {
    child.kill('SIGKILL')
    await ended
  }
}

describe('a hub that fails', () => {
  it('is killed repeatedly: no start is lost or doubled, and no number is assigned twice', async () => {
    await hub.terminal.close()
    await lose([member])
    hub.internet.cut()
    const begun: { id: string; ticketNo: string }[] = []
    for (let life = 0; life < 3; life++) {
      const kill = await hubProcess()
      await role(member.terminal, 'member')
      begun.push(await start(member.terminal, begun.length % 6))
      // In the middle of what it was asked for.
      const meanwhile = start(member.terminal, begun.length % 6)
      await kill()
      begun.push(await meanwhile)
      begun.push(await start(member.terminal, begun.length % 6))
    }
    const numbers = begun.map(({ ticketNo }) => ticketNo)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(new Set(numbers.map((number) => number.split('-')[0]))).toEqual(new Set(['T1', 'T2']))
    await regain([member])
    await allSent(member.terminal)
    const found = await store.records()
    expect(begun.map(({ id }) => found.filter((record) => record.id === id).map(({ ticketNo }) => ticketNo))).toEqual(
      numbers.map((number) => [number]),
    )
    await hub.internet.mend()
    await store.reopen(0)
  })

  it('is silent: only the first customer waits for it', async () => {
    await lose(store.counters)
    member.lan.silence()
    const before = Date.now()
    expect(await tryStart(member.terminal, 0)).toBe('T2-001')
    expect(await tryStart(member.terminal, 1)).toMatch(/^T/)
    expect(Date.now() - before).toBeLessThan(SOON_MS)
    // A new way is there at once: they are together again.
    await role(member.terminal, 'member')
    expect(await tryStart(member.terminal, 2)).toMatch(/^T1-/)
    expect(await tryStart(hub.terminal, 0)).toBe('sessions.vehicleTaken T2')
  })

  it('is cut off: both sides continue with their own prefixes, and the server gets every start once', async () => {
    await lose(store.counters)
    member.lan.cut()
    await role(member.terminal, 'alone')
    const alone = [await start(member.terminal, 0), await start(hub.terminal, 0), await start(member.terminal, 1)]
    expect(alone.map(({ ticketNo }) => ticketNo)).toEqual(['T2-001', 'T1-001', 'T2-002'])
    await member.lan.mend()
    await role(member.terminal, 'member')
    expect(await tryStart(hub.terminal, 1)).toBe('sessions.vehicleTaken T2')
    await regain([hub])
    await Promise.all([allSent(hub.terminal), allSent(member.terminal)])
    const found = (await store.records()).map(({ id }) => id)
    expect(alone.map(({ id }) => found.filter((one) => one === id).length)).toEqual([1, 1, 1])
  })

  it('releases the vehicle of a start that could not be stored', async () => {
    await lose(store.counters)
    const disk = limitedDisk(member.dir)
    try {
      // The file is opened before the disk is held to anything.
      await member.terminal.close()
      const terminal = await store.reopen(1)
      await terminal.online(false)
      await role(terminal, 'member')
      const { vehicles = [] } = (await terminal.handlers.catalogue.read({})) ?? {}
      disk.fill()
      const outcomes: string[] = []
      while (outcomes.length < vehicles.length && outcomes.at(-1) !== 'storage.full')
        outcomes.push(await tryStart(terminal, outcomes.length))
      disk.empty()
      expect(outcomes.at(-1)).toBe('storage.full')
      // The hub hears of it in a moment.
      await until(async () => expect(await tryStart(hub.terminal, outcomes.length - 1)).toMatch(/^T1-/))
    } finally {
      disk.empty()
      disk.remove()
    }
  })
})

describe('a stranger on the network', () => {
  it('without the secret gets no message and does no harm', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${store.port}`)
    const heard: unknown[] = []
    socket.on('message', (data) => heard.push(data)).on('error', () => undefined)
    await once(socket, 'open')
    const gone = once(socket, 'close')
    socket.send(Buffer.alloc(48, 1))
    socket.send(JSON.stringify({ word: 'hello', terminalId: 'x', name: 'T9', runs: [], others: [] }))
    await gone
    expect(heard).toEqual([])
    await lose(store.counters)
    expect(await tryStart(member.terminal, 0)).toBe('T1-001')
  })

  it('that replays a recorded handshake is disconnected', async () => {
    const overheard: Buffer[] = []
    const ear = new WebSocketServer({ port: 0 })
    await once(ear, 'listening')
    ear.on('connection', (socket) => socket.on('message', (data) => overheard.push(data as Buffer)))
    const settings = await member.terminal.handlers.settings.read({})
    const { port } = ear.address() as { port: number }
    await member.terminal.handlers.settings.write({
      ...settings,
      hub: { ...settings.hub, address: `127.0.0.1:${port}` },
    })
    await until(() => expect(overheard.length).toBeGreaterThan(0))
    const socket = new WebSocket(`ws://127.0.0.1:${store.port}`)
    const gone = once(socket, 'close')
    await once(socket, 'open')
    socket.send(overheard[0] as Buffer)
    await gone
    ear.close()
  })

  it('cannot read the runs', async () => {
    const overheard: Buffer[] = []
    const sockets = new Set<Socket>()
    const ear = createServer((near) => {
      const far = connect(store.port, '127.0.0.1')
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from)
        from.on('data', (data) => {
          overheard.push(data)
          to.write(data)
        })
        from.on('error', () => undefined).on('close', () => to.destroy())
      }
    }).listen(0, '127.0.0.1')
    await once(ear, 'listening')
    const address = ear.address()
    const settings = await member.terminal.handlers.settings.read({})
    const joined = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    await member.terminal.handlers.settings.write({ ...settings, hub: { ...settings.hub, address: joined } })
    await lose(store.counters)
    await role(member.terminal, 'member')
    const fields = await fieldsOf(member.terminal, 0)
    const begun = await member.terminal.handlers.starts.start({ ...fields, racer: 'Velocity Vera' })
    await regain([hub])
    await allSent(member.terminal)
    const all = Buffer.concat(overheard).toString('latin1')
    expect(all.length).toBeGreaterThan(1000)
    for (const plain of ['Velocity', begun.id, begun.ticketNo, fields.vehicleId, 'X-Access-Token', 'sysPlayBeforePay'])
      expect(all).not.toContain(plain)
    ear.close()
    for (const socket of sockets) socket.destroy()
  })
})
