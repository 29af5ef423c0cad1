import type { Logger } from 'pino'
import { type Config, ConfigError, readConfig } from './config.ts'
import { createLogger } from './core/log.ts'
import { openDatabase } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { analyze } from './db/migrate.ts'
import { type AppLogin, appLogin, refusePowerfulLogin, withClient } from './db/roles.ts'
import { DEMO_PASSWORD, demoStores, demoUsers } from './db/seed/access.ts'
import { seedDemo } from './db/seed/index.ts'
import { createFirstAdmin, hasAccounts } from './features/access/index.ts'
import { prepareDatabase } from './prepare.ts'
import { type Server, startServer } from './server.ts'

/** How long running requests may take to finish after the server received a stop signal. */
const STOP_PATIENCE_MS = 30_000

interface Running {
  server: Server
  stop(): Promise<void>
}

/** Forwards PostgreSQL's log lines: warnings and errors as warnings, others at debug level. */
const passOn = (line: string, log: Logger): void => {
  if (/\b(WARNING|ERROR|FATAL|PANIC):/.test(line)) log.warn({ postgres: line }, 'PostgreSQL says')
  else log.debug({ postgres: line }, 'PostgreSQL says')
}

async function start(config: Config, log: Logger): Promise<Running> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => passOn(line, log) })
  const ownerUrl = config.databaseUrl ?? embedded?.ownerUrl ?? ''
  try {
    await checkFirst(ownerUrl, config)
    await prepareDatabase(ownerUrl, (line) => log.info(line))
    const { databaseAppUrl: appUrl, databaseListenUrl: listenUrl, databaseReplicaUrl: replicaUrl } = config
    const login = await appLogin(ownerUrl, { appUrl, listenUrl, replicaUrl })
    await fillWhenNew(config, login, ownerUrl)
    const server = await startServer({ config, login, ownerUrl, log })
    server.deps.metrics.collect()
    const stop = async () => {
      await server.stop()
      await embedded?.stop()
    }
    return { server, stop }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Checks before the migrations what would stop the start after them. */
async function checkFirst(ownerUrl: string, { databaseAppUrl, demo, adminPassword }: Config): Promise<void> {
  if (databaseAppUrl) await refusePowerfulLogin(databaseAppUrl)
  if (!demo && !adminPassword && !(await isMigrated(ownerUrl))) throw lacksFirstAdmin()
}

const isMigrated = (ownerUrl: string): Promise<boolean> =>
  withClient(ownerUrl, async (client) => {
    const { rowCount } = await client.query(`select from pg_class where oid = to_regclass('schema_migration')`)
    return rowCount === 1
  })

const lacksFirstAdmin = () =>
  new ConfigError(['PITLANE_ADMIN_PASSWORD is needed for the first start; the account will be "admin"'])

/** Adds the demo venue or the first administrator to a database without accounts. */
async function fillWhenNew(config: Config, login: AppLogin, ownerUrl: string): Promise<void> {
  const db = openDatabase(login.poolUrl, { size: 2 })
  try {
    if (await hasAccounts({ db })) return
    if (config.demo) {
      await seedDemo(db)
      await analyze(ownerUrl)
    } else if (config.adminPassword) await createFirstAdmin({ db }, config.adminPassword)
    else throw lacksFirstAdmin()
  } finally {
    await db.close()
  }
}

function announce({ url }: Server, { demo, webDir }: Config): void {
  const names = Object.keys(demoUsers).join(', ')
  const lines = [
    `Pitlane is ready.`,
    `  web admin   ${url}/    (from ${webDir})`,
    `  members     ${url}/m/${demo ? demoStores.A01A01.orgCode : '<code of a store>'}`,
    `  API         ${url}/api, described at ${url}/api/docs${demo ? '' : ' for those who are signed in'}`,
    `  health      ${url}/readyz`,
    ...(demo ? [`  accounts    ${names}`, `  password    ${DEMO_PASSWORD}`] : []),
    `Stop it with Ctrl+C.`,
  ]
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}

/** Stops gracefully once; a second signal or the timeout ends the process. */
function stopOnSignals({ stop }: Running, { drainSeconds }: Config, log: Logger): void {
  let stopping = false
  const end = (code: number) => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), drainSeconds * 1000 + STOP_PATIENCE_MS).unref()
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => end(0))
  process.on('SIGTERM', () => end(0))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a bug: nothing caught this error')
    end(1)
  })
}

const readable = (error: unknown, { host, port, databaseUrl }: Config): string => {
  if (error instanceof ConfigError) return error.message
  const { code = '' } = error as { code?: string }
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use; set PORT to another, or stop what uses it.`
  if (code === 'EACCES') return `This account may not listen on ${host}:${port}; set PORT to one above 1024.`
  if (databaseUrl) {
    const server = new URL(databaseUrl).host
    if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN'].includes(code)) {
      return `PostgreSQL does not answer at ${server} (${code}); check DATABASE_URL.`
    }
    if (code === '28P01' || code === '28000') return `PostgreSQL at ${server} refuses the account in DATABASE_URL.`
  }
  return `Pitlane could not start: ${error instanceof Error ? error.message : String(error)}`
}

async function main(): Promise<void> {
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
  const log = createLogger(config.logLevel)
  try {
    const running = await start(config, log)
    stopOnSignals(running, config, log)
    announce(running.server, config)
  } catch (error) {
    log.debug({ err: error }, 'the start failed')
    process.stderr.write(`${readable(error, config)}\n`)
    process.exit(1)
  }
}

await main()
