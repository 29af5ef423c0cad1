// Installs the server's packages on bare Debian systems, as an administrator does: npm run test:install
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { generateX25519Identity } from 'age-encryption'
import { packServer } from '#scripts/packaging/server-package.ts'
import { EVERY_STORE, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { RELEASE } from '#server/db/release.ts'
import { appLogin } from '#server/db/roles.ts'
import { seedDemo } from '#server/db/seed/index.ts'
import { backUp } from '#server/features/backups/index.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { newId } from '#shared/core/id.ts'
import { ROOT } from '#tests/support/browser/bundle.ts'
import { bootMachine, type Machine } from './machine.ts'

const run = promisify(execFile)
const SITE = 'karts.test'
const STORE = 'A01A01'
const VEHICLES = 2000
const RESTART_PATIENCE_MS = 300_000
const AUTHORITY = '/etc/pitlane/local-authority.crt'

const began = performance.now()
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(0)} s`

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const at = performance.now()
  const result = await work()
  console.log(`${name}: ok (${seconds(at)})`)
  return result
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

/** Two releases: this one, and a next one with a further column and a changed function. */
async function packReleases(output: string): Promise<{ current: string; next: string }> {
  const [major, minor, patch] = RELEASE.split('.').map(Number)
  const nextRelease = `${major}.${minor}.${Number(patch) + 1}`
  const current = await packServer({ version: RELEASE, output })
  const next = await packServer({
    version: nextRelease,
    output,
    async change(lib) {
      for (const folder of ['server', 'commands']) {
        await writeFile(join(lib, folder, 'migrations', '9999-next.sql'), 'alter table member add next_note text;\n')
        const price = join(lib, folder, 'functions', 'ledger', 'day-ends.sql')
        await writeFile(price, `${await readFile(price, 'utf8')}-- of the next release\n`)
        for (const file of await readdir(join(lib, folder))) {
          if (!file.endsWith('.js')) continue
          const code = await readFile(join(lib, folder, file), 'utf8')
          await writeFile(join(lib, folder, file), code.replace(/(RELEASE = )(["'`])[\d.]+\2/, `$1"${nextRelease}"`))
        }
      }
    },
  })
  return { current, next }
}

