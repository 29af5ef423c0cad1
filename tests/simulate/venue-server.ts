import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ENDING_JOBS } from '#tests/walks/acts.ts'

/** Commands to the server's process: set the clock, and run at once what is due then. */
export interface Order {
  number: number
  offset?: number
  jobs?: ((typeof ENDING_JOBS)[number] | 'payments')[]
}

/** What it reports. */
export interface Said {
  ready?: string
  done?: number
  trouble?: string
  logged?: string
}

export interface VenueServer {
  url: string
  logs: string[]
  /** When its process ended though nobody had asked it to, and what it wrote. */
  unasked: readonly string[]
  /** Resolves when it answers, at once unless it was just killed. */
  up(): Promise<unknown>
  /** Runs what is due by the clock as set meanwhile. */
  tell(order: Omit<Order, 'number'>): Promise<void>
  /** Kills it like a power cut, and restarts it at the same address. */
  kill(): Promise<void>
  /** Ends it gracefully, and restarts it at the same address. */
  restart(): Promise<void>
  /** Stops and continues its process; its connections stay open, and nothing answers. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Of a server that is one of several copies. */
export interface CopyOptions {
  port: number
  /** The database without a pooler, for `LISTEN`. */
  directUrl: string
  /** A standby of the database. */
  replicaUrl: string
  env?: NodeJS.ProcessEnv
}

/**
 * Flags of Node for programs that are often started and live for seconds: with room for what a start makes, they collect garbage
 * only later.
 */
export const SHORT_LIVED = ['--min-semi-space-size=64', '--initial-old-space-size=512']

const PROGRAM = fileURLToPath(new URL('./server-child.ts', import.meta.url))
/** How often a copy is started while the database is away; a single server must start at once. */
const MAX_STARTS = 100
const RESTART_MS = 300

/** A server in a process of its own over an existing database; the program may be one bundled file, which starts faster. */
export async function startVenueServer(
  databaseUrl: string,
  dataDir: string,
  offset: () => number,
  program = PROGRAM,
  copy?: CopyOptions,
): Promise<VenueServer> {
  const logs: string[] = []
  const unasked: string[] = []
  const waiting = new Map<number, (reply: Said) => void>()
  let port = String(copy?.port ?? 0)
  let child: ChildProcess
  let count = 0
  let url = ''
  /** Whether its process is expected to end. */
  let isEnding = false

  async function start(): Promise<void> {
    for (let starts = 1; ; starts++)
      try {
        return await startOnce()
      } catch (error) {
        if (!copy || starts === MAX_STARTS) throw error
        await delay(RESTART_MS)
      }
  }

  async function startOnce(): Promise<void> {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const words = {
      PATH,
      NODE_COMPILE_CACHE,
      PORT: port,
      PITLANE_DATA_DIR: dataDir,
      SIMULATE_DATABASE: databaseUrl,
      PITLANE_JOBS: '1',
      PITLANE_MQTT_URL: 'off',
      ...(copy ? { SIMULATE_DIRECT: copy.directUrl, SIMULATE_REPLICA: copy.replicaUrl } : {}),
      ...copy?.env,
    }
    isEnding = false
    const next = fork(program, [], {
      env: { ...words, SIMULATE_OFFSET: String(offset()) },
      execArgv: ['--disable-warning=ExperimentalWarning', ...SHORT_LIVED],
      // A copy that starts while the database is away says so each time.
      silent: copy !== undefined,
    })
    child = next
    let heard = ''
    next.stderr?.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    await new Promise<void>((resolve, reject) => {
      let isUp = false
      child.once('exit', (code, signal) => {
        reject(new Error(`the server ended with ${code}: ${heard}`))
        if (isUp && !isEnding) {
          unasked.push(`a server ended by itself with ${code ?? signal}: ${heard}`)
          if (copy) void again('SIGKILL').catch(() => undefined)
        }
        for (const hear of waiting.values()) hear({ trouble: 'it was killed' })
      })
      child.on('message', ({ ready, done, trouble, logged }: Said) => {
        if (logged) logs.push(logged)
        if (done !== undefined) waiting.get(done)?.({ done, trouble })
        if (!ready) return
        url = ready
        port = new URL(ready).port
        isUp = true
        resolve()
      })
    })
  }
  /** Ends its process, which may have ended already. */
  async function end(signal: NodeJS.Signals): Promise<void> {
    isEnding = true
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  /** One after the other: a copy may be killed again while it starts. */
  function again(signal: NodeJS.Signals): Promise<void> {
    const before = starting.catch(() => undefined)
    starting = (async () => {
      if (copy) await before
      await end(signal)
      await start()
    })()
    return starting
  }
  let starting = start()
  await starting

  return {
    get url() {
      return url
    },
    logs,
    unasked,
    up: () => starting,
    async tell(order) {
      await starting
      const number = ++count
      const reply = await new Promise<Said>((resolve) => {
        waiting.set(number, resolve)
        child.send({ ...order, offset: offset(), number })
      })
      waiting.delete(number)
      if (reply.trouble) throw new Error(`the server could not do what is due: ${reply.trouble}`)
    },
    kill: () => again('SIGKILL'),
    restart: () => again('SIGTERM'),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      await starting
      await end('SIGKILL')
    },
  }
}
