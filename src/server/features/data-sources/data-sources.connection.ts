import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { targetAddress } from '#server/core/net/target-address.ts'
import { AppError } from '#shared/core/errors.ts'
import { DEFAULT_ZONE } from '#shared/core/time.ts'
import { readDatabaseAddress, type SslMode } from '#shared/features/data-sources/database-address.calc.ts'

/** How to reach a database. */
export interface Login {
  dbUrl: string
  dbUsername: string
  dbPassword: string
}

/** A column of an answer; times and dates are texts in the wire format. */
export interface SourceColumn {
  name: string
  type: 'text' | 'number' | 'date' | 'time' | 'flag'
}
export type SourceValue = string | number | boolean | null

export interface SourceAnswer {
  columns: SourceColumn[]
  rows: Record<string, SourceValue>[]
  /** Whether there are more rows than were asked for. */
  isCut: boolean
}

const CONNECT_MS = 5000
const STATEMENT_MS = 5000
/** Above the statement's own limit: a database that does not keep it is disconnected. */
const ANSWER_MS = STATEMENT_MS + 2000
/** Limit of an answer in bytes. */
const MAX_BYTES = 8 * 1_048_576
/** Limit in bytes of what a server sends at sign-in, and between two queries. */
const MAX_UNASKED_BYTES = 65_536
const POOL_SIZE = 2
const IDLE_MS = 30_000

const tlsOf = (sslMode: SslMode, host: string): pg.ClientConfig['ssl'] => {
  if (sslMode === 'disable') return false
  return { servername: host.replace(/^\[|\]$/g, ''), rejectUnauthorized: sslMode === 'verify-full' }
}

/** Every value as PostgreSQL writes it; `toValue` converts. */
const asText: pg.CustomTypesConfig = { getTypeParser: () => (value: unknown) => value }

/** What the driver has besides its types: it passes everything that a server sends, decrypted, to its parser here. */
interface Listening {
  attachListeners(stream: Duplex): void
}

/**
 * A connection that ends when its server sends more bytes than are awaited. The driver itself would collect a message of any
 * announced length.
 */
class MeteredClient extends pg.Client {
  #left = MAX_UNASKED_BYTES
  #refusal = () => new AppError('dataSources.unreachable', { field: 'dbUrl' })

  constructor(config?: pg.ClientConfig) {
    super(config)
    const listening = this.connection as unknown as Listening
    const attach = listening.attachListeners.bind(listening)
    listening.attachListeners = (stream) => {
      stream.on('data', ({ length }: Buffer) => {
        this.#left -= length
        if (this.#left < 0) stream.destroy(this.#refusal())
      })
      attach(stream)
    }
    // The driver leaves a refused sign-in open, which the server may never close.
    const close = () => void this.connection.stream.destroy()
    this.connection.on('error', close).on('errorMessage', close)
    this.connection.once('readyForQuery', () => this.connection.off('errorMessage', close))
  }

  /** Awaits at most so many bytes from now on; above that the connection ends with this refusal. */
  awaitBytes(most: number, refusal = this.#refusal): void {
    this.#left = most
    this.#refusal = refusal
  }
}

/** Opens a pool to the address that was checked, not to the name. */
export async function openSource(login: Login, allowed: readonly string[], size = POOL_SIZE): Promise<pg.Pool> {
  const address = readDatabaseAddress(login.dbUrl)
  if (!address) throw new AppError('dataSources.unreachable')
  const pool = new pg.Pool({
    Client: MeteredClient,
    host: await targetAddress(address.host, allowed),
    port: address.port,
    database: address.database,
    user: login.dbUsername,
    // Called if a password is asked for. For an empty text the driver would take PGPASSWORD, which belongs to our own database, or
    // leave the connection open; no database takes an empty password, so one that is never right is refused at once.
    password: () => login.dbPassword || randomUUID(),
    ssl: tlsOf(address.sslMode, address.host),
    max: size,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    application_name: 'pitlane',
    types: asText,
  })
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  return pool
}

const NUMBERS = new Set([20, 21, 23, 26, 700, 701, 1700])
const TYPES: Readonly<Record<number, SourceColumn['type']>> = { 16: 'flag', 1082: 'date', 1114: 'time', 1184: 'time' }
const typeOf = (oid: number): SourceColumn['type'] => (NUMBERS.has(oid) ? 'number' : (TYPES[oid] ?? 'text'))

function toValue(type: SourceColumn['type'], given: string | null): SourceValue {
  if (given === null) return null
  if (type === 'flag') return given === 't'
  if (type === 'time') return given.slice(0, 'yyyy-MM-dd HH:mm:ss'.length)
  if (type !== 'number') return given
  const number = Number(given)
  const isExact = Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number)
  return isExact ? number : given
}

