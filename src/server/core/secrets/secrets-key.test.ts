import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Config, readConfig } from '#server/config.ts'
import { type Database, EVERY_STORE, openDatabase } from '#server/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/postgres.ts'
import { createSealer } from './sealing.ts'
import { secretsKey } from './secrets-key.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.appUrl, { size: 3 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-key-'))
  await db.scoped(EVERY_STORE, async (trx) => {
    await trx.updateTable('member').set({ idNumberSealed: '' }).execute()
  })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const configOf = (more: Partial<Config> = {}): Config => ({ ...readConfig({}), dataDir: folder, ...more })
const holdNumber = () =>
  db.scoped(EVERY_STORE, async (trx) => {
    await trx.updateTable('member').set({ idNumberSealed: 'v1.x' }).where('id', '=', '100001').execute()
  })

describe('the key of what is sealed', () => {
  it('is created at the first start in a file that only its owner can read, once for all copies that start together', async () => {
    const keys = await Promise.all([secretsKey(configOf(), db), secretsKey(configOf(), db), secretsKey(configOf(), db)])
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
    const path = join(folder, 'secrets.key')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(Buffer.from(await readFile(path, 'utf8'), 'base64')).toEqual(keys[0])
    await holdNumber()
    expect(await secretsKey(configOf(), db)).toEqual(keys[0])
  })

  it('cannot be replaced while something is sealed with it, and can be otherwise', async () => {
    const one = Buffer.alloc(32, 1)
    const another = Buffer.alloc(32, 2)
    await secretsKey(configOf({ secretsKey: another }), db)
    await secretsKey(configOf({ secretsKey: one }), db)
    await holdNumber()
    await expect(secretsKey(configOf({ secretsKey: another }), db)).rejects.toThrow('another key')
    await expect(secretsKey(configOf(), db)).rejects.toThrow('PITLANE_SECRETS_KEY or the file')
    expect(await readdir(folder)).toEqual([])
    expect(await secretsKey(configOf({ secretsKey: one }), db)).toEqual(one)
  })

  it('is refused if it is incomplete', async () => {
    await writeFile(join(folder, 'secrets.key'), 'c2hvcnQ=')
    await expect(secretsKey(configOf(), db)).rejects.toThrow('must hold 32 bytes in base64')
    expect(() => readConfig({ PITLANE_SECRETS_KEY: 'c2hvcnQ=' })).toThrow('PITLANE_SECRETS_KEY must be 32 bytes')
  })
})

describe('what is sealed', () => {
  const sealer = createSealer(Buffer.alloc(32, 3))

  it('opens only with its key and for its purpose, and does not reveal equal values', () => {
    const sealed = sealer.seal('11010519491231002X', 'member A01A01')
    expect(sealed).not.toBe(sealer.seal('11010519491231002X', 'member A01A01'))
    expect(sealer.open(sealed, 'member A01A01')).toBe('11010519491231002X')
    expect(() => sealer.open(sealed, 'member A01A02')).toThrow()
    expect(() => createSealer(Buffer.alloc(32, 4)).open(sealed, 'member A01A01')).toThrow()
    expect(sealer.open(sealer.seal('', 'x'), 'x')).toBe('')
  })
})
