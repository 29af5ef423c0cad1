import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeWorkbook } from '#server/core/workbooks/excel.write.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'

const UPLOAD = '/api/sys/common/upload'
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') as Buffer<ArrayBuffer>

let dataDir: string
let server: TestServer
let cashier: TestClient
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-files-'))
  server = await startTestServer({ dataDir })
  cashier = await server.signIn('cashier')
})
afterAll(async () => {
  // In parallel, so that a server that fails to stop does not leave 200 MB behind.
  await Promise.all([server.stop(), rm(dataDir, { recursive: true, force: true, maxRetries: 5 })])
})

async function upload(
  content: Buffer<ArrayBuffer> | string,
  { name = 'a.png', biz }: { name?: string; biz?: string } = {},
) {
  const body = new FormData()
  if (biz !== undefined) body.append('biz', biz)
  body.append('file', new Blob([content]), name)
  const response = await server.request(UPLOAD, { method: 'POST', body, token: cashier.token })
  return (await response.json()) as Envelope
}
const get = (path: string) => server.request(`/api/sys/common/static/${path}`)
const leftovers = () => readdir(join(dataDir, 'tmp'))

describe('an uploaded file', () => {
  it('is served to any client with its path, with its content type', async () => {
    const { success, message } = await upload(PNG, { biz: 'avatar', name: '../../etc/头像.html' })
    expect(success).toBe(true)
    expect(message).toMatch(/^avatar\/\d{6}\/[0-9a-f-]{36}\.png$/)
    const response = await get(message)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('max-age'),
    })
  })

  it('is stored only in a folder with a plain name', async () => {
    for (const biz of ['../..', '/etc', 'a/b', '', 'A B', '..%2f..']) {
      expect((await upload(PNG, { biz })).message).toMatch(/^upload\/\d{6}\//)
    }
  })

  it.each([
    ['a page', '<!DOCTYPE html><script>alert(1)</script>', 'x.png'],
    ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'x.svg'],
    ['a program', Buffer.from('7f454c4602010100', 'hex'), 'x.jpg'],
    ['a zip', Buffer.from('504b030414000000', 'hex'), 'x.xlsx'],
    ['nothing', '', 'x.png'],
  ])('is refused when its content is %s, whatever its name', async (_, content, name) => {
    expect(await upload(content, { name })).toMatchObject({ success: false, error: { code: 'files.wrongType' } })
  })

  it('is sent as a download and never shown if it is a document', async () => {
    const { message } = await upload('%PDF-1.7 …', { name: 'x.pdf' })
    const response = await get(message)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"/)
    expect(response.headers.get('content-type')).toBe('application/pdf')
  })

  it('has a size limit by its type, and is removed if it exceeds it', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(11 * 1_048_576)])
    expect(await upload(large)).toMatchObject({ error: { code: 'files.tooLarge', details: { limit: 10 } } })
    expect(await leftovers()).toEqual([])
  })
})

describe('an upload of 200 MB', () => {
  const size = 200 * 1_048_576
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'

  /** Sends a form of 200 MB in pieces; returns how much was sent when the server answered. */
  const sendLarge = (headers: Record<string, string>) =>
    new Promise<{ sent: number; answer: Envelope }>((resolve, reject) => {
      let sent = 0
      let answered = false
      const call = httpRequest(`${server.url}${UPLOAD}`, {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'X-Access-Token': cashier.token, ...headers },
      })
      call.on('error', (error) => answered || reject(error))
      call.on('response', async (response) => {
        answered = true
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        call.destroy()
        resolve({ sent, answer: JSON.parse(Buffer.concat(chunks).toString()) as Envelope })
      })
      const piece = Buffer.alloc(1_048_576)
      const push = () => {
        while (!answered && sent < size) {
          sent += piece.length
          if (!call.write(piece)) {
            call.once('drain', push)
            return
          }
        }
      }
      call.write(head)
      push()
    })

  it('is refused before it is read if it declares its size', async () => {
    const { sent, answer } = await sendLarge({ 'Content-Length': String(size + head.length) })
    expect(answer).toMatchObject({ error: { code: 'files.tooLarge' } })
    expect(sent).toBeLessThan(30 * 1_048_576)
  })

  it('is refused at the limit if it does not declare its size', async () => {
    const { sent, answer } = await sendLarge({})
    expect(answer).toMatchObject({ error: { code: 'files.tooLarge', details: { limit: 50 } } })
    // How much is sent until the answer arrives depends on the load of the machine.
    expect(sent).toBeLessThan(size)
    expect(await leftovers()).toEqual([])
  })

  it('is not read without a token', async () => {
    const { sent, answer } = await sendLarge({
      'X-Access-Token': 'nobody',
      'Content-Length': String(size + head.length),
    })
    expect(answer.message).toBe('Token失效，请重新登录')
    expect(sent).toBeLessThan(30 * 1_048_576)
  })
})