// A transaction that only reads: no statement in it can switch that off, and its end takes back what it has set.
const BEGIN = `begin transaction isolation level repeatable read read only;
  set local statement_timeout = '${STATEMENT_MS}ms';
  set local lock_timeout = '1s';
  set local idle_in_transaction_session_timeout = '10s';
  set local datestyle = 'ISO, YMD';
  set local timezone = '${DEFAULT_ZONE}'`

/** Runs work in a read-only transaction. After an error or a broken limit the connection is closed. */
export async function reading<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw isPoolFull(error) ? new AppError('dataSources.busy') : reasonOf(error)
  })
  if (!(client instanceof MeteredClient)) throw new Error('a connection of another kind')
  let limit: AppError | undefined
  const refuse = (reason: AppError): AppError => {
    limit = reason
    return reason
  }
  client.awaitBytes(MAX_BYTES, () => refuse(new AppError('dataSources.tooLarge', { limit: MAX_BYTES / 1_048_576 })))
  const patience = setTimeout(
    () => client.connection.stream.destroy(refuse(new AppError('dataSources.tooSlow'))),
    ANSWER_MS,
  )
  let isGood = false
  try {
    await client.query(`set default_transaction_read_only = on; ${BEGIN}`)
    await refuseSuperuser(client)
    const result = await work(client)
    await client.query('rollback')
    // What a function has left in the connection, such as an advisory lock.
    await client.query('discard all')
    isGood = true
    return result
  } catch (error) {
    throw limit ?? reasonOf(error)
  } finally {
    clearTimeout(patience)
    client.awaitBytes(MAX_UNASKED_BYTES)
    client.release(!isGood)
  }
}

/** A superuser may read files and run programs of that server, which no transaction prevents. */
async function refuseSuperuser(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ power: string }>(
    'select rolsuper as power from pg_catalog.pg_roles where rolname = current_user',
  )
  if (rows[0]?.power !== 'f') throw new AppError('dataSources.superuser', { field: 'dbUsername' })
}

/** Reads at most so many rows of one statement. */
export async function readRows(
  client: pg.PoolClient,
  statement: string,
  params: readonly SourceValue[],
  most: number,
): Promise<SourceAnswer> {
  const answer = await client.query<(string | null)[]>({
    text: `select * from (\n${statement}\n) as source limit ${most + 1}`,
    values: [...params],
    rowMode: 'array',
    // A message of this protocol takes one statement only.
    queryMode: 'extended',
  } as pg.QueryArrayConfig)
  const taken = new Map<string, number>()
  const columns = answer.fields.map(({ name, dataTypeID }) => {
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return { name: count === 1 ? name : `${name}_${count}`, type: typeOf(dataTypeID) }
  })
  const rows = answer.rows
    .slice(0, most)
    .map((cells) => Object.fromEntries(columns.map(({ name, type }, at) => [name, toValue(type, cells[at] ?? null)])))
  return { columns, rows, isCut: answer.rows.length > most }
}

/** Whether other statements held all connections for so long; the database itself may be well. */
const isPoolFull = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

const REASONS: Readonly<Record<string, () => AppError>> = {
  '28P01': () => new AppError('dataSources.refused', { field: 'dbPassword' }),
  '28000': () => new AppError('dataSources.refused', { field: 'dbPassword' }),
  '3D000': () => new AppError('dataSources.noDatabase', { field: 'dbUrl' }),
  '57014': () => new AppError('dataSources.tooSlow'),
  '25001': () => new AppError('dataSources.readOnly'),
  '25006': () => new AppError('dataSources.readOnly'),
}
/** Codes of a database that is going away; every other one is about the statement, like its message. */
const OF_SERVER = /^(08|53|57P|58|XX)/

/** The failure as a code; nothing of the login is in it. */
function reasonOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const known = REASONS[code]
  if (known) return known()
  if (error instanceof pg.DatabaseError && !OF_SERVER.test(code))
    return new AppError('dataSources.badStatement', { reason: message.slice(0, 300) })
  if (/SSL|certificate|TLS/i.test(message)) return new AppError('dataSources.noTls', { field: 'dbUrl' })
  return new AppError('dataSources.unreachable', { field: 'dbUrl' })
}
