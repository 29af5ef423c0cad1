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
  /** Starts it again at the same address on the same data; does nothing while it runs. */
  start(): Promise<void>
  /** SIGKILL to the server's whole process group. */
  kill(): Promise<void>
  /** Ends it as a person does, with its PostgreSQL. */
  stop(): Promise<void>
}

export interface VenueServer extends BuiltServer {
  /** Rows as the owner of the database sees them, past row-level security. */
  query<T = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T[]>
  /** A call with somebody's token; answers the envelope. */
  call<T = unknown>(token: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T>
  /** The token of an account. */
  signIn(username: string): Promise<string>
  /** Ends it and removes its data. */
  remove(): Promise<void>
}

/** A run that is cut short leaves nothing behind. */
const leftBehind = new Set<() => void>()
process.once('exit', () => {
  for (const end of leftBehind) end()
})

/** Runs the built server on a data folder, in a process group of its own. */
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
  // With owners and modes: as root the database files belong to another account.
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
      // Nothing of it is kept: neither has to write anything down first.
      await server.kill()
      await endPostgres(dataDir)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const PASSWORD = 'pitlane-demo'

/** Works as the owner of the database of a data folder, past row-level security. */
export async function withOwner<T>(dataDir: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrlOf(dataDir) })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** Process and port of the embedded PostgreSQL of a data folder, as long as it runs. */
function postgresOf(dataDir: string): { pid: number; port: string } {
  const [pid, , , port = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return { pid: Number(pid), port }
}

/** PostgreSQL outlives a server that is killed, and not one that was stopped: it ends here, whatever it had still to write. */
async function endPostgres(dataDir: string): Promise<void> {
  try {
    const { pid } = postgresOf(dataDir)
    process.kill(pid, 'SIGQUIT')
    while (isAlive(pid)) await delay(20)
  } catch (error) {
    // It has ended by itself just now.
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