describe('an upload that is interrupted', () => {
  it('leaves no file and logs no error', async () => {
    const before = server.logs.length
    const call = httpRequest(`${server.url}${UPLOAD}`, {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'X-Access-Token': cashier.token },
    })
    call.on('error', () => undefined)
    call.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
    call.write(Buffer.alloc(300_000))
    await expect.poll(leftovers).toHaveLength(1)
    call.destroy()
    await expect.poll(leftovers).toEqual([])
    expect((await server.request('/healthz')).status).toBe(200)
    expect(server.logs.slice(before).filter((line) => /a bug|database/.test(line))).toEqual([])
  })
})

describe('a form that cannot be read', () => {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  const object =
    '--x\r\nContent-Disposition: form-data; name="biz"\r\nContent-Type: application/json\r\n\r\n{"toString":1}\r\n'
  const call = async (path: string, token: string, type: string, body: string) => {
    const headers = { 'Content-Type': `multipart/form-data${type}` }
    const response = await server.request(path, { method: 'POST', body, token, headers })
    return { status: response.status, ...((await response.json()) as Envelope) }
  }

  it.each([
    ['has no boundary', '', `${head}abc\r\n--x--`],
    ['has a boundary that is too long', `; boundary=${'b'.repeat(300)}`, 'abc'],
    ['is no form', '; boundary=x', 'abc'],
    ['ends in the file', '; boundary=x', `${head}${'abc'.repeat(40_000)}`],
    ['ends in a field', '; boundary=x', '--x\r\nContent-Disposition: form-data; name="biz"\r\n\r\nabc'],
    ['has nothing but an object', '; boundary=x', `${object}--x--`],
  ])('is refused when it %s, leaves no file and logs no error', async (_, type, body) => {
    const manager = await server.signIn('manager', 'A01A01')
    const before = server.logs.length
    for (const [path, token] of [
      [UPLOAD, cashier.token],
      ['/api/sys/position/importExcel', manager.token],
    ] as const) {
      const answer = await call(path, token ?? '', type, body)
      expect(answer).toMatchObject({ status: 200, success: false, error: { code: 'files.missing' } })
    }
    expect(await leftovers()).toEqual([])
    expect(server.logs.slice(before).filter((line) => line.includes('a bug'))).toEqual([])
  })
})

describe('a temporary file of a crashed server', () => {
  it('is removed when a server starts with the same folder, but not one that another copy may be receiving', async () => {
    const tmp = join(dataDir, 'tmp')
    await mkdir(tmp, { recursive: true })
    for (const [name, hours] of [
      ['abandoned', 2],
      ['underway', 0.5],
    ] as const) {
      await writeFile(join(tmp, name), 'x')
      const at = new Date(Date.now() - hours * 3_600_000)
      await utimes(join(tmp, name), at, at)
    }
    const copy = await server.startCopy()
    expect(await leftovers()).toEqual(['underway'])
    await copy.stop()
    await rm(join(tmp, 'underway'))
  })
})

