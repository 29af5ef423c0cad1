import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { s3Storage } from '#server/core/files/s3-storage.ts'
import type { Storage } from '#server/core/files/storage.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { s3Server } from '#tests/support/s3-server.ts'
import { startTestServer } from '#tests/support/server.ts'
import { readBackupKey } from './backup.archive.ts'
import { inspectBackup } from './backup.inspect.ts'
import { fetchOffSite, listOffSite, sendOffSite } from './off-site.service.ts'

const PART = 1000
const FIRST = 'pitlane-2026-11-01T04-20-00Z.tar.gz.age'
const SECOND = 'pitlane-2026-11-02T04-20-00Z.tar.gz.age'
const LATER = new Date('2026-11-02T04:21:00Z')

let folder: string
let s3: Awaited<ReturnType<typeof s3Server>>
let bucket: Storage
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitlane-off-site-'))
  mkdirSync(join(folder, 'here'))
  mkdirSync(join(folder, 'fetched'))
  s3 = await s3Server()
  bucket = s3Storage(s3.filesS3, { temporary: join(folder, 'tmp') })
})
afterEach(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

const content = Buffer.from(Array.from({ length: 3500 }, (_, index) => index % 251))
const make = (name: string) => writeFileSync(join(folder, 'here', name), content)
const send = (keepDays = 14, now = LATER) =>
  sendOffSite(bucket, join(folder, 'here'), { keepDays, now, partBytes: PART })
const fetched = (name?: string) => fetchOffSite(bucket, join(folder, 'fetched'), name)
const uploads = () => s3.state.calls.filter((call) => call.startsWith('PUT')).length

describe('backups in a bucket', () => {
  it('are sent in parts once, and the last one comes back as it was', async () => {
    make(FIRST)
    make(SECOND)
    expect(await send()).toBe(2)
    expect(await send()).toBe(0)
    expect(await listOffSite(bucket)).toEqual([FIRST, SECOND])
    const path = await fetched()
    expect(path).toBe(join(folder, 'fetched', SECOND))
    expect(readFileSync(path).equals(content)).toBe(true)
    expect(await fetched(FIRST)).toBe(join(folder, 'fetched', FIRST))
  })

  it('are sent later where the bucket did not answer, without the parts that had arrived', async () => {
    make(FIRST)
    // The list, then a look-up and an upload for each part: the third part is refused.
    s3.state.failures = ['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 403]
    await expect(send()).rejects.toMatchObject({ code: 'files.unavailable' })
    expect(await listOffSite(bucket)).toEqual([])
    const before = uploads()
    expect(await send()).toBe(1)
    // The third and the fourth part, and their list.
    expect(uploads() - before).toBe(3)
    expect(readFileSync(await fetched()).equals(content)).toBe(true)
  })

  it('that were interrupted and are no longer here leave no parts after a day', async () => {
    make(FIRST)
    s3.state.failures = ['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 403]
    await expect(send()).rejects.toMatchObject({ code: 'files.unavailable' })
    const parts = () => [...s3.state.objects.keys()].filter((key) => key.includes(FIRST)).length
    expect(parts()).toBe(2)
    rmSync(join(folder, 'here', FIRST))
    make(SECOND)
    // Another copy of the server may be sending them.
    const hoursLater = (hours: number) => new Date(Date.now() + hours * 3_600_000)
    await send(14, hoursLater(23))
    expect(parts()).toBe(2)
    await send(14, hoursLater(25))
    expect(parts()).toBe(0)
    expect(await listOffSite(bucket)).toEqual([SECOND])
  })

  it('that are not encrypted stay on this computer', async () => {
    make('pitlane-2026-11-01T04-20-00Z.tar.gz')
    make(SECOND)
    expect(await send()).toBe(1)
    expect(await listOffSite(bucket)).toEqual([SECOND])
    expect([...s3.state.objects.keys()].every((key) => key.includes('.age/'))).toBe(true)
  })

  it('that are damaged or lack a part are refused, and leave nothing', async () => {
    make(FIRST)
    await send()
    const part = [...s3.state.objects.keys()].find((key) => key.endsWith('000002')) ?? ''
    const stored = s3.state.objects.get(part)
    s3.state.objects.set(part, { content: Buffer.alloc(PART), at: new Date() })
    await expect(fetched()).rejects.toThrow('is damaged or not whole')
    s3.state.objects.delete(part)
    await expect(fetched()).rejects.toThrow('part 2')
    if (stored) s3.state.objects.set(part, stored)
    await expect(fetched('pitlane-2020-01-01T04-20-00Z.tar.gz.age')).rejects.toThrow('has no backup')
    expect(readdirSync(join(folder, 'fetched'))).toEqual([])
  })

  it('older than the days to keep are removed, but never the last one', async () => {
    make(FIRST)
    make(SECOND)
    await send()
    rmSync(join(folder, 'here', FIRST))
    expect(await send(14, new Date('2027-01-01T00:00:00Z'))).toBe(0)
    expect(await listOffSite(bucket)).toEqual([SECOND])
    expect([...s3.state.objects.keys()].filter((key) => key.includes(FIRST))).toEqual([])
  })
})

describe('the nightly backup', () => {
  it('is sent, and one that is only on this computer is reported as failed', async () => {
    const backupKey = await generateX25519Identity()
    const backupS3 = { ...s3.filesS3, prefix: 'backups/' }
    const backupDir = join(folder, 'backups')
    const server = await startTestServer({ backupDir, backupKey, backupS3 })
    const runs = () =>
      server.deps.db.scoped(EVERY_STORE, (trx) =>
        trx.selectFrom('backupRun').selectAll().orderBy('startedAt').execute(),
      )
    try {
      await server.deps.backUp(14)
      expect(await runs()).toMatchObject([{ state: 'done' }])
      const there = s3Storage(backupS3, { temporary: join(folder, 'tmp') })
      const fetched = await fetchOffSite(there, join(folder, 'fetched'), undefined)
      const { tally } = await inspectBackup(fetched, await readBackupKey(backupKey))
      expect(tally.rows['public.store']).toBeGreaterThan(0)
      await s3.close()
      await expect(server.deps.backUp(14)).rejects.toThrow()
      const [, failed] = await runs()
      expect(failed).toMatchObject({ state: 'failed' })
      const [path = '', where] = failed?.reason.split(' is whole, but only ') ?? []
      expect(where).toContain('on this computer')
      expect(existsSync(path)).toBe(true)
    } finally {
      await server.stop()
    }
  })
})
