import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Transaction } from '#server/db/database.ts'

/** The channel of PostgreSQL's NOTIFY. SQL functions and triggers send messages on it too, such as `{"kind":"devices"}`. */
export const NOTIFY_CHANNEL = 'pitlane'

/**
 * The data of each kind of message. A module that has a kind of its own adds it:
 * `declare module '#server/core/realtime/bus.ts' { interface BusMessages { … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each module adds its kinds
export interface BusMessages {}

/** A message of one of the kinds. */
export type BusMessage = { [K in keyof BusMessages]: { kind: K } & BusMessages[K] }[keyof BusMessages]

/** Messages between the copies of the server: LISTEN/NOTIFY over one connection that reconnects by itself. */
export interface Bus {
  /** False while messages of other copies may be missed. */
  readonly connected: boolean
  /** Subscribes to all messages, of this copy and of others. */
  listen(listener: (message: BusMessage) => void): void
  /** Runs whenever the connection is restored; messages sent while it was down are lost. */
  onReconnect(work: () => void): void
  /** Sends to all copies: with a transaction when it commits, without one at once, to this copy first. */
  send(message: BusMessage, trx?: Transaction): Promise<void>
  close(): Promise<void>
}

interface Options {
  /** Straight to PostgreSQL: a pooler does not pass LISTEN on. */
  url: string
  db: Database
  onTrouble: (error: unknown) => void
}

const HEARTBEAT_MS = 2000
const TIMEOUT_MS = 3000
const RETRY_MS = 500
/** While the database is away, at most one warning per minute is logged. */
const LOG_EVERY_ATTEMPTS = 120

/** Starts listening. Resolves when the first attempt to connect has succeeded or failed; retries continue by themselves. */
export async function openBus({ url, db, onTrouble }: Options): Promise<Bus> {
  const self = randomUUID()
  const listeners: ((message: BusMessage) => void)[] = []
  const reconnectHandlers: (() => void)[] = []
  let client: pg.Client | undefined
  let connected = false
  let closed = false
  let heartbeat: NodeJS.Timeout | undefined

  const dispatch = (message: BusMessage): void => {
    for (const listener of listeners) {
      try {
        listener(message)
      } catch (error) {
        onTrouble(error)
      }
    }
  }

  const receive = (payload: string | undefined): void => {
    try {
      const message = JSON.parse(payload ?? '') as BusMessage & { from?: string }
      if (message.from !== self) dispatch(message)
    } catch (error) {
      onTrouble(error)
    }
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
      application_name: 'pitlane bus',
    })
    client = next
    next.on('error', onTrouble)
    next.on('notification', ({ payload }) => receive(payload))
    try {
      await next.connect()
      await next.query(`listen ${NOTIFY_CHANNEL}`)
    } catch (error) {
      next.end().catch(() => undefined)
      throw error
    }
    next.once('end', () => void lost(next))
    connected = true
    // A TCP connection can break without an error; only a reply to a query proves that it works.
    heartbeat = setInterval(() => next.query('select').catch(() => lost(next)), HEARTBEAT_MS)
    heartbeat.unref()
  }

  const lost = async (which: pg.Client): Promise<void> => {
    if (which !== client) return
    client = undefined
    connected = false
    clearInterval(heartbeat)
    which.end().catch(() => undefined)
    for (let tries = 0; !closed; tries++) {
      await delay(RETRY_MS, undefined, { ref: false })
      if (closed) return
      try {
        await connect()
        for (const work of reconnectHandlers) work()
        return
      } catch (error) {
        if (tries % LOG_EVERY_ATTEMPTS === 0) onTrouble(error)
      }
    }
  }

  await connect().catch((error: unknown) => {
    onTrouble(error)
    if (client) void lost(client)
  })

  return {
    get connected() {
      return connected
    },
    listen: (listener) => void listeners.push(listener),
    onReconnect: (work) => void reconnectHandlers.push(work),
    async send(message, trx) {
      if (trx) {
        await sql`select pg_notify(${NOTIFY_CHANNEL}, ${JSON.stringify(message)})`.execute(trx)
        return
      }
      dispatch(message)
      await db.call('notify', 'select pg_notify($1, $2)', [NOTIFY_CHANNEL, JSON.stringify({ ...message, from: self })])
    },
    async close() {
      closed = true
      clearInterval(heartbeat)
      await client?.end().catch(() => undefined)
    },
  }
}
