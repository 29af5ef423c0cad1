import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { embeddedSettings } from '#server/db/embedded.settings.ts'
import { withClient } from '#server/db/roles.ts'
import { findLauncher } from '#server/db/unprivileged.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type Part, startPart } from './part.ts'

/** Where Debian installs PostgreSQL servers, each below its major version. */
const VERSIONS = '/usr/lib/postgresql'
const OLDEST = 15
const OWNER = 'pitlane_owner'
const STANDBY_ROLE = 'pitlane_standby'
export const DATABASE = 'pitlane'
/** Less than HAProxy's limit for a check; a busy machine is no lost one. */
const CHECK_MS = 4000
const PROMOTION_SECONDS = 30

/**
 * A PostgreSQL of the cluster: the primary or a standby. A former primary must not be started again, because there would be two: it is
 * removed, and a standby takes its place.
 */
export interface Node extends Part {
  port: number
  /** The owner's address of the database `pitlane` on this node. */
  ownerUrl: string
  /** Where `/primary` and `/replica` answer 200 or 503, as Patroni's agent on each node does. */
  checkPort: number
  /** Ends it, its check and its files. */
  remove(): Promise<void>
}

interface Options {
  name: string
  /** For its files; they are removed with it. */
  folder: string
  /** The owner's password, one for all nodes. */
  password: string
  fsync?: boolean
  /** The ports of a former node whose place it takes, so that proxies find it; by default any free ones. */
  place?: { port: number; checkPort: number }
}

/** The programs of Debian's oldest PostgreSQL here that the server takes. */
function binaries(): string {
  const versions = (existsSync(VERSIONS) ? readdirSync(VERSIONS) : []).map(Number).filter((one) => one >= OLDEST)
  const [oldest] = versions.sort((one, other) => one - other)
  if (oldest === undefined) throw new Error(`no PostgreSQL ${OLDEST} or newer below ${VERSIONS}`)
  return join(VERSIONS, String(oldest), 'bin')
}

