import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Config, ConfigError } from '#server/config.ts'
import { type Database, EVERY_STORE } from '#server/db/database.ts'
import { fingerprintOf, SECRETS_KEY_BYTES } from './sealing.ts'

/** The file of the key if the settings contain none. */
const KEY_FILE = 'secrets.key'

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT'

async function keyInFile(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (text === null) return null
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== SECRETS_KEY_BYTES)
    throw new ConfigError([`${path} must hold ${SECRETS_KEY_BYTES} bytes in base64`])
  return key
}

/** Copies that start at once in one folder use the same key: the second one reads what the first has written. */
async function newKeyFile(path: string): Promise<Buffer> {
  const key = randomBytes(SECRETS_KEY_BYTES)
  try {
    await writeFile(path, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    return key
  } catch (error) {
    const written = (error as { code?: string }).code === 'EEXIST' ? await keyInFile(path) : null
    if (!written) throw error
    return written
  }
}

/** Whether the database holds something that only its key opens and that nobody could enter again. */
const isUsed = sql<boolean>`(exists (select from member where id_number_sealed <> '') or exists (select from face_template))`

/**
 * The key that seals identity numbers and face templates: from the settings, or from a file in the data folder, which the first start creates.
 *
 * The database stores the key's fingerprint, so that no copy of the server seals values with another key. A database without
 * sealed values accepts any key.
 */
export async function secretsKey({ secretsKey: given, dataDir }: Config, db: Database): Promise<Buffer> {
  const path = join(dataDir, KEY_FILE)
  const own = given ?? (await keyInFile(path))
  const known = await db.scoped(EVERY_STORE, async (trx) => {
    const { rows } = await sql<{ fingerprint: string; isUsed: boolean }>`
      select fingerprint, ${isUsed} as is_used from secrets_key`.execute(trx)
    return rows[0]
  })
  if (own === null && known?.isUsed) {
    throw new ConfigError([
      `PITLANE_SECRETS_KEY or the file ${path} is needed: this database holds identity numbers or face templates that only the key it was begun with can open`,
    ])
  }
  if (own === null) await mkdir(dataDir, { recursive: true })
  const key = own ?? (await newKeyFile(path))
  const fingerprint = fingerprintOf(key)
  if (known?.fingerprint === fingerprint) return key
  const stored = await db.scoped(EVERY_STORE, async (trx) => {
    const { rows } = await sql<{ fingerprint: string }>`
      insert into secrets_key as k (fingerprint) values (${fingerprint})
      on conflict (is_only) do update set fingerprint = case
        when k.fingerprint <> excluded.fingerprint and ${isUsed}
        then k.fingerprint else excluded.fingerprint end
      returning fingerprint`.execute(trx)
    return rows[0]?.fingerprint
  })
  if (stored !== fingerprint) {
    throw new ConfigError([
      `${given ? 'PITLANE_SECRETS_KEY' : path} is another key than the one that this database was begun with; every copy of the server needs that one`,
    ])
  }
  return key
}
