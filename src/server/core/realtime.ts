import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import type { Transaction } from '#server/db/database.ts'
import type { Auth } from './auth.ts'
import type { Bus, BusMessage } from './bus.ts'
import type { SignedIn } from './signed-in.ts'

/** What screens and terminals reload when it changes. */
export interface Changed {
  /** One that a slice's manifest names. */
  topic: string
  /** Whose row it was: sockets whose scope covers this store hear of it. */
  orgCode: string
  /** What goes along where there is no row to read, such as a price for a customer display; never anything secret. */
  said?: Readonly<Record<string, string>>
}

export interface Realtime {
  /**
   * Tells every socket in scope, on every copy of the server.
   *
   * With a transaction it is sent when that commits. Without one it is sent at once, and repeats within a moment are sent
   * once, ten times a second at most: call it so from `ctx.afterCommit` on busy paths, because commits that notify wait for each other.
   */
  publish(event: Changed, trx?: Transaction): Promise<void>
  /**
   * Sends the family's `topic` message to everyone who works at a store or below it, or `user` to one person; with a
   * transaction when that commits.
   */
  message(to: { orgCode: string } | { userId: string }, msgId: string, msgTxt: string, trx?: Transaction): Promise<void>
  /** How many sockets this copy has. */
  count(): number
}

export interface Sockets extends Realtime {
  /** Takes over an open socket; with a token hash it may hear pushes of what that token may see. */
  accept(socket: WebSocket, userId: string, tokenHash: string): void
  close(): Promise<void>
}

interface Connection {
  socket: WebSocket
  userId: string
  tokenHash: string
  alive: boolean
}

interface Options {
  auth: Auth
  bus: Bus
  log: FastifyBaseLogger
  topics: ReadonlySet<string>
}

const PING_MS = 30_000
const TOGETHER_MS = 25
/**
 * How long after a push its topic and store are next pushed. A venue where something begins each ten milliseconds would else tell
 * all its screens so forty times a second, which costs the server more than the starts themselves.
 */
export const APART_MS = 100
const LONGEST_TEXT = 4096
/** What may wait for a socket that does not read: more than any screen falls behind by, so whoever asks on and on is cut off. */
const MOST_UNREAD = 1_048_576

const covers = ({ scope }: SignedIn, orgCode: string): boolean => orgCode >= scope.from && orgCode < scope.to

/** Keeps the sockets of this copy and passes on to them what any copy says. */
export function createRealtime({ auth, bus, log, topics }: Options): Sockets {
  const connections = new Set<Connection>()
  const waiting = new Map<string, Changed>()
  const pushedAt = new Map<string, number>()

  const write = ({ socket }: Connection, text: string): void => {
    if (socket.bufferedAmount > MOST_UNREAD) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.send(text)
  }

  /**
   * Sends to those who may see it now: a revoked token or another store counts from the next push on. A socket that cannot be told is
   * cut off: whoever comes back looks at everything again, and would else show for ever what is no longer so.
   */
  const push = async (connection: Connection, textFor: (user: SignedIn) => string | null): Promise<void> => {
    if (connection.tokenHash === '') return
    try {
      const user = await auth.find(connection.tokenHash)
      if (!user || user.id !== connection.userId) return connection.socket.close(4401, 'signed out')
      const text = textFor(user)
      if (text !== null) write(connection, text)
    } catch (error) {
      log.error({ err: error }, 'a push failed')
      connection.socket.terminate()
    }
  }

  const pushAll = (message: object, may: (user: SignedIn) => boolean): void => {
    const text = JSON.stringify(message)
    for (const connection of connections) void push(connection, (user) => (may(user) ? text : null))
  }

  bus.listen((message) => {
    const { kind, topic, orgCode, userId, msgId, msgTxt, said } = message as BusMessage & { orgCode: string }
    if (kind === 'changed') pushAll({ cmd: 'changed', topic, orgCode, said }, (user) => covers(user, orgCode))
    if (kind === 'topic') {
      pushAll({ cmd: 'topic', msgId, msgTxt }, (user) => user.orgCode.startsWith(orgCode))
    }
    if (kind === 'user') {
      pushAll({ cmd: 'user', userId, msgId, msgTxt }, (user) => user.id === userId)
    }
  })

  // What was said while the connection was down is lost, so everyone looks again.
  bus.onReconnect(() => {
    for (const connection of connections) {
      for (const topic of topics) {
        void push(connection, ({ orgCode }) => JSON.stringify({ cmd: 'changed', topic, orgCode }))
      }
    }
  })

  // Whoever signs out must not keep an open ear.
  auth.onForgotten(() => {
    for (const connection of connections) void push(connection, () => null)
  })

  const pings = setInterval(() => {
    for (const connection of connections) {
      if (!connection.alive) {
        connection.socket.terminate()
        continue
      }
      connection.alive = false
      connection.socket.ping()
    }
  }, PING_MS)
  pings.unref()

  const sendWaiting = (key: string): void => {
    const event = waiting.get(key)
    waiting.delete(key)
    pushedAt.set(key, performance.now())
    if (event) {
      bus.send({ kind: 'changed', ...event }).catch((error: unknown) => log.error({ err: error }, 'a push failed'))
    }
  }

  return {
    async publish(event, trx) {
      const { topic, orgCode, said } = event
      if (!topics.has(topic)) throw new Error(`no slice names the topic ${topic}`)
      // What says something of its own is never taken together with another.
      if (trx || said) return bus.send({ kind: 'changed', ...event }, trx)
      const key = `${topic} ${orgCode}`
      if (!waiting.has(key)) {
        const next = (pushedAt.get(key) ?? Number.NEGATIVE_INFINITY) + APART_MS
        setTimeout(sendWaiting, Math.max(TOGETHER_MS, next - performance.now()), key)
      }
      waiting.set(key, event)
    },
    message: (to, msgId, msgTxt, trx) =>
      bus.send({ kind: 'orgCode' in to ? 'topic' : 'user', ...to, msgId, msgTxt }, trx),
    accept(socket, userId, tokenHash) {
      const connection: Connection = { socket, userId, tokenHash, alive: true }
      connections.add(connection)
      // The sign-in may have ended while it was looked up: nobody was told, because this socket was not among them yet.
      void push(connection, () => null)
      const heard = () => {
        connection.alive = true
      }
      socket.on('pong', heard)
      socket.on('message', (data: Buffer) => {
        heard()
        const msgTxt = data.toString().slice(0, LONGEST_TEXT)
        write(connection, JSON.stringify({ cmd: 'heartcheck', msgId: randomUUID(), msgTxt }))
      })
      socket.on('close', () => connections.delete(connection))
      socket.on('error', () => socket.terminate())
    },
    count: () => connections.size,
    async close() {
      clearInterval(pings)
      for (const { socket } of connections) socket.close(1001, 'the server stops')
      const gone = [...connections].map(({ socket }) => new Promise<void>((resolve) => socket.once('close', resolve)))
      const patience = setTimeout(() => {
        for (const { socket } of connections) socket.terminate()
      }, 1000)
      await Promise.all(gone)
      clearTimeout(patience)
    },
  }
}
