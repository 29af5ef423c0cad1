import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
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
  /** Resolves when it answers, at once unless it was just killed. */
  up(): Promise<unknown>
  /** Runs what is due by the clock as set meanwhile. */
  tell(order: Omit<Order, 'number'>): Promise<void>
  /** Kills it like a power cut, and restarts it at the same address. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** A server in a process of its own over an existing database; the program may be one bundled file, which starts faster. */
export async function startVenueServer(
  databaseUrl: string,
  dataDir: string,
  offset: () => number,
  program = fileURLToPath(new URL('./server-child.ts', import.meta.url)),
): Promise<VenueServer> {
  const logs: string[] = []
  const waiting = new Map<number, (reply: Said) => void>()
  let port = '0'
  let child: ChildProcess
  let count = 0
  let url = ''

  async function start(): Promise<void> {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const words = {
      PATH,
      NODE_COMPILE_CACHE,
      PORT: port,
      PITLANE_DATA_DIR: dataDir,
      SIMULATE_DATABASE: databaseUrl,
      PITLANE_JOBS: '1',
      PITLANE_MQTT_URL: 'off',
    }
    child = fork(program, [], {
      env: { ...words, SIMULATE_OFFSET: String(offset()) },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => {
        reject(new Error(`the server ended with ${code}`))
        for (const hear of waiting.values()) hear({ trouble: 'it was killed' })
      })
      child.on('message', ({ ready, done, trouble, logged }: Said) => {
        if (logged) logs.push(logged)
        if (done !== undefined) waiting.get(done)?.({ done, trouble })
        if (!ready) return
        url = ready
        port = new URL(ready).port
        resolve()
      })
    })
  }
  let starting = start()
  await starting

  return {
    get url() {
      return url
    },
    logs,
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
    async kill() {
      starting = (async () => {
        child.kill('SIGKILL')
        await once(child, 'exit')
        await start()
      })()
      await starting
    },
    async stop() {
      await starting
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
