import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Config, readConfig } from '#server/config.ts'
import { writeWorkbook } from '#server/core/workbooks/excel.write.ts'
import { removeOrphanedFiles } from '#server/features/display/file-sweep.service.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { S3_BUCKET, S3_KEY, S3_REGION, S3_SECRET, s3Server, s3SignatureOf } from '#tests/support/s3-server.ts'
import { startTestServer, type TestClient, type TestCopy, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { venueOf } from '#tests/support/venue/venue.ts'
import { copyFiles } from './copy-files.ts'
import { diskStorage } from './disk-storage.ts'
import { s3Storage } from './s3-storage.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') as Buffer<ArrayBuffer>
const MP4 = Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('0123456789abcdef')])
const DAY_MS = 86_400_000

const s3 = await s3Server()
let folder: string
let server: TestServer
let other: TestCopy
let manager: TestClient
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-s3-'))
  server = await startTestServer({ dataDir: join(folder, 'one'), filesS3: s3.filesS3 })
  // No folder is shared.
  other = await server.startCopy({ dataDir: join(folder, 'other') })
  manager = await server.signIn('manager', 'A01A01')
})
beforeEach(() => {
  s3.state.failures = []
  s3.state.pageSize = 1000
})
afterAll(async () => {
  await Promise.all([server.stop(), s3.close()])
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function upload(copy: TestCopy, content: Uint8Array<ArrayBuffer>, biz = 'avatar') {
  const body = new FormData()
  body.append('biz', biz)
  body.append('file', new Blob([content]), 'any.bin')
  const response = await copy.request('/api/sys/common/upload', { method: 'POST', body, token: manager.token })
  return (await response.json()) as Envelope & { error?: { code: string } }
}
const get = (copy: TestCopy, path: string, headers: Record<string, string> = {}) =>
  copy.request(`/api/sys/common/static/${path}`, { headers })
const recorded = async () => (await venueOf(server).rows('uploadedFile').where('userId', manager.user.id)).length
const leftovers = () => readdir(join(folder, 'one', 'tmp'))
const storageTo = (given: Partial<NonNullable<Config['filesS3']>>, answerMs?: number) =>
  s3Storage({ ...s3.filesS3, ...given }, { temporary: join(folder, 'tmp'), ...(answerMs ? { answerMs } : {}) })
async function* chunks(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part)
}

describe('the signature check of the test server', () => {
  it('agrees with the example of the documentation of S3', () => {
    const signed =
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': createHash('sha256').digest('hex'),
      'x-amz-date': '20130524T000000Z',
      authorization: signed,
    }
    const example = { method: 'GET', url: '/test.txt', headers }
    expect(s3SignatureOf(example, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(signed.slice(-64))
  })
})

describe('a file uploaded to one copy of the server', () => {
  it('is served by another that shares no folder with it, whole and in ranges', async () => {
    const { message } = await upload(server, new Uint8Array(MP4), 'promo')
    expect(message).toMatch(/^promo\/\d{6}\/[0-9a-f-]{36}\.mp4$/)
    expect([...s3.state.objects.keys()]).toContain(`pitlane/${message}`)
    expect(await leftovers()).toEqual([])
    const whole = await get(other, message)
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(MP4)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
      etag: `"${message.split('/').at(-1)}"`,
      'cache-control': expect.stringContaining('max-age'),
    })
    const part = await get(other, message, { range: 'bytes=8-11' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 8-11/${MP4.length}`,
      '0123',
    ])
    expect((await get(other, message, { range: 'bytes=-3' })).status).toBe(206)
    expect((await get(other, message, { range: `bytes=${MP4.length}-` })).status).toBe(416)
    expect((await get(other, message.replace('.mp4', '.png'))).status).toBe(404)
  })

  it('of 12 MB arrives whole', async () => {
    const large = Buffer.concat([MP4, Buffer.alloc(12 * 1_048_576, 'pitlane')])
    const { message } = await upload(server, new Uint8Array(large), 'promo')
    const received = Buffer.from(await (await get(other, message)).arrayBuffer())
    expect(received.equals(large)).toBe(true)
    s3.state.objects.delete(`pitlane/${message}`)
  })

  it('is deleted by another', async () => {
    const body = new FormData()
    body.append('file', new Blob([PNG]), 'a.png')
    const sent = await server.request('/api/sys/oss/file/upload', { method: 'POST', body, token: manager.token })
    expect(((await sent.json()) as Envelope).success).toBe(true)
    const [row] = (await manager.ossFiles.list({ query: {} })).result.records
    const path = row?.url.replace(/^.*static\//, '') ?? ''
    expect(s3.state.objects.has(`pitlane/${path}`)).toBe(true)
    const onOther = other.client(manager.token)
    await onOther.ossFiles.delete({ query: { id: row?.id ?? '' } })
    await until(() => expect(s3.state.objects.has(`pitlane/${path}`)).toBe(false))
  })

  it('may be a workbook of a refused import, which its user downloads from another', async () => {
    const body = new FormData()
    const sheet = join(folder, 'refused.xlsx')
    const rows = (async function* () {
      yield [['', '店长']]
    })()
    await writeWorkbook(sheet, { titles: [], headings: ['职务编码', '职务名称'], rows })
    const content = new Uint8Array(await readFile(sheet))
    body.append('file', new Blob([content]), 'refused.xlsx')
    const sendTo = async (copy: TestCopy) => {
      const sent = await copy.request('/api/sys/position/importExcel', { method: 'POST', body, token: manager.token })
      return ((await sent.json()) as { result: { fileUrl: string; errorCount: number } }).result
    }
    const { fileUrl } = await sendTo(server)
    expect((await other.request(`/api${fileUrl}`, { token: manager.token })).status).toBe(200)
    // Without the storage the import still says what it did.
    s3.state.failures = Array(3).fill(500)
    expect(await sendTo(server)).toMatchObject({ fileUrl: '', errorCount: 1 })
    expect(await leftovers()).toEqual([])
  })
})

describe('an upload', () => {
  it('is stored once when the answer of the storage was lost, or it was busy', async () => {
    for (const failure of ['lost', 503] as const) {
      const before = s3.state.objects.size
      s3.state.failures = [failure]
      expect((await upload(server, PNG)).success).toBe(true)
      expect(s3.state.objects.size).toBe(before + 1)
    }
  })

  it('is refused in the reader’s language when the storage is away, and nothing stays', async () => {
    const [files, rows] = [s3.state.objects.size, await recorded()]
    s3.state.failures = Array(6).fill('lost')
    const body = new FormData()
    body.append('file', new Blob([PNG]), 'a.png')
    const request = { method: 'POST', body, token: manager.token, headers: { 'Accept-Language': 'en' } }
    const response = await server.request('/api/sys/common/upload', request)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      success: false,
      error: { code: 'files.unavailable' },
      message: expect.stringContaining('storage of files'),
    })
    expect(server.logs.join()).toContain('the storage of files failed')
    expect(await recorded()).toBe(rows)
    expect(await leftovers()).toEqual([])
    // The bytes had arrived, and so had their removal.
    expect(s3.state.objects.size).toBe(files)
  })

  it('that the quota refuses leaves no file', async () => {
    const small = await server.startCopy({ dataDir: join(folder, 'small'), uploadMegabytesPerPerson: 0 })
    const before = s3.state.objects.size
    expect((await upload(small, PNG)).error?.code).toBe('files.personFull')
    expect(s3.state.objects.size).toBe(before)
    await small.stop()
  })
})

describe('a copy of the server', () => {
  it('does not start with a wrong secret, key or bucket, and says which settings are wrong', async () => {
    const wrong = [
      [{ secret: 'wrong' }, 'SignatureDoesNotMatch'],
      [{ key: 'nobody' }, 'InvalidAccessKeyId'],
      [{ bucket: 'another' }, 'no bucket another'],
      [{ region: 'elsewhere' }, 'AuthorizationHeaderMalformed'],
    ] as const
    for (const [given, reason] of wrong) {
      const start = server.startCopy({ filesS3: { ...s3.filesS3, ...given } })
      await expect(start).rejects.toThrow(/PITLANE_FILES_SECRET/)
      await expect(start).rejects.toThrow(reason)
    }
  })

  it('starts and sells while the storage is away, refuses uploads, and shows files when it is back', async () => {
    const { message } = await upload(server, PNG)
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => closed.once('listening', resolve))
    const { port } = closed.address() as { port: number }
    closed.close()
    const filesS3 = { ...s3.filesS3, endpoint: new URL(`http://127.0.0.1:${port}`) }
    const copy = await server.startCopy({ dataDir: join(folder, 'away'), filesS3 })
    expect((await upload(copy, PNG)).error?.code).toBe('files.unavailable')
    expect((await get(copy, message)).status).toBe(503)
    expect((await copy.request('/readyz')).status).toBe(200)
    await copy.stop()
    expect((await get(server, message)).status).toBe(200)
  })
})

describe('the storage', () => {
  it('gives up a server that does not answer', async () => {
    const slow = storageTo({}, 300)
    s3.state.failures = ['silent', 'silent', 'silent']
    await expect(slow.find('photos/a.png')).rejects.toMatchObject({
      code: 'files.unavailable',
      cause: expect.objectContaining({ message: 'no answer in 300 ms' }),
    })
    expect(s3.state.failures).toHaveLength(2)
  })

  it('stores names with every character, lists them sorted over pages, and never leaves its prefix', async () => {
    const storage = storageTo({ prefix: 'names/' })
    const names = ['a b+c.png', "it's (1)!*~.png", '头像&<x>.png', 'a=b?c#d%41.png', 'deep/er/file']
    for (const name of names) await storage.write(`odd/${name}`, chunks('content of ', name))
    s3.state.pageSize = 2
    const listed: string[] = []
    for await (const { path, size } of storage.list('odd/')) {
      listed.push(path)
      expect(size).toBeGreaterThan(11)
    }
    expect(listed).toEqual(names.map((name) => `odd/${name}`).sort())
    for (const name of names) {
      const content = await storage.open(`odd/${name}`)
      expect(content && (await buffer(content)).toString()).toBe(`content of ${name}`)
      await storage.remove(`odd/${name}`)
      await storage.remove(`odd/${name}`)
      expect(await storage.find(`odd/${name}`)).toBeNull()
      expect(await storage.open(`odd/${name}`)).toBeNull()
    }
    for (const path of ['../pitlane/x', 'a/../../b', '/etc/passwd', 'a//b', '.', 'a\0b', 'a\\..\\b', '']) {
      await expect(storage.write(path, chunks('x'))).rejects.toThrow('not a path')
      await expect(diskStorage(folder).write(path, chunks('x'))).rejects.toThrow('not a path')
    }
  })

  it('addresses the bucket by the name of the host where that is wanted', async () => {
    const asked: string[] = []
    const plain = (await import('node:http')).createServer((request, response) => {
      asked.push(`${request.headers.host} ${request.url}`)
      response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    const { port } = plain.address() as { port: number }
    const storage = storageTo({ endpoint: new URL(`http://localhost:${port}`), bucketInHost: true, bucket: 'venue' })
    await storage.find('a/b.png').catch(() => undefined)
    plain.close()
    plain.closeAllConnections()
    // Machines that do not resolve names below localhost ask nobody.
    for (const line of asked) expect(line).toBe(`venue.localhost:${port} /pitlane/a/b.png`)
  })

  it('loses orphans to the sweep, and keeps young and recorded files', async () => {
    const { message } = await upload(server, new Uint8Array(MP4), 'promo')
    const old = new Date(Date.now() - 2 * DAY_MS)
    const orphan = 'promo/202601/00000000-0000-4000-8000-000000000001.mp4'
    const young = 'promo/202601/00000000-0000-4000-8000-000000000002.mp4'
    s3.state.objects.set(`pitlane/${orphan}`, { content: MP4, at: old })
    s3.state.objects.set(`pitlane/${young}`, { content: MP4, at: new Date() })
    const stored = s3.state.objects.get(`pitlane/${message}`)
    if (stored) stored.at = old
    await removeOrphanedFiles(server.deps)
    const has = (path: string) => s3.state.objects.has(`pitlane/${path}`)
    expect([has(orphan), has(young), has(message)]).toEqual([false, true, true])
  })
})

describe('the files of the data folder', () => {
  it('are copied to the bucket and back, each read back; a repetition copies only what is missing or differs', async () => {
    const data = join(folder, 'moved')
    const files = join(data, 'files')
    const paths = ['photos/202601/a.png', 'photos/202602/empty.png', 'promo/202601/b.mp4']
    for (const path of paths) {
      await mkdir(join(files, path, '..'), { recursive: true })
      await writeFile(join(files, path), path.includes('empty') ? '' : `bytes of ${path}`)
    }
    const [disk, bucket] = [diskStorage(files), storageTo({ prefix: 'moved/' })]
    const copied: string[] = []
    const copy = () => copyFiles(disk, bucket, (path) => copied.push(path))
    expect(await copy()).toEqual({ copied: 3, present: 0 })
    expect(await copy()).toEqual({ copied: 0, present: 3 })
    s3.state.objects.set(`moved/${paths[0]}`, { content: Buffer.from('bytes of photos/202601/x.png'), at: new Date() })
    s3.state.objects.delete(`moved/${paths[2]}`)
    copied.length = 0
    expect(await copy()).toEqual({ copied: 2, present: 1 })
    expect(copied).toEqual([paths[0], paths[2]])
    const back = diskStorage(join(folder, 'back'))
    expect(await copyFiles(bucket, back, () => undefined)).toEqual({ copied: 3, present: 0 })
    for (const path of paths) {
      expect(await readFile(join(folder, 'back', path))).toEqual(await readFile(join(files, path)))
    }
    // The command, as an operator runs it.
    const url = `s3://${S3_BUCKET}/commanded?endpoint=${s3.filesS3.endpoint.origin}&region=${S3_REGION}`
    const env = { ...process.env, PITLANE_DATA_DIR: data, PITLANE_FILES_URL: url, PITLANE_FILES_KEY: S3_KEY }
    const run = (secret: string) =>
      promisify(execFile)(process.execPath, ['src/server/copy-files.ts', 'copy'], {
        env: { ...env, PITLANE_FILES_SECRET: secret },
      })
    expect((await run(S3_SECRET)).stdout).toContain('3 files were copied and read back; 0 were there already.')
    expect((await run(S3_SECRET)).stdout).toContain('0 files were copied and read back; 3 were there already.')
    await expect(run('wrong')).rejects.toMatchObject({ stderr: expect.stringContaining('SignatureDoesNotMatch') })
  })
})

describe('the settings of the bucket', () => {
  const given = (url: string) => ({ PITLANE_FILES_URL: url, PITLANE_FILES_KEY: 'key', PITLANE_FILES_SECRET: 'secret' })

  it('name bucket, prefix, endpoint, region and style', () => {
    const url = 's3://venue/files/a?endpoint=https://oss-cn-hangzhou.aliyuncs.com&region=oss-cn-hangzhou&style=host'
    expect(readConfig(given(url)).filesS3).toEqual({
      bucket: 'venue',
      prefix: 'files/a/',
      endpoint: new URL('https://oss-cn-hangzhou.aliyuncs.com'),
      region: 'oss-cn-hangzhou',
      bucketInHost: true,
      key: 'key',
      secret: 'secret',
    })
    expect(readConfig(given('s3://venue?region=eu-west-1')).filesS3).toMatchObject({
      prefix: '',
      endpoint: new URL('https://s3.eu-west-1.amazonaws.com'),
      bucketInHost: false,
    })
    expect(readConfig({}).filesS3).toBeUndefined()
  })

  it('are refused where they are not whole', () => {
    const wrong = ['https://venue', 's3://Venue', 's3://venue?style=both', 's3://venue?regoin=x']
    for (const url of [...wrong, 's3://venue?endpoint=ftp://host', 's3://venue?endpoint=https://host/path'])
      expect(() => readConfig(given(url))).toThrow('must look like s3://')
    expect(() => readConfig({ PITLANE_FILES_URL: 's3://venue' })).toThrow('need each other')
  })
})