/** Starts a new PostgreSQL that standbys can follow. */
export async function startPrimary(options: Options): Promise<Node> {
  const { folder, password } = options
  await makeFolder(folder)
  const secret = `${folder}.password`
  await writeFile(secret, password, { mode: 0o600 })
  await own(folder, secret)
  const words = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--username=${OWNER}`, '--no-instructions']
  await run(folder, 'initdb', [...words, '-D', folder, `--pwfile=${secret}`])
  await rm(secret)
  const node = await launch(options)
  await withClient(at(node.port, 'postgres', password), async (client) => {
    await client.query(`create role ${STANDBY_ROLE} replication login password '${password}'`)
    await client.query(`create database ${DATABASE}`)
  })
  return node
}

/** Copies a primary and starts a standby that follows it; `way` is the port where it reaches the primary, if not directly. */
export async function startStandby(primary: Node, options: Options & { way?: number }): Promise<Node> {
  const { name, folder, password, fsync = true, way = primary.port } = options
  await makeFolder(folder)
  const from = `host=127.0.0.1 port=${way} user=${STANDBY_ROLE} password=${password} application_name=${name}`
  await withClient(primary.ownerUrl, (client) =>
    client.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
      [name],
    ),
  )
  // A slot keeps what the standby has not received yet.
  const words = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--create-slot', `--slot=${name}`]
  if (!fsync) words.push('--no-sync')
  await run(folder, 'pg_basebackup', [...words, '-D', folder, '-d', from])
  return launch(options)
}

/** Makes a standby the primary; resolves when it takes writes. */
export const promote = (standby: Node): Promise<void> =>
  withClient(standby.ownerUrl, async (client) => {
    const { rows } = await client.query<{ done: boolean }>(`select pg_promote(true, ${PROMOTION_SECONDS}) as done`)
    if (!rows[0]?.done) throw new Error(`${standby.name} was not promoted in ${PROMOTION_SECONDS} s`)
  })

/** Names the standby whose confirmation each commit of the primary waits for; null: none. */
export const setSynchronous = (primary: Node, standby: string | null): Promise<void> =>
  withClient(primary.ownerUrl, async (client) => {
    const names = standby === null ? '' : `FIRST 1 (${standby})`
    await client.query(`alter system set synchronous_standby_names = '${names}'`)
    await client.query('select pg_reload_conf()')
  })

/** How the primary's standbys are connected: `sync`, `async`, or null without one of this name. */
export const syncStateOf = (primary: Node, standby: string): Promise<string | null> =>
  withClient(primary.ownerUrl, async (client) => {
    const { rows } = await client.query<{ state: string }>(
      `select sync_state as state from pg_stat_replication where application_name = $1 and state = 'streaming'`,
      [standby],
    )
    return rows[0]?.state ?? null
  })

const at = (port: number, database: string, password: string): string =>
  `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`

async function launch({ name, folder, password, fsync = true, place }: Options): Promise<Node> {
  const port = place?.port ?? (await freePort())
  const settings = {
    ...embeddedSettings(port, fsync),
    max_connections: 200,
    // Also where nothing is flushed: a commit waits for the standby.
    synchronous_commit: 'on',
    wal_level: 'replica',
    max_wal_senders: 8,
    max_slot_wal_keep_size: '1GB',
    // Rows that a read at the standby still sees are not removed at the primary.
    hot_standby_feedback: 'on',
    // A connection that does not answer is closed by both sides.
    wal_sender_timeout: '5s',
    wal_receiver_timeout: '5s',
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 1,
    tcp_keepalives_count: 5,
  }
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const answers = () => withClient(at(port, 'postgres', password), async () => true)
  const part = await startPart({
    name: `PostgreSQL ${name}`,
    words: () => [...findLauncher(folder).prefix, join(binaries(), 'postgres'), '-D', folder, ...flags],
    env: ENVIRONMENT,
    ending: 'SIGINT',
    answers,
  })
  const ownerUrl = at(port, DATABASE, password)
  const check = await startCheck(at(port, 'postgres', password), place?.checkPort)
  const { port: checkPort } = check.address() as AddressInfo
  return Object.assign(part, {
    port,
    ownerUrl,
    checkPort,
    async remove() {
      check.close()
      check.closeAllConnections()
      await part.kill()
      await rm(folder, { recursive: true, force: true })
    },
  })
}

/** Answers whether a node is the primary or a replica, at the paths of Patroni's agent, and over one connection as that agent. */
async function startCheck(url: string, port = 0): Promise<Server> {
  let opened: Promise<pg.Client> | undefined
  const leave = (): void => {
    void opened?.then((client) => client.end()).catch(() => undefined)
    opened = undefined
  }
  async function open(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CHECK_MS })
    client.on('error', leave)
    await client.connect()
    return client
  }
  async function role(): Promise<'primary' | 'replica' | 'unknown'> {
    opened ??= open()
    const asked = opened.then(async (client) => {
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      return rows[0]?.standby ? 'replica' : 'primary'
    })
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('late')), CHECK_MS)
    try {
      return await Promise.race([asked, late.promise])
    } catch {
      leave()
      return 'unknown'
    } finally {
      clearTimeout(timer)
    }
  }
  const server = createServer(({ url: path }, response) => {
    void role().then((role) => response.writeHead(path === `/${role}` ? 200 : 503).end(role))
  })
  server.on('close', leave)
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return server
}

const ENVIRONMENT: NodeJS.ProcessEnv = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' }

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await own(folder, folder)
}

/** Gives a file to the account that PostgreSQL runs as, if we are root. */
async function own(folder: string, file: string): Promise<void> {
  const { owner } = findLauncher(folder)
  if (owner) await chown(file, owner.uid, owner.gid)
}

async function run(folder: string, program: string, args: readonly string[]): Promise<void> {
  const [file = '', ...words] = [...findLauncher(folder).prefix, join(binaries(), program), ...args]
  try {
    await promisify(execFile)(file, words, { env: ENVIRONMENT })
  } catch (error) {
    throw new Error(`${program}: ${String((error as { stderr?: string }).stderr ?? error).trim()}`)
  }
}
