import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withClient } from '#server/db/roles.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type Copy, startCopy } from './copy.ts'
import { AUTH_QUERY, type Pooler, startPooler } from './pooler.ts'
import { DATABASE, type Node, setSynchronous, startPrimary, startStandby, syncStateOf } from './postgres.ts'
import { type HaProxy, startProxy } from './proxy.ts'

interface Options {
  /** For all files of the cluster. */
  folder: string
  copies: number
  /** Where the proxy listens; by default any free port. */
  port?: number
  /** The built server; by default its sources. */
  program?: string
  /** Further settings of each copy. */
  env?: NodeJS.ProcessEnv
  /** Whether PostgreSQL flushes its writes to disk. */
  fsync?: boolean
  tell?: (line: string) => void
}

export interface Cluster {
  /** Of its files. */
  folder: string
  /** Where terminals and browsers reach it. */
  url: string
  /** The owner's address of whichever node is the primary. */
  ownerUrl: string
  primary: Node
  standby: Node
  pooler: Pooler
  proxy: HaProxy
  copies: Copy[]
  stop(): Promise<void>
}

export const POOLER_ROLE = 'pitlane_pooler'
/** Connections of the pooler to PostgreSQL. */
const POOL_SIZE = 40
const WAIT_SECONDS = 5

/** Starts all parts of a cluster on this machine: HAProxy, copies, PgBouncer, and a primary with a synchronous standby. */
export async function startCluster(options: Options): Promise<Cluster> {
  const { folder, copies: count, fsync = true, tell = () => undefined } = options
  const closers: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const password = randomBytes(24).toString('hex')
    const primary = await startPrimary({ name: 'one', folder: join(folder, 'one'), password, fsync })
    closers.push(() => primary.remove())
    tell(`primary     port ${primary.port}`)
    const standby = await startStandby(primary, { name: 'two', folder: join(folder, 'two'), password, fsync })
    closers.push(() => standby.remove())
    tell(`standby     port ${standby.port}`)
    await setSynchronous(primary, 'two')
    await waitFor('the synchronous standby', async () => (await syncStateOf(primary, 'two')) === 'sync')
    const ports: number[] = []
    for (let index = 0; index < count; index++) ports.push(await freePort())
    const port = options.port ?? (await freePort())
    const proxy = await startProxy({ folder: join(folder, 'proxy'), port, copies: ports, nodes: [primary, standby] })
    closers.push(() => proxy.stop())
    const ownerUrl = proxy.onPrimary(primary.ownerUrl)
    await waitFor('the way to the primary', () => leadsToPrimary(ownerUrl))
    await prepareDatabase(ownerUrl)
    const secret = randomBytes(24).toString('hex')
    await setUpPooler(ownerUrl, secret)
    const auth = { user: POOLER_ROLE, password: secret, query: AUTH_QUERY }
    const pooler = await startPooler({
      folder: join(folder, 'pooler'),
      primary: { host: '127.0.0.1', port: proxy.primaryPort },
      database: DATABASE,
      auth,
      poolSize: POOL_SIZE,
      waitSeconds: WAIT_SECONDS,
    })
    closers.push(() => pooler.kill())
    tell(`PgBouncer   port ${pooler.port}`)
    const { port: poolerPort } = pooler
    const appUrl = `postgres://127.0.0.1:${poolerPort}/${DATABASE}`
    const replicaUrl = proxy.onStandby(DATABASE)
    const copies: Copy[] = []
    const env = { PITLANE_DEMO: '1', PITLANE_PUBLIC_URL: proxy.url, ...options.env }
    // One after the other: the first one fills the database.
    for (const [index, at] of ports.entries()) {
      const given = {
        name: `copy ${index + 1}`,
        port: at,
        dataDir: join(folder, 'data'),
        ownerUrl,
        appUrl,
        replicaUrl,
        env,
      }
      const copy = await startCopy({ ...given, ...(options.program ? { program: options.program } : {}) })
      closers.push(() => copy.stop())
      copies.push(copy)
      tell(`${copy.name}      ${copy.url}`)
    }
    await waitFor('a copy behind the proxy', () => fetch(`${proxy.url}/readyz`).then(({ ok }) => ok))
    return { folder, url: proxy.url, ownerUrl, primary, standby, pooler, proxy, copies, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Until its first checks HAProxy takes each node for the primary, in turn. */
export async function leadsToPrimary(url: string): Promise<boolean> {
  for (let tries = 0; tries < 4; tries++) {
    const isStandby = await withClient(url, async (client) => {
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      return rows[0]?.standby ?? true
    })
    if (isStandby) return false
  }
  return true
}

/** Runs `deploy/pgbouncer/setup.sql` as a superuser, with this password. */
export async function setUpPooler(superuserUrl: string, password: string): Promise<void> {
  const text = await readFile(new URL('../../deploy/pgbouncer/setup.sql', import.meta.url), 'utf8')
  await withClient(superuserUrl, (client) => client.query(text.replaceAll(":'password'", `'${password}'`)))
}

const PATIENCE_MS = 60_000
const RETRY_MS = 50

/** Waits for a condition, which may also fail meanwhile. Throws after `patience` ms, by default a minute. */
export async function waitFor(
  what: string,
  holds: () => Promise<boolean>,
  patience: number = PATIENCE_MS,
): Promise<void> {
  const limit = performance.now() + patience
  while (!(await holds().catch(() => false))) {
    if (performance.now() > limit) throw new Error(`${what} did not come within ${patience / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}
