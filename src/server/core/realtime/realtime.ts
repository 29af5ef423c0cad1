import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import type { Auth } from '#server/core/auth/auth.ts'
import type { SignedIn } from '#server/core/auth/signed-in.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Bus } from './bus.ts'

/** The name of data that screens and terminals reload when it changes. */
export interface Changed {
  /** A topic of a slice's manifest. */
  topic: string
  /** The store of the changed row; sockets whose scope covers it are notified. */
  orgCode: string
  /** Data without a row to reload, such as a price for a customer display; never a secret. */
  details?: Readonly<Record<string, string>>
}

declare module './bus.ts' {
  interface BusMessages {
    changed: Changed
    /** To all users who work at a store or below it. */
    topic: { orgCode: string; msgId: string; msgTxt: string }
    /** To one user. */
    user: { userId: string; msgId: string; msgTxt: string }
  }
}

export interface Realtime {
  /**
   * Notifies every socket in scope, on every copy of the server.
   *
   * With a transaction it is sent on commit. Without one it is sent at once, and repeats are merged to at most ten per second. On busy
   * paths call it without a transaction from `ctx.afterCommit`, because commits with NOTIFY are serialized.
   */
  publish(event: Changed, trx?: Transaction): Promise<void>
  /**
   * Sends the API family's `topic` message to all users who work at a store or below it, or `user` to one user; with a transaction
   * on commit.
   */
  message(to: { orgCode: string } | { userId: string }, msgId: string, msgTxt: string, trx?: Transaction): Promise<void>
  /** The number of open sockets of this copy. */
  count(): number
}

export interface Sockets extends Realtime {
  /** Adds an open socket; with a token hash it receives the pushes that the token's user may see. */
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

/** Close code of a socket whose sign-in has ended. */
export const CLOSE_SIGNED_OUT = 4401

const PING_MS = 30_000
const MERGE_MS = 25
/**
 * The shortest time between two pushes of a topic and store. Without it a very busy venue would notify all its screens forty times
 * a second, which costs the server more than the starts themselves.
 */
export const MIN_INTERVAL_MS = 100
const MAX_TEXT_LENGTH = 4096
/** Limit in bytes of unsent data of a socket, above what a slow screen accumulates. Above it the socket is closed. */
const MAX_BUFFERED_BYTES = 1_048_576

const covers = ({ scope }: SignedIn, orgCode: string): boolean => orgCode >= scope.from && orgCode < scope.to

/** Holds the sockets of this copy and forwards the messages of all copies to them. */
export function createRealtime({ auth, bus, log, topics }: Options): Sockets {
  const connections = new Set<Connection>()
  const waiting = new Map<string, Changed>()
  const pushedAt = new Map<string, number>()

  const write = ({ socket }: Connection, text: string): void => {
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.send(text)
  }

  /**
   * Sends to the sockets that may see it now; a revoked token or another store counts from the next push on. A socket that cannot
   * be notified is closed: its client reconnects and reloads, and would show outdated data otherwise.
   */
  const push = async (connection: Connection, textFor: (user: SignedIn) => string | null): Promise<void> => {
    if (connection.tokenHash === '') return
    try {
      const user = await auth.find(connection.tokenHash)
      if (!user || user.id !== connection.userId) return connection.socket.close(CLOSE_SIGNED_OUT, 'signed out')
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
    if (message.kind === 'changed') {
      const { topic, orgCode, details } = message
      pushAll({ cmd: 'changed', topic, orgCode, details }, (user) => covers(user, orgCode))
    } else if (message.kind === 'topic') {
      const { orgCode, msgId, msgTxt } = message
      pushAll({ cmd: 'topic', msgId, msgTxt }, (user) => user.orgCode.startsWith(orgCode))
    } else if (message.kind === 'user') {
      const { userId, msgId, msgTxt } = message
      pushAll({ cmd: 'user', userId, msgId, msgTxt }, (user) => user.id === userId)
    }
  })

  // Messages sent while the connection was down are lost, so all clients reload.
  bus.onReconnect(() => {
    for (const connection of connections) {
      for (const topic of topics) {
        void push(connection, ({ orgCode }) => JSON.stringify({ cmd: 'changed', topic, orgCode }))
      }
    }
  })

  // After a sign-out the socket must receive nothing more.
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
      const { topic, orgCode, details } = event
      if (!topics.has(topic)) throw new Error(`no slice names the topic ${topic}`)
      // An event with data of its own is never merged with others.
      if (trx || details) return bus.send({ kind: 'changed', ...event }, trx)
      const key = `${topic} ${orgCode}`
      if (!waiting.has(key)) {
        const next = (pushedAt.get(key) ?? Number.NEGATIVE_INFINITY) + MIN_INTERVAL_MS
        setTimeout(sendWaiting, Math.max(MERGE_MS, next - performance.now()), key)
      }
      waiting.set(key, event)
    },
    message: (to, msgId, msgTxt, trx) =>
      bus.send('orgCode' in to ? { kind: 'topic', ...to, msgId, msgTxt } : { kind: 'user', ...to, msgId, msgTxt }, trx),
    accept(socket, userId, tokenHash) {
      const connection: Connection = { socket, userId, tokenHash, alive: true }
      connections.add(connection)
      // The sign-in may have ended during the lookup, before this socket could be closed with it.
      void push(connection, () => null)
      const markAlive = () => {
        connection.alive = true
      }
      socket.on('pong', markAlive)
      socket.on('message', (data: Buffer) => {
        markAlive()
        const msgTxt = data.toString().slice(0, MAX_TEXT_LENGTH)
        write(connection, JSON.stringify({ cmd: 'heartcheck', msgId: randomUUID(), msgTxt }))
      })
      socket.on('close', () => connections.delete(connection))
      socket.on('error', () => socket.terminate())
    },
    count: () => connections.size,
    async close() {
      clearInterval(pings)
      for (const { socket } of connections) socket.close(1001, 'the server stops')
      const closed = [...connections].map(({ socket }) => new Promise<void>((resolve) => socket.once('close', resolve)))
      const forceTimer = setTimeout(() => {
        for (const { socket } of connections) socket.terminate()
      }, 1000)
      await Promise.all(closed)
      clearTimeout(forceTimer)
    },
  }
}
