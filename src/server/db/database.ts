import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, type Transaction as KyselyTransaction, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
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

export interface Database {
  /** Statements outside a transaction: they see no row of a table that has `org_code`. */
  kysely: Kysely<Tables>
  pool: pg.Pool
  /**
   * Runs work in one transaction that sees and writes only the scope's rows.
   *
   * It is run again, in a new transaction, when PostgreSQL gives it up for a deadlock or a serialization failure, so it
   * must do nothing but talk to the database.
   */
  scoped<T>(scope: Scope, work: (trx: Transaction) => Promise<T>): Promise<T>
  /**
   * One statement, prepared under its name, in one round trip; answers the first column of its first row. For SQL
   * functions, which set their own scope in their beginning with `set_config('pitlane.scope', …, true)`.
   */
  call<T>(name: string, statement: string, values: readonly unknown[]): Promise<T>
  close(): Promise<void>
}

interface Options {
  /** Connections of this copy of the server. */
  size?: number
  /** How long a connection may be silent while it works; longer than any statement may take. */
  silenceMs?: number
  /** Hears of connections that break. */
  onError?: (error: Error) => void
}

const ATTEMPTS = 4
/** The role ends statements and waiting transactions after 60 seconds, and the pool ends idle connections then. */
const SILENCE_MS = 65_000

/** A number from PostgreSQL's bigint; one that JavaScript cannot hold exactly is an error, never a rounded amount. */
function safeInteger(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint out of range: ${value}`)
  return number
}

/** Dates without a time stay text, because a business day has no zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === pg.types.builtins.INT8) return safeInteger
    if (format !== 'binary' && oid === pg.types.builtins.DATE) return (value: string) => value
    return pg.types.getTypeParser(oid, format)
  },
}

function endingIfSilent(milliseconds: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(milliseconds, () => socket.destroy(new Error('Connection terminated: it was silent')))
}

/** Opens the pool of one server copy; nothing is connected before the first statement. */
export function openDatabase(url: string, { size = 16, silenceMs = SILENCE_MS, onError }: Options = {}): Database {
  const pool = new pg.Pool({
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
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return {
    kysely,
    pool,
    scoped: (scope, work) => retried(() => inTransaction(kysely, scope, work)),
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
    close: () => kysely.destroy(),
  }
}

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

/** Begins and sets the scope in one round trip. */
function inTransaction<T>(kysely: Kysely<Tables>, scope: Scope, work: (trx: Transaction) => Promise<T>): Promise<T> {
  const from = pg.escapeLiteral(scope.from)
  const to = pg.escapeLiteral(scope.to)
  const begin = `begin; select set_config('pitlane.scope', ${from}, true), set_config('pitlane.scope_end', ${to}, true)`
  return kysely.connection().execute(async (connection) => {
    await sql.raw(begin).execute(connection)
    try {
      // One connection with an open transaction is all that the type stands for.
      const result = await work(connection as Transaction)
      await sql.raw('commit').execute(connection)
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

/** Whether the database, and not the request, is at fault: the caller may try again later. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (UNAVAILABLE.has(code) || BROKEN.has(code)) return true
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(error.message)
  )
}
