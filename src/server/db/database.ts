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
import { isPooled } from './pooler.ts'
import type { Tables } from './tables.ts'

/** The rows that a transaction may access: `orgCode >= from and orgCode < to`, both compared byte by byte. */
export interface Scope {
  from: string
  to: string
}

/** All stores: for the platform administrator and for the server's own work, such as sign-in. */
export const EVERY_STORE: Scope = { from: '', to: '~' }

/** A store and everything below it. */
export const scopeOf = (orgCode: string): Scope => ({ from: orgCode, to: `${orgCode}~` })

export type Transaction = KyselyTransaction<Tables>

/**
 * The kind of work, which decides its connection pool and its statement timeout: calls of the counter and other quick work, lists,
 * or exports and imports of workbooks.
 */
export type Lane = 'counter' | 'lists' | 'workbooks'

export interface Database {
  /** Statements outside a transaction: they see no row of a table that has `org_code`. */
  kysely: Kysely<Tables>
  /** The pool of the counter. */
  pool: pg.Pool
  /** The pool of lists and workbooks. */
  listPool: pg.Pool
  /**
   * Runs work in one transaction that can read and write only the scope's rows.
   *
   * The work is retried in a new transaction after a deadlock or serialization failure, so it must have no effects outside the
   * database. The transaction of a list is read-only, and its result is returned without waiting for the transaction to end.
   */
  scoped<T>(scope: Scope, work: (trx: Transaction) => Promise<T>, lane?: Lane | 'reads'): Promise<T>
  /**
   * Runs one statement in one round trip and returns the first column of its first row; it is prepared under the name, unless a
   * pooler is in between. For SQL functions, which set their own scope first with `set_config('pitlane.scope', …, true)`.
   */
  call<T>(name: string, statement: string, values: readonly unknown[]): Promise<T>
  close(): Promise<void>
}

/** Read-only transactions at another PostgreSQL, such as a standby. */
export interface ReadPool {
  /** Runs `begun` first in each transaction, and `work` unless that throws. Nothing is retried. */
  read<T>(
    scope: Scope,
    lane: 'lists' | 'workbooks',
    begun: (trx: Transaction) => Promise<void>,
    work: (trx: Transaction) => Promise<T>,
  ): Promise<T>
  close(): Promise<void>
}

interface Options {
  /** Number of connections of this copy of the server, without those for lists and workbooks. */
  size?: number
  /** Number of further connections for lists and workbooks. */
  listSize?: number
  /** Statement timeout of lists. */
  listSeconds?: number
  /** How long a busy connection may be silent; longer than any statement timeout. */
  silenceMs?: number
  /** A pooler in between passes on named prepared statements: PgBouncer 1.21 or newer with `max_prepared_statements`. */
  poolerPrepares?: boolean
  /** Called with errors of broken connections. */
  onError?: (error: Error) => void
  /** Called after each statement with its duration. */
  onStatement?: (text: string, milliseconds: number) => void
}

