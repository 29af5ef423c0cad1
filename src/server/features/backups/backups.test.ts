import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { diskStorage } from '#server/core/files/disk-storage.ts'
import { storageOf } from '#server/core/files/files.ts'
import type { Storage } from '#server/core/files/storage.ts'
import { EVERY_STORE, openDatabase } from '#server/db/database.ts'
import { withClient } from '#server/db/roles.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { newId } from '#shared/core/id.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { createBareDatabase } from '#tests/support/postgres/bare-database.ts'
import { s3Server } from '#tests/support/s3-server.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { contentOf, readArchive, readBackupKey } from './backup.archive.ts'
import { TABLES } from './backup.format.ts'
import { restoreBackup } from './backup.restore.ts'
import { type BackupConfig, backUp } from './backups.service.ts'

const PHOTO = 'photos/202611/00000000-0000-4000-8000-000000000001.png'
const SECRETS_KEY = Buffer.alloc(32, 7)

let server: TestServer
let venue: Venue
let cashier: TestClient
let folder: string
const bare: { drop(): Promise<void> }[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitlane-backups-'))
  server = await startTestServer({ dataDir: join(folder, 'data') })
  venue = venueOf(server)
  cashier = await server.signIn('cashier')
  mkdirSync(join(folder, 'data', 'files', 'photos', '202611'), { recursive: true })
  writeFileSync(join(folder, 'data', 'files', PHOTO), Buffer.alloc(200_000, 'pitlane'))
  writeFileSync(join(folder, 'data', 'files', 'photos', '202611', 'empty.png'), '')
})
afterEach(async () => {
  for (const one of bare.splice(0)) await one.drop()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

let places = 0
const configOf = (given: Partial<BackupConfig> = {}): BackupConfig => ({
  dataDir: join(folder, 'data'),
  filesS3: undefined,
  backupDir: join(folder, `backups-${++places}`),
  backupS3: undefined,
  backupKey: undefined,
  secretsKey: SECRETS_KEY,
  ...given,
})
const backup = (config = configOf(), keepDays = 14) => backUp(server.database.ownerUrl, config, keepDays)

/** Restores into a new database; returns its address and folders. */
async function restored(path: string, config = configOf(), storage?: Storage) {
  const database = await createBareDatabase()
  bare.push(database)
  const { ownerUrl } = database
  const dataDir = join(folder, `restored-${++places}`)
  const key = config.backupKey === undefined ? undefined : await readBackupKey(config.backupKey)
  const restore = (prepare = () => prepareDatabase(ownerUrl, undefined, { restoring: true })) =>
    restoreBackup(path, key, { ownerUrl, dataDir, storage: storage ?? diskStorage(join(dataDir, 'files')), prepare })
  return { ownerUrl, dataDir, restore }
}

/** The rows of each table, sorted, because a rewritten table has another order. */
async function contentsOf(path: string): Promise<Record<string, string>> {
  const tables: Record<string, Buffer[]> = {}
  await readArchive(path, undefined, async ({ name, content }) => {
    const bytes = await contentOf(content)
    const table = name.startsWith(TABLES) ? name.slice(TABLES.length).replace(/\/\d+$/, '') : null
    if (table !== null) tables[table] = [...(tables[table] ?? []), bytes]
  })
  return Object.fromEntries(
    Object.entries(tables).map(([name, parts]) => {
      const lines = Buffer.concat(parts).toString('utf8').split('\n').sort()
      return [name, `${lines.length - 1} rows, ${createHash('sha256').update(lines.join('\n')).digest('hex')}`]
    }),
  )
}

/** The schema: constraints, privileges and triggers. */
const rulesOf = (ownerUrl: string) =>
  withClient(ownerUrl, async (owner) => {
    const asked = [
      `select conrelid::regclass::text as t, conname as n, pg_get_constraintdef(oid) as d from pg_constraint
         where connamespace = 'public'::regnamespace order by 1, 2`,
      `select tgrelid::regclass::text as t, tgname as n, tgenabled as d from pg_trigger where not tgisinternal order by 1, 2`,
      `select tablename as t, indexname as n, indexdef as d from pg_indexes where schemaname = 'public' order by 1, 2`,
      `select tablename as t, policyname as n, qual || with_check as d from pg_policies where schemaname = 'public' order by 1, 2`,
      `select relname as t, relrowsecurity::text as n, relforcerowsecurity::text as d from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
      `select relname as t, p.privilege_type as n, p.grantee::regrole::text as d
         from pg_class c cross join aclexplode(c.relacl) p where c.relnamespace = 'public'::regnamespace
           and p.grantee = 'pitlane_app'::regrole order by 1, 2`,
      `select p.proname as t, pg_get_function_arguments(p.oid) as n, md5(p.prosrc) as d from pg_proc p
         where pronamespace = 'public'::regnamespace order by 1, 2`,
    ]
    const answers = []
    for (const one of asked) answers.push((await owner.query(one)).rows.map(({ t, n, d }) => `${t} ${n} ${d}`))
    return answers
  })

const nextCommand = (url: string): Promise<number> =>
  withClient(url, async (owner) => Number((await owner.query(`select nextval('vehicle_command') as n`)).rows[0].n))

/** Makes sales until it is stopped. */
async function sellOn() {
  const rule = { id: newId(), orgCode: STORE, name: '备份时卖的卡', days: 30, plays: -1, price: 69_900 }
  await venue.inEveryStore((trx) => trx.insertInto('playCardRule').values(rule).execute())
  let goesOn = true
  let sold = 0
  const one = async (): Promise<void> => {
    const userId = await venue.member()
    while (goesOn) {
      const body = { consumePayMode: 'cash' as const, userId, sysDepartChangwanRoleId: rule.id }
      await cashier.rechargeOrders.add({ key: newId(), body })
      sold += 1
    }
  }
  const all = Promise.all([one(), one(), one()])
  return {
    sold: () => sold,
    async end() {
      goesOn = false
      await all
    },
  }
}

describe('a backup', () => {
  it('is a consistent snapshot during sales, and restores a consistent ledger', async () => {
    const config = configOf()
    const sales = await sellOn()
    await until(() => expect(sales.sold()).toBeGreaterThan(5))
    const { path } = await backup(config)
    const atEnd = sales.sold()
    await until(() => expect(sales.sold()).toBeGreaterThan(atEnd))
    await sales.end()
    const { ownerUrl, dataDir, restore } = await restored(path)
    const { tally } = await restore()
    expect(tally.rows['public.ledger_line']).toBeGreaterThan(5)
    const db = openDatabase(ownerUrl, { size: 2 })
    try {
      expect(await db.scoped(EVERY_STORE, (trx) => findBroken(trx))).toEqual([])
    } finally {
      await db.close()
    }
    // A backup of the restored database has the same rows.
    const again = await backUp(ownerUrl, configOf({ dataDir }), 14)
    expect(await contentsOf(again.path)).toEqual(await contentsOf(path))
    expect(await rulesOf(ownerUrl)).toEqual(await rulesOf(server.database.ownerUrl))
    // Vehicles ignore command numbers that they have seen, also those sent after the backup.
    expect(await nextCommand(ownerUrl)).toBeGreaterThan((await nextCommand(server.database.ownerUrl)) + 1_000_000)
    const original = readFileSync(join(config.dataDir, 'files', PHOTO))
    expect(readFileSync(join(dataDir, 'files', PHOTO)).equals(original)).toBe(true)
    expect(readdirSync(join(dataDir, 'files', 'photos', '202611'))).toHaveLength(2)
  })

  it('takes files from a bucket, and restores them into another or into the data folder', async () => {
    const s3 = await s3Server()
    const bucket = (prefix: string) => ({ ...s3.filesS3, prefix })
    const content = Buffer.alloc(200_000, 'pitlane')
    const put = (key: string, bytes: Buffer) => s3.state.objects.set(key, { content: bytes, at: new Date() })
    const empty = PHOTO.replace('.png', '.jpg')
    put(`one/${PHOTO}`, content)
    put(`one/${empty}`, Buffer.alloc(0))
    put('elsewhere/a.png', content)
    // Consoles of S3 make such objects for folders.
    for (const key of ['one/', 'one/photos/']) put(key, Buffer.alloc(0))
    try {
      const config = configOf({ filesS3: bucket('one/') })
      const { path } = await backup(config)
      const other = configOf({ filesS3: bucket('two/') })
      const inBucket = await restored(path, other, storageOf(other))
      // The answer to the first file is lost, so it is sent twice.
      s3.state.failures = ['lost']
      expect((await inBucket.restore()).tally.files).toBe(2)
      const keys = [...s3.state.objects.keys()].filter((key) => key.startsWith('two/')).sort()
      expect(keys).toEqual([`two/${empty}`, `two/${PHOTO}`])
      expect(s3.state.objects.get(`two/${PHOTO}`)?.content.equals(content)).toBe(true)
      const onDisk = await restored(path)
      expect((await onDisk.restore()).tally.files).toBe(2)
      expect(readFileSync(join(onDisk.dataDir, 'files', PHOTO)).equals(content)).toBe(true)
      // While the bucket is away there is no backup, and its record says why.
      await s3.close()
      await expect(backup(config)).rejects.toThrow('files.unavailable')
      const [run] = await venue.inEveryStore((trx) =>
        trx.selectFrom('backupRun').selectAll().orderBy('startedAt', 'desc').limit(1).execute(),
      )
      expect(run).toMatchObject({ state: 'failed', reason: expect.stringContaining('fetch failed') })
      expect(readdirSync(config.backupDir)).toHaveLength(1)
    } finally {
      await s3.close()
    }
  })

  it('leaves no file that looks like a backup when it is killed midway', async () => {
    const config = configOf()
    const killed = await killedMidway(config)
    expect(killed.halves).toHaveLength(1)
    const half = join(config.backupDir, killed.halves[0] ?? '')
    const { ownerUrl, restore } = await restored(half)
    await expect(restore()).rejects.toThrow(/not whole/)
    await withClient(ownerUrl, async (owner) => {
      const { rows } = await owner.query(
        `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace`,
      )
      expect(rows[0]?.tables).toBe(0)
    })
    // The next backup is not affected.
    const { path } = await backup(config)
    expect(path).toMatch(/Z\.tar\.gz$/)
  })

  it('reports a full disk, leaves no file, and is recorded as failed', async (context) => {
    const config = configOf()
    mkdirSync(config.backupDir)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', config.backupDir], { stdio: 'ignore' })
    } catch {
      return context.skip('no disk of its own can be mounted here')
    }
    try {
      await expect(backup(config)).rejects.toThrow(/ENOSPC/)
      expect(readdirSync(config.backupDir)).toEqual([])
    } finally {
      execFileSync('umount', ['-l', config.backupDir])
    }
    const failed = await venue.rows('backupRun').where('state', 'failed')
    expect(failed).toContainEqual(expect.objectContaining({ fileName: '', reason: expect.stringMatching(/ENOSPC/) }))
  })

  it('is detected as damaged if any bit has flipped', async () => {
    const { path } = await backup()
    const whole = readFileSync(path)
    const { restore } = await restored(`${path}.turned`)
    const beginning = Array.from({ length: 40 }, (_, at) => 20 + at * 37)
    const everywhere = Array.from({ length: 20 }, (_, at) => Math.floor((whole.length * (at + 0.5)) / 20))
    for (const at of [...beginning, ...everywhere]) {
      const turned = Buffer.from(whole)
      turned[at] = (turned[at] ?? 0) ^ 0x10
      writeFileSync(`${path}.turned`, turned)
      await expect(restore(), `turned at ${at}`).rejects.toThrow(/damaged|not whole|not what was written/)
    }
  })

  it('is retained for the configured days, and the last one is never removed', async () => {
    const config = configOf()
    mkdirSync(config.backupDir)
    const old = ['pitlane-2020-01-01T04-20-00Z.tar.gz', 'pitlane-2020-01-02T04-20-00Z.tar.gz.age']
    for (const name of [...old, 'holiday.tar.gz']) writeFileSync(join(config.backupDir, name), 'x')
    await expect(backUp('postgres://nobody:x@127.0.0.1:1/none', config, 7)).rejects.toThrow()
    expect(readdirSync(config.backupDir).sort()).toEqual(['holiday.tar.gz', ...old].sort())
    const { removed } = await backup(config, 7)
    expect(removed).toBe(2)
    expect(readdirSync(config.backupDir)).toHaveLength(2)
  })
})

describe('an encrypted backup', () => {
  it('opens only with its key, and contains the key of identity numbers', async () => {
    const config = configOf({ backupKey: await generateX25519Identity() })
    const { path, encrypted } = await backup(config)
    expect(encrypted).toBe(true)
    expect(readFileSync(path).includes('ledger_line')).toBe(false)
    await expect((await restored(path)).restore()).rejects.toThrow(/encrypted/)
    const other = configOf({ backupKey: await generateX25519Identity() })
    await expect((await restored(path, other)).restore()).rejects.toThrow(/not the key/)
    const { dataDir, restore } = await restored(path, config)
    await restore()
    expect(readFileSync(join(dataDir, 'secrets.key'), 'utf8').trim()).toBe(SECRETS_KEY.toString('base64'))
  })

  it('is written with the public key, and opened with the private one', async () => {
    const identity = await generateX25519Identity()
    const config = configOf({ backupKey: await identityToRecipient(identity) })
    const { path } = await backup(config)
    await expect((await restored(path, config)).restore()).rejects.toThrow(/encrypted/)
    await (await restored(path, { ...config, backupKey: identity })).restore()
  })
})

describe('a restore', () => {
  it('refuses a database that is not empty', async () => {
    const { path } = await backup()
    const { ownerUrl } = server.database
    const memberId = await venue.member()
    const storage = diskStorage(join(folder, 'files'))
    const target = { ownerUrl, dataDir: folder, storage, prepare: () => Promise.reject(new Error('never')) }
    await expect(restoreBackup(path, undefined, target)).rejects.toThrow(/not empty/)
    expect(await venue.rows('member').where('id', memberId)).toHaveLength(1)
  })

  it('can be repeated after an interruption, and no server starts in between', async () => {
    const { path } = await backup()
    const { ownerUrl, restore } = await restored(path)
    await expect(restore(() => Promise.reject(new Error('the power is gone')))).rejects.toThrow('the power is gone')
    await expect(prepareDatabase(ownerUrl)).rejects.toThrow(/npm run restore/)
    await restore()
    await prepareDatabase(ownerUrl)
    const again = await backUp(ownerUrl, configOf(), 14)
    const [now, then] = [await contentsOf(again.path), await contentsOf(path)]
    expect(now['public.ledger_line']).toBe(then['public.ledger_line'])
    expect(now['public.member']).toBe(then['public.member'])
  })
})

/** Kills the process of a backup while it waits for a table; returns the files that it has left. */
async function killedMidway(config: BackupConfig): Promise<{ halves: string[] }> {
  return withClient(server.database.ownerUrl, async (owner) => {
    await owner.query('begin')
    await owner.query(`lock table member in access exclusive mode`)
    const child = spawnBackup(config)
    const ended = once(child, 'exit')
    await until(async () => {
      const { rows } = await owner.query(
        `select count(*)::int as waiting from pg_locks where relation = 'member'::regclass and not granted`,
      )
      expect(rows[0]?.waiting).toBe(1)
    })
    child.kill('SIGKILL')
    await ended
    await owner.query('rollback')
    return { halves: readdirSync(config.backupDir) }
  })
}

const spawnBackup = ({ backupDir, dataDir }: BackupConfig): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, '../../backup.ts')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      DATABASE_URL: server.database.ownerUrl,
      PITLANE_BACKUP_DIR: backupDir,
      PITLANE_DATA_DIR: dataDir,
    },
  })
