import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { inject } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'

const root = join(import.meta.dirname, '..', '..', '..')

export interface BuiltServer {
  readonly url: string
  readonly port: number
  /** Restarts it at the same address on the same data; does nothing while it runs. */
  start(): Promise<void>
  /** SIGKILL to the server's whole process group. */
  kill(): Promise<void>
  /** Stops it gracefully, with its PostgreSQL. */
  stop(): Promise<void>
}

export interface VenueServer extends BuiltServer {
  /** Queries as the owner of the database, without row-level security. */
  query<T = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T[]>
  /** A call with a token; returns the response envelope. */
  call<T = unknown>(token: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T>
  /** Signs in an account; returns its token. */
  signIn(username: string): Promise<string>
  /** Stops it and deletes its data. */
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

/** The built server with a copy of the demo venue of this run. */
export async function startVenue(): Promise<VenueServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-venue-'))
  // Copies owners and modes: as root, the database files belong to another account.
  await promisify(execFile)('cp', ['-a', `${inject('demoData')}/.`, dataDir])
  const server = await startBuiltServer(dataDir)
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
      return withOwner(dataDir, async (owner) => (await owner.query(sql, values)).rows as T[])
    },
    async signIn(username) {
      const { result } = await call<{ result: { token: string } }>('', '/sys/login', { username, password: PASSWORD })
      return result.token
    },
    async remove() {
      // The data is discarded, so a clean shutdown is not needed.
      await server.kill()
      await endPostgres(dataDir)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const PASSWORD = 'pitlane-demo'

/** Runs a callback as the owner of the database of a data folder, without row-level security. */
export async function withOwner<T>(dataDir: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrlOf(dataDir) })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** The process and port of the embedded PostgreSQL of a data folder, while it runs. */
function postgresOf(dataDir: string): { pid: number; port: string } {
  const [pid, , , port = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return { pid: Number(pid), port }
}

/** PostgreSQL survives a killed server; this ends it at once. */
async function endPostgres(dataDir: string): Promise<void> {
  try {
    const { pid } = postgresOf(dataDir)
    process.kill(pid, 'SIGQUIT')
    while (isAlive(pid)) await delay(20)
  } catch (error) {
    // It has just ended by itself.
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function ownerUrlOf(dataDir: string): string {
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8')
  const { port } = postgresOf(dataDir)
  return `postgres://pitlane_owner:${password}@127.0.0.1:${port}/pitlane`
}