const ATTEMPTS = 4
/** Above 60 seconds, the role's timeout of statements and idle transactions and the pool's timeout of idle connections. */
const SILENCE_MS = 65_000
/** An idle TCP connection is probed after so long; the system gives up ten seconds later. */
const KEEPALIVE_MS = 10_000
/**
 * Statement timeouts of the kinds of work, below the role's own. Parallel workers are off, because they would take the processors
 * from the counter.
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

/** Parses PostgreSQL's bigint. Throws if JavaScript cannot represent the number exactly, so that no amount is rounded. */
function safeInteger(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint out of range: ${value}`)
  return number
}

const INT8_ARRAY = 1016
/** Parses an array of bigint, `{1,2}`; none of ours contains a null. */
const safeIntegers = (text: string): number[] => text.slice(1, -1).split(',').filter(Boolean).map(safeInteger)

/** Dates without a time stay text, because a business day has no time zone. */
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

/** Creates the pools of one copy of the server; it connects at the first statement. */
export function openDatabase(url: string, options: Options = {}): Database {
  const { size = 16, listSize = 4, listSeconds = 5 } = options
  const limits = limitsOf(listSeconds)
  const pooler: PoolerState = { isPooled: undefined }
  const pool = openPool(url, size, pooler, options)
  // A list sends begin, scope and query in one round trip.
  const listPool = openPool(url, listSize, pooler, { ...options, pipeline: true })
  listPool.on('connect', (client) => {
    // A pooler hides which process of PostgreSQL runs the next transaction.
    if (!pooler.isPooled) yieldToCounter(client)
  })
  const prepares = () => options.poolerPrepares === true || pooler.isPooled === false
  const kysely = kyselyOf(pool, options)
  const lists = kyselyOf(preparing(listPool, prepares), options)
  return {
    kysely,
    pool,
    listPool,
    scoped: (scope, work, lane = 'counter') =>
      retried(() => inTransaction(lane === 'counter' ? kysely : lists, scope, { lane, limit: limits[lane] }, work)),
    call: <T>(name: string, statement: string, values: readonly unknown[]) =>
      retried(async () => {
        const begun = performance.now()
        // Not `pool.query`, which closes the connection after every error: a refusal would cost a new one, with all its plans.
        const client = await connected<pg.PoolClient>(pool)
        try {
          const { rows } = await client.query<[T], unknown[]>({
            ...(prepares() ? { name } : {}),
            text: statement,
            values: [...values],
            rowMode: 'array',
          })
          options.onStatement?.(statement, performance.now() - begun)
          client.release()
          return rows[0]?.[0] as T
        } catch (error) {
          client.release(!isOfStatement(error))
          throw error
        }
      }),
    close: async () => {
      await Promise.all([pool.end(), listPool.end()])
    },
  }
}

/** Creates a pool of read-only connections with the limits of lists; `connectMs` is how long a connection may take. */
export function openReadPool(url: string, options: Options & { connectMs: number }): ReadPool {
  const { listSize = 4, listSeconds = 5 } = options
  const pooler: PoolerState = { isPooled: undefined }
  const pool = openPool(url, listSize, pooler, { ...options, pipeline: true })
  const kysely = kyselyOf(
    preparing(pool, () => options.poolerPrepares === true || pooler.isPooled === false),
    options,
  )
  const limits = limitsOf(listSeconds)
  return {
    read: (scope, lane, begun, work) =>
      inTransaction(kysely, scope, { lane: 'reads', limit: limits[lane] }, async (trx) => {
        await begun(trx)
        return work(trx)
      }),
    close: () => pool.end(),
  }
}

/** What is known about the way to PostgreSQL: undefined before the first connection. */
interface PoolerState {
  isPooled: boolean | undefined
}

interface PoolOptions extends Options {
  /** Statements are sent without waiting for the answers to earlier ones. */
  pipeline?: boolean
  /** How long a new connection may take. */
  connectMs?: number
}

function openPool(url: string, size: number, pooler: PoolerState, options: PoolOptions): pg.Pool {
  const { silenceMs = SILENCE_MS, onError, pipeline = false, connectMs = 5000 } = options
  const pool = new pg.Pool({
    pipeline,
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    onConnect: async (client) => {
      pooler.isPooled ??= await isPooled(client)
    },
    // If the host disappears, TCP alone would block the call and its connection for a quarter of an hour.
    stream: () => endingIfSilent(silenceMs),
    application_name: 'pitlane',
    types,
  })
  // A checked-out connection may break while it is idle; an error event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', (error) => onError?.(error)))
  pool.on('error', () => undefined)
  return pool
}

/** Errors of connections that could not be opened. */
const ofOpening = new WeakSet<object>()

async function connected<C>(pool: { connect(): Promise<C> }): Promise<C> {
  try {
    return await pool.connect()
  } catch (error) {
    if (error instanceof Error) ofOpening.add(error)
    throw error
  }
}

/** Prefix of frequent statements: each connection prepares them once. */
export const PREPARED = '/* prepared */'
/** Limit of prepared statements per connection, because texts differ by their filters; the first repeated ones are prepared. */
const MAX_PREPARED = 200

/** Lets the pool's clients name statements with this prefix, so that they are prepared, if the way to PostgreSQL allows it. */
function preparing(pool: pg.Pool, prepares: () => boolean): PostgresPool {
  const seen = new Set<string>()
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known || names.size >= MAX_PREPARED) return known
    if (seen.has(text)) names.set(text, `list-${names.size}`)
    else if (seen.size < 10 * MAX_PREPARED) seen.add(text)
    return names.get(text)
  }
  return {
    async connect() {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[]) => {
        together(client)
        const name = text.startsWith(PREPARED) && prepares() ? nameOf(text) : undefined
        return client.query({ text, values: [...values], ...(name ? { name } : {}) })
      }
      // Only the overload that statements use; no code uses cursors of the driver.
      return { query, release: () => client.release() } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}

/** Sends statements issued together in one packet: the beginning of a transaction with its first statement. */
function together(client: pg.PoolClient): void {
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const kyselyOf = (pool: PostgresPool, { onStatement }: Options): Kysely<Tables> =>
  new Kysely({
    ...(onStatement ? { log: ({ query, queryDurationMillis }) => onStatement(query.sql, queryDurationMillis) } : {}),
    dialect: new PostgresDialect({ pool: { connect: () => connected(pool), end: () => pool.end() } }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/**
 * Widens a transaction's scope temporarily, for rows that are addressed to a store from above. Only the conditions of the work
 * itself exclude rows of other stores.
 */
export async function seeingEveryStore<T>(trx: Transaction, back: Scope, work: () => Promise<T>): Promise<T> {
  const set = ({ from, to }: Scope) =>
    sql`select set_config('pitlane.scope', ${from}, true), set_config('pitlane.scope_end', ${to}, true)`.execute(trx)
  await set(EVERY_STORE)
  // If the work fails, the transaction fails too.
  const result = await work()
  await set(back)
  return result
}

/** Begins a transaction and sets its scope and timeouts in one round trip. */
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
    // With pipelining the first statement is sent along; errors of the beginning are awaited before its result is used.
    if (lane !== 'counter') begun.catch(() => undefined)
    else await begun
    try {
      // The type stands for one connection with an open transaction.
      const result = await work(connection as Transaction)
      await begun
      const committed = sql.raw('commit').execute(connection)
      // Data that was only read is valid however its transaction ends; the next user of the connection waits for the end.
      if (lane === 'reads') committed.catch(() => undefined)
      else await committed
      return result
    } catch (error) {
      // A connection that cannot roll back is broken; the first error is the cause.
      await sql
        .raw('rollback')
        .execute(connection)
        .catch(() => undefined)
      throw error
    }
  })
}

/** Serialization failure, deadlock, and a prepared plan that a migration has invalidated. */
const REPEATABLE = new Set(['40001', '40P01', '0A000'])
/** Shutdown, no connection, lock timeout; 25006: a primary that has become a standby refuses writes until the proxy has noticed. */
const AWAY = ['57P01', '57P02', '57P03', '53300', '08000', '08003', '08006', '55P03', '25006']
/** PostgreSQL's machine: the disk is full, memory is short, a file cannot be written. */
const NO_ROOM = ['53100', '53200', '58030']
const UNAVAILABLE = new Set([...AWAY, ...NO_ROOM])
/** A violation of the protocol; as a fatal error it is PgBouncer's, whose connection to PostgreSQL broke or which has none. */
const VIOLATION = '08P01'
/** PostgreSQL cancelled a statement after its timeout. */
const CANCELLED = '57014'
const BROKEN = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])

/** Whether an error is only of its statement. After any other one the next statement needs another connection. */
const isOfStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !REPEATABLE.has(codeOf(error)) && !isUnavailable(error)

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

/** Whether a statement exceeded the timeout of its lane. */
export const tookTooLong = (error: unknown): boolean => codeOf(error) === CANCELLED

/** Whether the error is an outage of the database and not caused by the request; the caller may retry later. */
export function isUnavailable(error: unknown): boolean {
  // Whatever its code: where the disk is full, PostgreSQL refuses a connection with that of an internal error.
  if (error instanceof Error && ofOpening.has(error)) return true
  const code = codeOf(error)
  if (UNAVAILABLE.has(code) || BROKEN.has(code) || code === CANCELLED) return true
  if (code === VIOLATION) return (error as pg.DatabaseError).severity === 'FATAL'
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(error.message)
  )
}