/** An encrypted backup of the demo venue, as somebody makes it who has tried Pitlane by `npm start`. */
async function backUpDemo(folder: string, key: string): Promise<string> {
  const dataDir = join(folder, 'trial')
  const postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
  try {
    await prepareDatabase(postgres.ownerUrl)
    const db = openDatabase((await appLogin(postgres.ownerUrl)).poolUrl)
    await seedDemo(db)
    // Here more rides begin than a venue has vehicles, and none of them is paid.
    const vehicles = Array.from({ length: VEHICLES }, (_, at) => ({ id: newId(), orgCode: STORE, name: `R${at}` }))
    await db.scoped(EVERY_STORE, async (trx) => {
      await trx.updateTable('store').set({ trialLimit: -1 }).execute()
      await trx.insertInto('vehicle').values(vehicles).execute()
    })
    await db.close()
    await writeFile(join(dataDir, 'secrets.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`)
    const config = {
      dataDir,
      backupDir: join(folder, 'trial-backups'),
      backupKey: key,
      secretsKey: undefined,
      filesS3: undefined,
      backupS3: undefined,
    }
    return (await backUp(postgres.ownerUrl, config, 14)).path
  } finally {
    await postgres.stop()
  }
}

/** Runs the install script on a machine with a backup, as its administrator would. */
async function install(machine: Machine, files: { package: string; backup: string; keyFile: string }): Promise<string> {
  const script = await machine.give(join(ROOT, 'deploy/install.sh'), 'install.sh')
  const restore = await machine.give(files.backup, 'backup.tar.gz.age')
  const keyFile = await machine.give(files.keyFile, 'backup.key')
  const server = await machine.give(files.package, 'pitlane-server.deb')
  const source = ['--package', server, '--restore', restore, '--backup-key', keyFile]
  return machine.run('sh', script, '--site', SITE, '--tls', 'internal', ...source)
}

interface Terminal {
  /** Ids of the rides that its cashier saw as started, with the terminal's state then. */
  started: Map<string, string>
  refused: string[]
  /** Resolves when so many more rides were started. */
  sold(count: number): Promise<void>
  /** Ends it once everything it has is sent. */
  end(): Promise<void>
}

/** A terminal that reaches the site by its name and trusts the machine's authority; it starts on the vehicle of that number. */
async function startTerminal(machine: Machine, folder: string, store: string, first = 0): Promise<Terminal> {
  const hosts = join(folder, `hosts-of-${machine.address}`)
  await writeFile(hosts, `127.0.0.1 localhost\n${machine.address} ${SITE}\n`)
  const program = [process.execPath, join(ROOT, 'tests/install/terminal-child.ts'), join(folder, 'terminal')]
  const command = `mount --bind "$0" /etc/hosts && exec "$@"`
  const child: ChildProcess = spawn(
    'unshare',
    ['--mount', 'sh', '-c', command, hosts, ...program, `https://${SITE}`, store, String(first)],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: machine.path(AUTHORITY) }, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const started = new Map<string, string>()
  const refused: string[] = []
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  const ready = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  lines.on('line', (line) => {
    const [word, id = '', state = ''] = line.split(' ')
    if (word === 'ready') ready.resolve()
    else if (word === 'started') started.set(id, state)
    else if (word === 'refused') refused.push(line)
    else if (word === 'sent') sent.resolve()
    else console.log(`terminal: ${line}`)
  })
  for (const { promise } of [ready, sent]) promise.catch(() => undefined)
  child.once('exit', (code) => {
    const error = new Error(`the terminal ended with ${code}`)
    ready.reject(error)
    sent.reject(error)
  })
  await ready.promise
  return {
    started,
    refused,
    async sold(count) {
      const wanted = started.size + count
      const before = refused.length
      while (started.size < wanted) {
        if (refused.length > before + 100) throw new Error(`the terminal starts nothing: ${refused.at(-1)}`)
        await delay(200)
      }
    },
    async end() {
      child.stdin?.write('end\n')
      await sent.promise
    },
  }
}

const query = async (machine: Machine, statement: string): Promise<string> =>
  (await machine.run('runuser', '-u', 'postgres', '--', 'psql', '-qAtX', '-d', 'pitlane', '-c', statement)).trim()

async function everyRideOnce(machine: Machine, { started }: Terminal): Promise<void> {
  const ids = [...started.keys()]
  check(ids.length > 0, 'the terminal started no ride')
  const found = await query(machine, `select id from play_record where id in (${ids.map((id) => `'${id}'`).join(',')})`)
  const stored = found.split('\n').filter(Boolean)
  check(
    stored.length === ids.length && new Set(stored).size === ids.length,
    `${ids.length} rides were started, and ${stored.length} are stored`,
  )
}

const releaseOf = async (machine: Machine): Promise<string> => (await machine.run('pitlane', 'version')).trim()

async function isServed(machine: Machine): Promise<void> {
  const options = ['--silent', '--show-error', '--fail', '--cacert', machine.path(AUTHORITY)]
  const resolve = ['--resolve', `${SITE}:443:${machine.address}`, '--resolve', `${SITE}:80:${machine.address}`]
  const { stdout } = await run('curl', [...options, ...resolve, `https://${SITE}/readyz`])
  check(stdout.includes('"ready"'), `readyz answered ${stdout}`)
  const plain = await run('curl', [
    ...options,
    ...resolve,
    '--output',
    '/dev/null',
    '--write-out',
    '%{http_code}',
    `http://${SITE}/`,
  ])
  check(plain.stdout === '308', `plain HTTP answers ${plain.stdout}, not a redirection`)
}

/** The service was restarted: until it answers, rides begin without it, and a new release has not migrated the database yet. */
async function servesAgain(machine: Machine): Promise<void> {
  const limit = performance.now() + RESTART_PATIENCE_MS
  for (;;) {
    try {
      return await isServed(machine)
    } catch (error) {
      if (performance.now() > limit) throw error
      await delay(500)
    }
  }
}

async function main(): Promise<void> {
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(ROOT, '.cache', 'install-'))
  const machines: Machine[] = []
  const boot = async (number: number) => {
    const machine = await bootMachine(number, folder)
    machines.push(machine)
    return machine
  }
  try {
    const key = await generateX25519Identity()
    const keyFile = join(folder, 'backup.key')
    await writeFile(keyFile, `${key}\n`, { mode: 0o600 })
    const packages = await step('two releases are packed', () => packReleases(join(folder, 'packages')))
    const trial = await step('the demo venue is backed up', () => backUpDemo(folder, key))
    const first = await step('a bare Debian boots', () => boot(1))
    await step('the server is installed there with TLS, and the venue restored', () =>
      install(first, { package: packages.current, backup: trial, keyFile }),
    )
    await step('browsers reach it by HTTPS only', () => isServed(first))
    const terminal = await step('a terminal connects and is enrolled', () => startTerminal(first, folder, STORE))
    await step('it sells', () => terminal.sold(10))
    await step('the server is upgraded meanwhile', async () => {
      const path = await first.give(packages.next, 'next.deb')
      await first.run('apt-get', 'install', '-y', '-qq', path)
      await servesAgain(first)
      await terminal.sold(10)
      check((await releaseOf(first)) !== RELEASE, 'the old release runs')
      check((await query(first, 'select count(*) from schema_release')) === '2', 'the database was not migrated')
    })
    await step('the server is rolled back meanwhile', async () => {
      await first.run('apt-get', 'install', '-y', '-qq', '--allow-downgrades', '/root/pitlane-server.deb')
      await servesAgain(first)
      await terminal.sold(10)
      check((await releaseOf(first)) === RELEASE, 'the new release runs')
      await first.run('pitlane', 'status')
    })
    await step('each ride is stored once', async () => {
      await terminal.end()
      await everyRideOnce(first, terminal)
    })
    await step('the commands of the server work there', async () => {
      const trail = await first.run('pitlane', 'audit-verify')
      check(trail.includes('nothing is missing or edited'), `audit-verify printed ${trail}`)
      check((await first.run('pitlane', 'files', '--help')).includes('copy --back'), 'files does not explain itself')
    })
    const backup = await step('a backup is made and the machine lost', async () => {
      // A backup of a database of the next release is read by that release only.
      await first.run('apt-get', 'install', '-y', '-qq', '/root/next.deb')
      await servesAgain(first)
      const printed = await first.run('pitlane', 'backup')
      const inside = /^(\S+\.age) /m.exec(printed)?.[1] ?? ''
      const copy = join(folder, 'backup.tar.gz.age')
      await run('cp', [first.path(inside), copy])
      await first.stop()
      machines.splice(0)
      return copy
    })
    const second = await step('a second bare Debian boots', () => boot(2))
    await step('the backup is restored there', () => install(second, { package: packages.next, backup, keyFile }))
    await step('it has each ride once, and the terminal goes on selling there', async () => {
      await everyRideOnce(second, terminal)
      const again = await startTerminal(second, folder, '', terminal.started.size + terminal.refused.length)
      await again.sold(5)
      await again.end()
      await everyRideOnce(second, again)
    })
    const offline = [...terminal.started.values()].filter((state) => state === 'offline').length
    console.log(
      `${terminal.started.size} rides (${offline} without the server), ${terminal.refused.length} refused; all in ${seconds(began)}`,
    )
    for (const line of new Set(terminal.refused)) console.log(`  ${line}`)
  } finally {
    for (const machine of machines) await machine.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

await main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)
