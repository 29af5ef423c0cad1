import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { diskStorage } from '#server/core/files/disk-storage.ts'
import { EVERY_STORE, openDatabase } from '#server/db/database.ts'
import { ensureAppRole, withClient } from '#server/db/roles.ts'
import { writeArchive } from '#server/features/backups/backup.archive.ts'
import { exportAll } from '#server/features/backups/backup.export.ts'
import { restoreBackup } from '#server/features/backups/index.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { createBareDatabase } from '#tests/support/postgres/bare-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'pitlane-older-'))
const name = `older_${process.pid}_${Date.now()}`
const olderUrl = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href
let bare: Awaited<ReturnType<typeof createBareDatabase>>
beforeAll(async () => {
  await withClient(inject('postgresUrl'), ensureAppRole)
  bare = await createBareDatabase()
})
afterAll(async () => {
  await bare.drop()
  await withClient(inject('postgresUrl'), (client) => client.query(`drop database if exists ${name} with (force)`))
  rmSync(folder, { recursive: true })
})

/** Row counts; the table of play records had another name in the earlier version. */
const countsOf = (ownerUrl: string, playRecords: string): Promise<unknown> =>
  withClient(ownerUrl, async (owner) => {
    await owner.query("select set_config('pitlane.scope', '', false), set_config('pitlane.scope_end', '~', false)")
    const tables = ['store', 'user_account', 'member', 'vehicle', 'consume_order', 'audit_entry']
    const counts = tables.map((table) => `(select count(*)::int from public.${table}) as ${table}`)
    counts.push(`(select count(*)::int from public.${playRecords}) as play_record`)
    return (await owner.query(`select ${counts.join(', ')}`)).rows[0]
  })

it('restores a backup of an earlier version with all its data', async () => {
  await withClient(inject('postgresUrl'), (client) => client.query(`create database ${name}`))
  await withClient(olderUrl, async (owner) => {
    await ensureAppRole(owner)
    await owner.query(readFileSync(new URL('previous.sql', import.meta.url), 'utf8'))
    // Its job queue has another version than ours.
    await owner.query(
      'create schema pgboss; create table pgboss.version (version int); insert into pgboss.version values (1)',
    )
  })
  const before = await countsOf(olderUrl, 'play_before_pay')
  const path = join(folder, 'pitlane-2026-01-31T04-20-00Z.tar.gz')
  const archive = await writeArchive(path, undefined)
  await exportAll({ ownerUrl: olderUrl, storage: diskStorage(join(folder, 'files')), secretsKey: undefined }, archive)
  await archive.end()
  const { ownerUrl } = bare
  const prepare = () => prepareDatabase(ownerUrl, undefined, { restoring: true })
  const dataDir = join(folder, 'restored')
  await restoreBackup(path, undefined, { ownerUrl, dataDir, storage: diskStorage(join(dataDir, 'files')), prepare })
  expect(before).toMatchObject({ user_account: 8, play_record: 80 })
  expect(await countsOf(ownerUrl, 'play_record')).toEqual(before)
  // A server starts on it, and its money adds up.
  await prepareDatabase(ownerUrl)
  const db = openDatabase(ownerUrl, { size: 2 })
  try {
    expect(await db.scoped(EVERY_STORE, replayLedger)).toEqual([])
  } finally {
    await db.close()
  }
})
