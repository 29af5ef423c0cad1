import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Envelope } from '#shared/core/envelope.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'

const MEGABYTE = 1_048_576
let dataDir: string
let server: TestServer
let manager: TestClient
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-use-'))
  server = await startTestServer({ dataDir, uploadMegabytesPerPerson: 2, uploadMegabytesPerStore: 3 })
  manager = await server.signIn('manager', 'A01A01')
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Bytes of a given length that begin like an image. */
const picture = (bytes: number) => {
  const content = Buffer.alloc(bytes)
  content.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])
  return new Blob([content])
}

async function send(path: string, bytes: number, by = manager, language = 'zh') {
  const body = new FormData()
  body.append('file', picture(bytes), 'a.png')
  const headers = { 'Accept-Language': language }
  const response = await server.request(`/api${path}`, { method: 'POST', body, token: by.token, headers })
  return (await response.json()) as Envelope & { error?: { code: string } }
}
const use = async (by = manager) => (await by.ossFiles.use()).result
const kept = async () =>
  (await readdir(join(dataDir, 'files'), { recursive: true })).filter((name) => name.endsWith('.png'))

describe('the total size of uploads', () => {
  it('never exceeds the limit of a user, also with twenty at once, and refused files are removed', async () => {
    const each = MEGABYTE / 4
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => send(at % 2 ? '/oss/file/upload' : '/sys/common/upload', each)),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(8)
    const refused = answers.filter(({ success }) => !success)
    expect(new Set(refused.map(({ error }) => error?.code))).toEqual(new Set(['files.personFull']))
    expect(refused[0]?.message).toBe('您上传的文件合计已达 2 MB 的上限，请先删除不用的文件')
    expect((await use()).person).toEqual({ used: 2 * MEGABYTE, most: 2 * MEGABYTE })
    expect(await kept()).toHaveLength(8)
  })

  it('never exceeds the limit of a store, with uploads of several users', async () => {
    const hq = await server.signIn('coach')
    expect(await send('/sys/common/upload', MEGABYTE, hq)).toMatchObject({ success: true })
    const full = await send('/sys/common/upload', 100, hq, 'en')
    expect(full).toMatchObject({ error: { code: 'files.storeFull' }, message: expect.stringContaining('3 MB') })
    const elsewhere = await server.signIn('manager2')
    expect(await send('/sys/common/upload', 100, elsewhere)).toMatchObject({ success: true })
    expect((await use()).store).toEqual({ used: 3 * MEGABYTE, most: 3 * MEGABYTE })
  })

  it('decreases when a stored file is removed', async () => {
    const { result } = await manager.ossFiles.list({ query: {} })
    const [file] = result.records
    await manager.ossFiles.delete({ query: { id: file?.id ?? '' } })
    expect(await use()).toMatchObject({ person: { used: 1.75 * MEGABYTE }, store: { used: 2.75 * MEGABYTE } })
    expect(await send('/oss/file/upload', MEGABYTE / 4)).toMatchObject({ success: true })
    expect(await send('/oss/file/upload', 100)).toMatchObject({ success: false })
  })
})
