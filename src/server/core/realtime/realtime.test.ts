import { once } from 'node:events'
import { connect as netConnect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { scopeOf } from '#server/db/database.ts'
import { withClient } from '#server/db/roles.ts'
import type { TestClient, TestCopy } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { MIN_INTERVAL_MS } from './realtime.ts'

const { server } = await testVenue()
const other = await server.startCopy()

interface Heard {
  socket: WebSocket
  messages: { cmd: string; topic?: string; orgCode?: string; msgTxt?: string }[]
  /** Resolves when everything sent so far has been answered, so that messages missing by then were not sent. */
  settle(): Promise<void>
}
const open: WebSocket[] = []

beforeEach(() => {
  for (const socket of open.splice(0)) socket.close()
})

const socketUrl = (copy: TestCopy, userId: string, base = '/api') =>
  `${copy.url.replace('http', 'ws')}${base}/websocket/${userId}`

async function connect(copy: TestCopy, userId: string, token?: string, base = '/api'): Promise<Heard> {
  const socket = new WebSocket(socketUrl(copy, userId, base), token ? ['pitlane', token] : [])
  open.push(socket)
  const messages: Heard['messages'] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  await once(socket, 'open')
  const settle = async () => {
    const text = `beat ${Math.random()}`
    socket.send(text)
    await until(() => expect(messages.some(({ msgTxt }) => msgTxt === text)).toBe(true))
  }
  await settle()
  return { socket, messages, settle }
}

const changed = (topic: string, orgCode: string) => ({ cmd: 'changed', topic, orgCode })
const seesIn = (client: TestClient, copy: TestCopy) => connect(copy, client.user.id, client.token)

describe('a socket', () => {
  it('answers heartbeats of clients that have no token, under both addresses', async () => {
    for (const base of ['', '/api']) {
      const stranger = await connect(server, 'someone', undefined, base)
      stranger.socket.send('HeartBeat')
      await until(() => expect(stranger.messages.at(-1)).toMatchObject({ cmd: 'heartcheck', msgTxt: 'HeartBeat' }))
    }
  })

  it('is closed when it keeps sending without reading the answers', async () => {
    const { socket } = await connect(server, 'someone')
    socket.on('error', () => undefined)
    socket.pause()
    let isCut = false
    socket.on('close', () => {
      isCut = true
    })
    await until(() => {
      for (let count = 0; count < 500; count++) socket.send('长'.repeat(4096))
      expect(isCut).toBe(true)
    })
  })

  it('that cannot be notified of a change is closed, so that its client reloads everything after reconnecting', async () => {
    const { socket } = await seesIn(await server.signIn('cashier'), server)
    const gone = once(socket, 'close')
    await withClient(server.database.ownerUrl, async (owner) => {
      await owner.query('alter function find_signed_in(text) rename to find_nobody')
      try {
        await server.deps.auth.forget('everyone')
        await gone
      } finally {
        await owner.query('alter function find_nobody(text) rename to find_signed_in')
      }
    })
  })

  it('is refused above the limit of one address or one user, until another is closed', async () => {
    const copy = await server.startCopy({ socketsPerAddress: 4, socketsPerUser: 2 })
    const cashier = await server.signIn('cashier')
    const first = await seesIn(cashier, copy)
    await seesIn(cashier, copy)
    const third = new WebSocket(socketUrl(copy, cashier.user.id), ['pitlane', cashier.token])
    expect((await once(third, 'close'))[0]).toBe(1013)
    // A socket that only names a user's id, without a token, takes no slot of the user.
    await connect(copy, cashier.user.id)
    await connect(copy, 'someone')
    const fifth = netConnect(Number(new URL(copy.url).port)).setEncoding('utf8')
    const lines = ['GET /websocket/someone HTTP/1.1', 'Host: pitlane', 'Connection: Upgrade', 'Upgrade: websocket']
    fifth.write(
      [...lines, 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${btoa('0123456789abcdef')}`, '', ''].join('\r\n'),
    )
    expect((await once(fifth, 'data'))[0]).toContain('429')
    await once(fifth, 'close')
    first.socket.close()
    await once(first.socket, 'close')
    const again = await until(() => seesIn(cashier, copy))
    await server.deps.realtime.publish({ topic: 'vehicles', orgCode: 'A01A01' })
    await until(() => expect(again.messages).toContainEqual(changed('vehicles', 'A01A01')))
  })

  it('is notified of changes in its store on any copy of the server', async () => {
    const here = await seesIn(await server.signIn('cashier'), server)
    const there = await seesIn(await server.signIn('cashier'), other)
    await server.deps.realtime.publish({ topic: 'vehicles', orgCode: 'A01A01' })
    await until(() => expect(here.messages).toContainEqual(changed('vehicles', 'A01A01')))
    await until(() => expect(there.messages).toContainEqual(changed('vehicles', 'A01A01')))
    expect(here.messages.filter(({ cmd }) => cmd === 'changed')).toHaveLength(1)
  })

  it('is notified of continuous changes a few times a second, and of the last change too', async () => {
    const { messages } = await seesIn(await server.signIn('cashier'), server)
    const { realtime } = server.deps
    const vehicles = changed('vehicles', 'A01A01')
    const heard = () => messages.filter(({ cmd, topic }) => cmd === 'changed' && topic === 'vehicles').length
    const begun = performance.now()
    while (performance.now() - begun < 5 * MIN_INTERVAL_MS) {
      await realtime.publish({ topic: 'vehicles', orgCode: 'A01A01' })
      await setImmediate()
    }
    const before = heard()
    await realtime.publish({ topic: 'vehicles', orgCode: 'A01A01' })
    await until(() => expect(heard()).toBeGreaterThan(before))
    expect(messages).toContainEqual(vehicles)
    expect(heard()).toBeLessThanOrEqual((performance.now() - begun) / MIN_INTERVAL_MS + 2)
  })

  it('is notified of a transaction only when it commits', async () => {
    const cashier = await seesIn(await server.signIn('cashier'), other)
    const { db, realtime } = server.deps
    await db.scoped(scopeOf('A01A01'), async (trx) => {
      await realtime.publish({ topic: 'printJobs', orgCode: 'A01A01' }, trx)
      await cashier.settle()
      expect(cashier.messages).not.toContainEqual(changed('printJobs', 'A01A01'))
    })
    await until(() => expect(cashier.messages).toContainEqual(changed('printJobs', 'A01A01')))
    const failing = db.scoped(scopeOf('A01A01'), async (trx) => {
      await realtime.publish({ topic: 'refusals', orgCode: 'A01A01' }, trx)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await realtime.publish({ topic: 'snapshot', orgCode: 'A01A01' })
    await until(() => expect(cashier.messages).toContainEqual(changed('snapshot', 'A01A01')))
    expect(cashier.messages).not.toContainEqual(changed('refusals', 'A01A01'))
  })

  it('is not notified for other stores, without a token, or under the id of another user', async () => {
    const cashier = await server.signIn('cashier')
    const hq = await server.signIn('hq')
    const chain = await seesIn(hq, server)
    const deaf = await Promise.all([
      seesIn(await server.signIn('manager2'), server),
      connect(server, cashier.user.id),
      connect(server, hq.user.id, cashier.token),
    ])
    await server.deps.realtime.publish({ topic: 'vehicles', orgCode: 'A01A01' })
    await until(() => expect(chain.messages).toContainEqual(changed('vehicles', 'A01A01')))
    for (const socket of deaf) {
      await socket.settle()
      expect(socket.messages.filter(({ cmd }) => cmd !== 'heartcheck')).toEqual([])
    }
  })

  it('follows its user into another store', async () => {
    const manager = await server.signIn('manager', 'A01A01')
    const socket = await seesIn(manager, server)
    await manager.signIn.selectDepart({ body: { orgCode: 'A01A02' } })
    await server.deps.realtime.publish({ topic: 'vehicles', orgCode: 'A01A01' })
    await server.deps.realtime.publish({ topic: 'vehicles', orgCode: 'A01A02' })
    await until(() => expect(socket.messages).toContainEqual(changed('vehicles', 'A01A02')))
    expect(socket.messages).not.toContainEqual(changed('vehicles', 'A01A01'))
  })

  it('is closed when its token is revoked', async () => {
    const cashier = await server.signIn('cashier')
    const { socket } = await seesIn(cashier, server)
    const closed = once(socket, 'close')
    await cashier.signIn.logout()
    const [code] = await closed
    expect(code).toBe(4401)
  })

  it('is closed if its sign-in ended before or while it was opened, or never was', async () => {
    const codeOf = async (userId: string, token: string) => {
      const socket = new WebSocket(socketUrl(server, userId), ['pitlane', token])
      open.push(socket)
      return (await once(socket, 'close'))[0]
    }
    const cashier = await server.signIn('cashier')
    const opening = codeOf(cashier.user.id, cashier.token)
    await cashier.signIn.logout()
    expect(await opening).toBe(4401)
    expect(await codeOf(cashier.user.id, cashier.token)).toBe(4401)
    expect(await codeOf(cashier.user.id, 'nonsense')).toBe(4401)
  })

  it('delivers the messages of the API family to a user or to a store', async () => {
    const cashier = await server.signIn('cashier')
    const [mine, partner] = [await seesIn(cashier, other), await seesIn(await server.signIn('partner'), other)]
    await server.deps.realtime.message({ userId: cashier.user.id }, 'm1', 'for you')
    await server.deps.realtime.message({ orgCode: 'A01A01' }, 'm2', 'for all')
    const toAll = { cmd: 'topic', msgId: 'm2', msgTxt: 'for all' }
    await until(() => expect(mine.messages).toContainEqual(toAll))
    await until(() => expect(partner.messages).toContainEqual(toAll))
    expect(mine.messages).toContainEqual(expect.objectContaining({ cmd: 'user', msgTxt: 'for you' }))
    expect(partner.messages).not.toContainEqual(expect.objectContaining({ cmd: 'user' }))
  })

  it('receives no message without a token, because addresses can be guessed', async () => {
    const cashier = await server.signIn('cashier')
    const listening = await seesIn(cashier, other)
    const deaf = [await connect(other, cashier.user.id), await connect(other, 'someone')]
    await server.deps.realtime.message({ userId: cashier.user.id }, 'm1', 'for you')
    await server.deps.realtime.message({ orgCode: 'A01A01' }, 'm2', 'for all')
    await until(() =>
      expect(listening.messages).toContainEqual(expect.objectContaining({ cmd: 'topic', msgTxt: 'for all' })),
    )
    for (const socket of deaf) {
      await socket.settle()
      expect(socket.messages.filter(({ cmd }) => cmd !== 'heartcheck')).toEqual([])
    }
  })

  it('is notified again after the connection between the copies was lost, and reloads everything', async () => {
    const cashier = await seesIn(await server.signIn('cashier'), other)
    const before = cashier.messages.length
    await withClient(server.database.ownerUrl, (owner) =>
      owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'pitlane bus' and datname = current_database()`),
    )
    const isAnew = () => expect(cashier.messages.slice(before)).toContainEqual(changed('playRecords', 'A01A01'))
    await until(isAnew)
    await until(async () => {
      await server.deps.realtime.publish({ topic: 'refusals', orgCode: 'A01A01' })
      expect(cashier.messages.slice(before)).toContainEqual(changed('refusals', 'A01A01'))
    })
  })
})
