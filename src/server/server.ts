import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { createAuth } from './core/auth/auth.ts'
import { createTerminalKeys } from './core/auth/terminal-keys.ts'
import { createDictionaries } from './core/dictionaries.ts'
import { closeOneByOne, createDraining } from './core/draining.ts'
import { checkStorage, fileStore, storageOf } from './core/files/files.ts'
import { createJobs } from './core/jobs/jobs.ts'
import {
  createLaneLimits,
  createMemberLimit,
  createPublicLimit,
  createStandbyLimit,
  createTokenLimit,
} from './core/limits/lane.ts'
import { createRateLimit, TOKEN_CALLS_PER_MINUTE } from './core/limits/rate-limit.ts'
import { createMetrics } from './core/metrics/metrics.ts'
import { openBus } from './core/realtime/bus.ts'
import { createRealtime } from './core/realtime/realtime.ts'
import { collect } from './core/registry.ts'
import { createSealer } from './core/secrets/sealing.ts'
import { secretsKey } from './core/secrets/secrets-key.ts'
import type { Deps, Slice } from './core/slice.ts'
import { openStandby, type Standby } from './core/standby/standby.ts'
import { type Database, openDatabase, openReadPool } from './db/database.ts'
import type { AppLogin } from './db/roles.ts'
import { backUp } from './features/backups/index.ts'
import { slices } from './slices.ts'

/** A read waits no longer for a standby that is gone, and then asks the primary. */
const STANDBY_CONNECT_MS = 1000

export interface Server {
  app: FastifyInstance
  deps: Deps
  /** The actual address, such as `http://127.0.0.1:8080`. */
  url: string
  /**
   * Reports that this copy is not ready and serves on for the drain time; in its second half closes the sockets one by one. Then refuses
   * new connections, finishes running requests, and closes sockets and database connections.
   */
  stop(): Promise<void>
}

interface Parts {
  config: Config
  login: AppLogin
  /** The database address of the owner, only for backups; without it no backups are made. */
  ownerUrl?: string
  log: FastifyBaseLogger
  clock?: () => Date
  /** Slices besides the product's own, for tests. */
  moreSlices?: readonly Slice[]
}

/** One running copy of the server over a migrated database. */
export async function startServer({
  config,
  login,
  ownerUrl,
  log,
  clock = () => new Date(),
  moreSlices = [],
}: Parts): Promise<Server> {
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'a database connection reported an error')
  const storage = storageOf(config, (error) => log.warn({ err: error }, 'the storage of files failed'))
  await checkStorage(storage, (error) => log.warn({ err: error }, 'the storage of files does not answer'))
  const { databaseConnections: size, listConnections: listSize, listSeconds, poolerPrepares } = config
  const metrics = createMetrics(clock)
  const onStatement = metrics.statement
  const pools = { size, listSize, listSeconds, poolerPrepares }
  const db = openDatabase(login.poolUrl, { ...pools, onError: onTrouble, onStatement })
  const key = await secretsKey(config, db).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  const sealer = createSealer(key)
  const bus = await openBus({ url: login.directUrl, db, onTrouble })
  const auth = createAuth(db, bus, clock)
  const terminalKeys = createTerminalKeys(db, bus)
  const registry = collect(slices)
  const realtime = createRealtime({ auth, bus, log, topics: registry.topics })
  const dictionaries = createDictionaries(db.kysely, bus)
  const jobs = createJobs({ db, bus, log, works: config.jobs })
  const { lists, workbooks } = createLaneLimits(listSize)
  const standby = standbyOf(config, login, db, { clock, onStatement, log })
  const deps: Deps = {
    config,
    db,
    standby,
    registry,
    auth,
    terminalKeys,
    realtime,
    files: fileStore(storage),
    sealer,
    dictionaries,
    bus,
    jobs,
    draining: createDraining(),
    metrics,
    backUp: async (keepDays) => {
      if (ownerUrl === undefined) throw new Error('this server does not know how the owner of the database connects')
      return backUp(ownerUrl, config, keepDays)
    },
    lists,
    workbooks,
    memberWrites: createMemberLimit(size),
    tokenCalls: createTokenLimit(size),
    tokenRate: createRateLimit(TOKEN_CALLS_PER_MINUTE, bus, clock, onTrouble),
    strangers: createPublicLimit(),
    clock,
    log,
  }
  const app = await buildApp(deps, realtime, [...slices.map(({ mount }) => mount), ...moreSlices])
  const drain = async () => {
    deps.draining.begin()
    const halfMs = (config.drainSeconds * 1000) / 2
    if (halfMs === 0) return
    await delay(halfMs)
    await closeOneByOne(app.websocketServer.clients, halfMs)
  }
  const close = async () => {
    // A keep-alive connection that finishes its request later would stay open otherwise.
    const idle = setInterval(() => app.server.closeIdleConnections(), 50)
    await Promise.all([app.close(), realtime.close()])
    clearInterval(idle)
    await jobs.stop()
    deps.tokenRate.close()
    await bus.close()
    await standby?.close()
    await db.close()
    metrics.close()
  }
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= drain().then(close)
    return stopping
  }
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await close()
    throw error
  }
  jobs.start()
  const { port } = app.server.address() as AddressInfo
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return { app, deps, url: `http://${host}:${port}`, stop }
}

/** The standby of DATABASE_REPLICA_URL; undefined if none is set. */
function standbyOf(
  { listConnections: listSize, listSeconds, poolerPrepares, replicaSeconds }: Config,
  { replicaUrl }: AppLogin,
  db: Database,
  { clock, onStatement, log }: Pick<Deps, 'clock' | 'log'> & { onStatement: Deps['metrics']['statement'] },
): Standby | undefined {
  if (replicaUrl === undefined) return undefined
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'the standby did not answer a read')
  const options = {
    listSize,
    listSeconds,
    poolerPrepares,
    onError: onTrouble,
    onStatement,
    connectMs: STANDBY_CONNECT_MS,
  }
  const reads = openReadPool(replicaUrl, options)
  const turns = createStandbyLimit(listSize)
  return openStandby({ db, reads, turns, clock, maxAgeMs: replicaSeconds * 1000, onTrouble })
}