describe('a workbook that explains a refused import', () => {
  it('is available only to the user who sent the import, for a day', async () => {
    const form = new FormData()
    const sheet = join(dataDir, 'refused.xlsx')
    const rows = (async function* () {
      yield [['', '店长']]
    })()
    await writeWorkbook(sheet, { titles: [], headings: ['职务编码', '职务名称'], rows })
    form.append('file', new Blob([await readFile(sheet)]), 'refused.xlsx')
    const [maker, other] = [await server.signIn('manager', 'A01A01'), await server.signIn('admin')]
    const sent = await server.request('/api/sys/position/importExcel', {
      method: 'POST',
      body: form,
      token: maker.token,
    })
    const { result } = (await sent.json()) as { result: { fileUrl: string } }
    const fetched = async (token?: string) => (await server.request(`/api${result.fileUrl}`, { token })).status
    expect(await fetched()).toBe(401)
    expect(await fetched(other.token)).toBe(404)
    expect(await fetched(maker.token)).toBe(200)
    server.clock.advance(24 * 3_600_000 + 60_000)
    expect(await fetched(maker.token)).toBe(404)
    server.clock.advance(-24 * 3_600_000 - 60_000)
    expect(await fetched(maker.token)).toBe(200)
    await rm(sheet)
  })

  it('is removed after a day, also without another import', async () => {
    const folder = join(dataDir, 'files', '_import-errors', 'somebody')
    await mkdir(folder, { recursive: true })
    for (const [name, hours] of [
      ['yesterday.xlsx', 25],
      ['today.xlsx', 23],
    ] as const) {
      await writeFile(join(folder, name), 'x')
      const at = new Date(Date.now() - hours * 3_600_000)
      await utimes(join(folder, name), at, at)
    }
    const copy = await server.startCopy()
    expect(await readdir(folder)).toEqual(['today.xlsx'])
    await copy.stop()
  })
})

describe('a stored video', () => {
  const video = Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('0123456789abcdef')])

  it('is served in the ranges that a player requests', async () => {
    const { message } = await upload(video as Buffer<ArrayBuffer>, { name: 'promo.mp4' })
    const part = async (range: string, more: Record<string, string> = {}) => {
      const response = await server.request(`/api/sys/common/static/${message}`, { headers: { range, ...more } })
      const { status, headers } = response
      return [status, headers.get('content-range'), await response.text()]
    }
    const whole = await get(message)
    expect(whole.status).toBe(200)
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    const tag = whole.headers.get('etag') ?? ''
    expect(await part('bytes=8-11')).toEqual([206, 'bytes 8-11/24', '0123'])
    expect(await part('bytes=20-')).toEqual([206, 'bytes 20-23/24', 'cdef'])
    expect(await part('bytes=-2')).toEqual([206, 'bytes 22-23/24', 'ef'])
    expect(await part('bytes=20-999999999999999999999')).toEqual([206, 'bytes 20-23/24', 'cdef'])
    for (const outside of ['bytes=24-', 'bytes=-0', 'bytes=99-100']) {
      expect(await part(outside), outside).toEqual([416, 'bytes */24', ''])
    }
    // An invalid header or several ranges get the whole file.
    for (const odd of ['bytes=5-2', 'bytes=0-1,4-5', 'bytes=-', 'lines=1-2', 'bytes=a-b']) {
      expect((await part(odd))[0], odd).toBe(200)
    }
    expect((await part('bytes=8-11', { 'If-Range': tag }))[0]).toBe(206)
    expect((await part('bytes=8-11', { 'If-Range': '"another"' }))[0]).toBe(200)
  })
})

describe('a path that no upload returned', () => {
  it.each([
    'upload/202601/00000000-0000-4000-8000-000000000000.png',
    '..%2f..%2fpostgres/202601/x.png',
    'upload/202601/..%2f..%2f..%2fsecret.png',
    'upload/../upload/secret.png',
    'upload/secret.png',
    '%2e%2e/%2e%2e/secret.png',
    'upload/202601/secret.html',
  ])('%s is not found', async (path) => {
    await writeFile(join(dataDir, 'secret.png'), PNG)
    const response = await get(path)
    expect([400, 404]).toContain(response.status)
    expect(await response.text()).not.toContain('PNG')
  })

  it('is refused if it contains an invalid character', async () => {
    expect(await (await get('upload/202601/%00.png')).json()).toMatchObject({ error: { code: 'common.invalidInput' } })
  })
})
