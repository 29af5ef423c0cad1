import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import {
  CamelCasePlugin,
  Kysely,
  type Transaction as KyselyTransaction,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely'
import pg from 'pg'
import { yieldToCounter } from './list-priority.ts'
import type { Tables } from './tables.ts'

/** The rows that a piece of work may touch: `orgCode >= from and orgCode < to`, both compared byte by byte. */
export interface Scope {
  from: string
  to: string
}

/** Every store: for the platform administrator and for the server's own work, such as sign-in. */
export const EVERY_STORE: Scope = { from: '', to: '~' }

/** A store and everything below it. */
export const scopeOf = (orgCode: string): Scope => ({ from: orgCode, to: `${orgCode}~` })

export type Transaction = KyselyTransaction<Tables>

/**
 * What a piece of work is, which decides whose connections it uses and how long a statement of it may take: the counter's
 * calls and everything else that is quick, lists, or the workbooks that are made from lists and read into them.
 */
export type Lane = 'counter' | 'lists' | 'workbooks'

export interface Database {
  /** Statements outside a transaction: they see no row of a table that has `org_code`. */
  kysely: Kysely<Tables>
  /** The counter's connections. */
  pool: pg.Pool
  /** Those of lists and workbooks. */
  listPool: pg.Pool
  /**
   * Runs work in one transaction that sees and writes only the scope's rows.
   *
   * It is run again, in a new transaction, when PostgreSQL gives it up for a deadlock or a serialization failure, so it
   * must do nothing but talk to the database. Work that only reads a list may not write, and is answered without waiting for
   * its transaction to end.
   */
  scoped<T>(scope: Scope, work: (trx: Transaction) => Promise<T>, lane?: Lane | 'reads'): Promise<T>
  /**
   * One statement, prepared under its name, in one round trip; answers the first column of its first row. For SQL
   * functions, which set their own scope in their beginning with `set_config('pitlane.scope', …, true)`.
   */
  call<T>(name: string, statement: string, values: readonly unknown[]): Promise<T>
  close(): Promise<void>
}

interface Options {
  /** Connections of this copy of the server for everything but lists and workbooks. */
  size?: number
  /** Connections for lists and workbooks besides. */
  listSize?: number
  /** How long a list may read. */
  listSeconds?: number
  /** How long a connection may be silent while it works; longer than any statement may take. */
  silenceMs?: number
  /** Hears of connections that break. */
  onError?: (error: Error) => void
}

const ATTEMPTS = 4
/** The role ends statements and waiting transactions after 60 seconds, and the pool ends idle connections then. */
const SILENCE_MS = 65_000
/**
 * What a statement may take besides the role's own limit. One process for each: a reader that is given helpers takes the
 * processors from the counter.
 */
const limitsOf = (listSeconds: number): Record<Lane | 'reads', string> => ({
  counter: '',
  reads: limit(listSeconds),
  lists: limit(listSeconds),
  workbooks: limit(Math.max(30, listSeconds)),
})

function limit(seconds: number): string {
  return `, set_config('statement_timeout', '${seconds}s', true), set_config('max_parallel_workers_per_gather', '0', true)`
}

/** A number from PostgreSQL's bigint; one that JavaScript cannot hold exactly is an error, never a rounded amount. */
function safeInteger(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint out of range: ${value}`)
  return number
}

const INT8_ARRAY = 1016
/** An array of them as PostgreSQL writes it, `{1,2}`; none of ours holds a null. */
const safeIntegers = (text: string): number[] => text.slice(1, -1).split(',').filter(Boolean).map(safeInteger)

/** Dates without a time stay text, because a business day has no zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === pg.types.builtins.INT8) return safeInteger
    if (format !== 'binary' && oid === INT8_ARRAY) return safeIntegers
    if (format !== 'binary' && oid === pg.types.builtins.DATE) return (value: string) => value
    return pg.types.getTypeParser(oid, format)
  },
}

function endingIfSilent(milliseconds: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(milliseconds, () => socket.destroy(new Error('Connection terminated: it was silent')))
}

/** Opens the pool of one server copy; nothing is connected before the first statement. */
export function openDatabase(url: string, options: Options = {}): Database {
  const { size = 16, listSize = 4, listSeconds = 5 } = options
  const limits = limitsOf(listSeconds)
  const pool = openPool(url, size, options)
  // A list begins, says its scope and asks in one trip.
  const listPool = openPool(url, listSize, { ...options, pipeline: true })
  listPool.on('connect', yieldToCounter)
  const kysely = kyselyOf(pool)
  const lists = kyselyOf(preparing(listPool))
  return {
    kysely,
    pool,
    listPool,
    scoped: (scope, work, lane = 'counter') =>
      retried(() => inTransaction(lane === 'counter' ? kysely : lists, scope, { lane, limit: limits[lane] }, work)),
    call: <T>(name: string, statement: string, values: readonly unknown[]) =>
      retried(async () => {
        const { rows } = await pool.query<[T], unknown[]>({
          name,
          text: statement,
          values: [...values],
          rowMode: 'array',
        })
        return rows[0]?.[0] as T
      }),
    close: async () => {
      await Promise.all([pool.end(), listPool.end()])
    },
  }
}

interface PoolOptions extends Options {
  /** Statements are sent without waiting for the answers to earlier ones. */
  pipeline?: boolean
}

function openPool(url: string, size: number, options: PoolOptions): pg.Pool {
  const { silenceMs = SILENCE_MS, onError, pipeline = false } = options
  const pool = new pg.Pool({
    pipeline,
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // The host may be gone without a word: TCP alone would keep the call waiting, and the connection from others, for a quarter of an hour.
    stream: () => endingIfSilent(silenceMs),
    application_name: 'pitlane',
    types,
  })
  // A connection may break while it is lent and silent; without a listener of its own that would end the whole server.
  pool.on('connect', (client) => client.on('error', (error) => onError?.(error)))
  pool.on('error', () => undefined)
  return pool
}

/** Begins the text of a statement that is sent again and again: each connection prepares it once. */
export const PREPARED = '/* prepared */'
/** Texts differ by their filters, and a connection keeps what it has prepared: the first that come again, and no more. */
const MOST_PREPARED = 200

/** Connections that give statements marked so a name, which has them prepared. */
function preparing(pool: pg.Pool): PostgresPool {
  const seen = new Set<string>()
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known || names.size >= MOST_PREPARED) return known
    if (seen.has(text)) names.set(text, `list-${names.size}`)
    else if (seen.size < 10 * MOST_PREPARED) seen.add(text)
    return names.get(text)
  }
  return {
    async connect() {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[]) => {
        together(client)
        const name = text.startsWith(PREPARED) ? nameOf(text) : undefined
        return client.query({ text, values: [...values], ...(name ? { name } : {}) })
      }
      // The part of a client that statements need; none of ours reads by a cursor of the driver.
      return { query, release: () => client.release() } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}

/** Sends what is asked in one go as one packet: a transaction's beginning with its first statement. */
function together(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const kyselyOf = (pool: PostgresPool): Kysely<Tables> =>
  new Kysely({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/**
 * Looks beyond a transaction's scope for a moment, on its own connection: for what is addressed to a store from above. The
 * work's own conditions are all that keeps foreign rows away.
 */
export async function seeingEveryStore<T>(trx: Transaction, back: Scope, work: () => Promise<T>): Promise<T> {
  const set = ({ from, to }: Scope) =>
    sql`select set_config('pitlane.scope', ${from}, true), set_config('pitlane.scope_end', ${to}, true)`.execute(trx)
  await set(EVERY_STORE)
  // Where the work fails, the transaction fails with it.
  const result = await work()
  await set(back)
  return result
}

/** Begins, sets the scope and the limits in one round trip. */
function inTransaction<T>(
  kysely: Kysely<Tables>,
  scope: Scope,
  { lane, limit }: { lane: Lane | 'reads'; limit: string },
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  const from = pg.escapeLiteral(scope.from)
  const to = pg.escapeLiteral(scope.to)
  const scoped = `set_config('pitlane.scope', ${from}, true), set_config('pitlane.scope_end', ${to}, true)`
  const begin = `${lane === 'reads' ? 'begin read only' : 'begin'}; select ${scoped}${limit}`
  return kysely.connection().execute(async (connection) => {
    const begun = sql.raw(begin).execute(connection)
    // Where statements need not wait for each other, the first goes along; it is heard before anything is believed.
    if (lane !== 'counter') begun.catch(() => undefined)
    else await begun
    try {
      // One connection with an open transaction is all that the type stands for.
      const result = await work(connection as Transaction)
      await begun
      const committed = sql.raw('commit').execute(connection)
      // What was only read is as true whether its transaction ends well or not; whoever has the connection next waits for it.
      if (lane === 'reads') committed.catch(() => undefined)
      else await committed
      return result
    } catch (error) {
      // A connection that cannot even roll back is broken; the first error says why.
      await sql
        .raw('rollback')
        .execute(connection)
        .catch(() => undefined)
      throw error
    }
  })
}

/** Serialization failure, deadlock; and a prepared plan that a migration has outdated. */
const REPEATABLE = new Set(['40001', '40P01', '0A000'])
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '53300', '08000', '08003', '08006', '55P03'])
/** PostgreSQL ended a statement that took too long. */
const CANCELLED = '57014'
const BROKEN = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (!REPEATABLE.has(codeOf(error)) || count === ATTEMPTS) throw error
      await delay(5 * count + Math.random() * 15 * count)
    }
  }
}

/** Whether a statement took longer than its lane allows. */
export const tookTooLong = (error: unknown): boolean => codeOf(error) === CANCELLED

/** Whether the database, and not the request, is at fault: the caller may try again later. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (UNAVAILABLE.has(code) || BROKEN.has(code) || code === CANCELLED) return true
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(error.message)
  )
}
