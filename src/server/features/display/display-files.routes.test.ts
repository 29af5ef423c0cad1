import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Envelope } from '#shared/core/envelope.ts'
import { newId } from '#shared/core/id.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { removeOrphanedFiles, removeUnusedFiles } from './file-sweep.service.ts'

const DAY_MS = 86_400_000
const MP4 = Buffer.from('000000186674797069736f6d0000020069736f6d', 'hex') as Buffer<ArrayBuffer>
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') as Buffer<ArrayBuffer>

let dataDir: string
let server: TestServer
let venue: Venue
let hq: TestClient
let manager: TestClient
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-display-files-'))
  server = await startTestServer({ dataDir })
  venue = venueOf(server)
  hq = await server.signIn('hq')
  manager = await server.signIn('manager', STORE)
})
afterAll(async () => {
  await Promise.all([server.stop(), rm(dataDir, { recursive: true, force: true, maxRetries: 5 })])
})

async function upload(biz: string, content: Buffer<ArrayBuffer>): Promise<string> {
  const body = new FormData()
  body.append('biz', biz)
  body.append('file', new Blob([content]), 'a')
  const response = await server.request('/api/sys/common/upload', { method: 'POST', body, token: manager.token })
  return ((await response.json()) as Envelope).message
}
const isThere = async (path: string): Promise<boolean> =>
  (await server.request(`/api/sys/common/static/${path}`)).status === 200
const isGone = (path: string) =>
  until(async () => {
    expect(await venue.rows('uploadedFile').where('path', path)).toEqual([])
    expect(await isThere(path)).toBe(false)
  })
const addVideo = async (file: string, by = manager): Promise<string> => {
  const name = newId()
  await by.promoVideos.add({ body: { name, file } })
  return String((await venue.rows('promoVideo').where('name', name))[0]?.id)
}
const used = async (): Promise<number> => (await manager.ossFiles.use()).result.store.used

describe('the file of a video or of a carousel image', () => {
  it('is deleted with the last row that shows it, and frees its space', async () => {
    const before = await used()
    const file = await upload('promo', MP4)
    const [one, other, above] = [await addVideo(file), await addVideo(file), await addVideo(file, hq)]
    await manager.promoVideos.delete({ query: { id: one } })
    expect(await isThere(file)).toBe(true)
    await manager.promoVideos.deleteBatch({ query: { ids: other } })
    // Headquarters still shows it; the store cannot see that.
    expect(await isThere(file)).toBe(true)
    expect(await venue.rows('uploadedFile').where('path', file)).toHaveLength(1)
    await hq.promoVideos.delete({ query: { id: above } })
    await isGone(file)
    expect(await used()).toBe(before)
  })

  it('is deleted when another file replaces it, also by two concurrent edits', async () => {
    const [first, second, third] = [
      await upload('swiper', PNG),
      await upload('swiper', PNG),
      await upload('swiper', PNG),
    ]
    await manager.swipers.add({ body: { title: '换图', photo: first } })
    const row = async () => (await venue.rows('carouselImage').where('title', '换图'))[0]
    const id = String((await row())?.id)
    await Promise.all([second, third].map((photo) => manager.swipers.edit({ body: { id, photo } })))
    const shown = String((await row())?.photo)
    expect([second, third]).toContain(shown)
    await isGone(first)
    // After concurrent edits the file that lost may have been shown for a moment; it is deleted like an unsaved upload.
    server.clock.advance(DAY_MS + 60_000)
    await removeUnusedFiles(server.deps)
    server.clock.advance(-DAY_MS - 60_000)
    await isGone(shown === second ? third : second)
    expect(await isThere(shown)).toBe(true)
    // Concurrent edits of other fields leave the file alone.
    await Promise.all(['a', 'a'].map((remark) => manager.swipers.edit({ body: { id, remark } })))
    expect(await isThere(shown)).toBe(true)
    const deleted = await Promise.allSettled([id, id].map((one) => manager.swipers.delete({ query: { id: one } })))
    expect(deleted.map(({ status }) => status)).toContain('fulfilled')
    await isGone(shown)
  })

  it('is never deleted while a row is about to show it', async () => {
    for (let round = 0; round < 5; round++) {
      const file = await upload('promo', MP4)
      const one = await addVideo(file)
      const [, added] = await Promise.allSettled([
        manager.promoVideos.delete({ query: { id: one } }),
        manager.promoVideos.add({ body: { name: `同时 ${round}`, file } }),
      ])
      await removeUnusedFiles(server.deps)
      if (added.status === 'fulfilled') expect(await isThere(file)).toBe(true)
      // The sweep after the deletion may have taken the record and still be deleting the file.
      else await isGone(file)
    }
  })

  it('is deleted if it was not saved within a day, or if no upload is recorded for it', async () => {
    const [unsaved, saved, avatar] = [
      await upload('promo', MP4),
      await upload('promo', MP4),
      await upload('avatar', PNG),
    ]
    await addVideo(saved)
    const folder = join(dataDir, 'files', 'promo', '202601')
    await mkdir(folder, { recursive: true })
    const [old, young] = [newId(), newId()]
    for (const [name, at] of [
      [old, Date.now() - 2 * DAY_MS],
      [young, Date.now()],
    ] as const) {
      await writeFile(join(folder, `${name}.mp4`), MP4)
      await utimes(join(folder, `${name}.mp4`), at / 1000, at / 1000)
    }
    await removeUnusedFiles(server.deps)
    expect(await isThere(unsaved)).toBe(true)
    server.clock.advance(DAY_MS + 60_000)
    await removeUnusedFiles(server.deps)
    await removeOrphanedFiles(server.deps)
    server.clock.advance(-DAY_MS - 60_000)
    await isGone(unsaved)
    expect([await isThere(saved), await isThere(avatar)]).toEqual([true, true])
    expect(await readdir(folder)).toEqual([`${young}.mp4`])
  })
})
