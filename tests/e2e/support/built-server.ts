import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inject } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { freePort } from '#tests/support/free-port.ts'

const CREATION_CHECK_MS = 100

const root = join(import.meta.dirname, '..', '..', '..')

export interface BuiltServer {
  readonly url: string
  readonly port: number
  /** Restarts it at the same address on the same data; does nothing while it runs. */
  start(): Promise<void>
  /** SIGKILL to the server's whole process group; an embedded PostgreSQL outlives it. */
  kill(): Promise<void>
  /** Stops it gracefully, with an embedded PostgreSQL. */
  stop(): Promise<void>
}

export interface VenueServer extends BuiltServer {
  /** Queries as the owner of the database, without row-level security. */
  query<T = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T[]>
  /** A call with a token; returns the response envelope. */
  call<T = unknown>(token: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T>
  /** Signs in an account; returns its token. */
  signIn(username: string): Promise<string>
  /** Stops it and deletes its data and its database. */
  remove(): Promise<void>
}

/** Cleans up after an aborted run. */
const leftBehind = new Set<() => void>()
process.once('exit', () => {
  for (const end of leftBehind) end()
})

/** Runs the built server on a data folder, in its own process group. */
export async function startBuiltServer(dataDir: string, given: Record<string, string> = {}): Promise<BuiltServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let running: { pid: number; exited: Promise<unknown> } | undefined

  async function start(): Promise<void> {
    if (running) return
    const own = {
      PORT: String(port),
      PITLANE_DATA_DIR: dataDir,
      PITLANE_DEMO: '1',
      DATABASE_URL: '',
      PITLANE_MQTT_URL: 'off',
    }
    const env = { ...process.env, ...own, ...given }
    const main = join(root, 'dist', 'server', 'main.js')
    const child = spawn(process.execPath, [main], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const exited = once(child, 'exit')
    let printed = ''
    const ready = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (piece: string) => {
          printed = (printed + piece).slice(-20_000)
          if (printed.includes('Pitlane is ready.')) resolve()
        })
      }
    })
    const ended = exited.then(([code]) => Promise.reject(new Error(`the server ended with ${code}: ${printed}`)))
    ended.catch(() => undefined)
    await Promise.race([ready, ended])
    running = { pid: child.pid as number, exited }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = running
    running = undefined
    if (!ending) return
    process.kill(-ending.pid, signal)
    await ending.exited
  }

  leftBehind.add(() => void end('SIGKILL').catch(() => undefined))
  await start()
  return { url, port, start, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/**
 * The built server with a copy of the demo venue of this run: a separate database in the PostgreSQL that all journeys share, and a
 * separate data folder. Killing the server does not kill PostgreSQL; `first-run`, `npm-start` and `outage` test the embedded one.
 */
export async function startVenue(given: Record<string, string> = {}): Promise<VenueServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-venue-'))
  const { data, postgresUrl } = inject('demo')
  const database = `venue_${randomUUID().replaceAll('-', '')}`
  await withClient(postgresUrl, async (owner) => {
    const named = () => owner.query('select from pg_database where datname = $1', [DEMO_DATABASE])
    // It is created meanwhile; a failure stops its PostgreSQL, which ends this at once.
    while ((await named()).rowCount === 0) await delay(CREATION_CHECK_MS)
  })
  await Promise.all([
    cp(data, dataDir, { recursive: true }),
    withClient(postgresUrl, (owner) =>
      owner.query(`create database ${database} template ${DEMO_DATABASE} strategy file_copy`),
    ),
  ])
  const ownerUrl = databaseAt(postgresUrl, database)
  const server = await startBuiltServer(dataDir, { DATABASE_URL: ownerUrl, ...given })
  const call = async <T>(token: string, path: string, body?: unknown, headers = {}): Promise<T> => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(token ? { 'X-Access-Token': token } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as T
  }
  return {
    ...server,
    call,
    query<T>(sql: string, values: unknown[] = []) {
      return withClient(ownerUrl, async (owner) => (await owner.query(sql, values)).rows as T[])
    },
    async signIn(username) {
      const { result } = await call<{ result: { token: string } }>('', '/sys/login', { username, password: PASSWORD })
      return result.token
    },
    async remove() {
      // The data is discarded, so a clean shutdown is not needed.
      await server.kill()
      await withClient(postgresUrl, (owner) => owner.query(`drop database ${database} with (force)`))
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const PASSWORD = 'pitlane-demo'

/** The database of the demo venue after the first start of a server; nothing is connected to it. */
export const DEMO_DATABASE = 'demo'

/** The URL of another database of the same PostgreSQL. */
export const databaseAt = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href
