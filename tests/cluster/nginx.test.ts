import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { freePort } from '#tests/support/free-port.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { venueOf } from '#tests/support/venue/venue.ts'
import { type Part, startPart } from './part.ts'
import { fillTemplate } from './template.ts'

const NGINX = '/usr/sbin/nginx'
const MEGABYTE = 1_048_576
/** A client on this machine whose address is not the proxy's. */
const CLIENT = '127.0.0.2'

let folder: string
let server: TestServer
let nginx: Part
let [http, https] = [0, 0]

interface Given extends RequestOptions {
  body?: Buffer
}

async function ask(
  path: string,
  { body, ...options }: Given = {},
): Promise<{ status: number; text: string; answer: IncomingMessage }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: https, path, localAddress: CLIENT, rejectUnauthorized: false, ...options },
      resolve,
    )
    sent.on('error', reject)
    sent.end(body)
  })
  return { status: answer.statusCode ?? 0, text: (await buffer(answer)).toString(), answer }
}

// With nginx of Debian, where it is installed.
describe.skipIf(!existsSync(NGINX))('the server behind nginx', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pitlane-nginx-'))
    server = await startTestServer({ trustedProxies: ['127.0.0.1'] })
    ;[http, https] = [await freePort(), await freePort()]
    const [certificate, key] = [join(folder, 'site.crt'), join(folder, 'site.key')]
    const subject = ['-subj', '/CN=karts.lan', '-days', '2', '-nodes']
    await promisify(execFile)('openssl', [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      ...subject,
      '-keyout',
      key,
      '-out',
      certificate,
    ])
    const site = await fillTemplate('nginx/pitlane.conf', {
      server: new URL(server.url).host,
      http: `127.0.0.1:${http}`,
      https: `127.0.0.1:${https}`,
      site: 'karts.lan',
      certificate,
      key,
      log: join(folder, 'access.log'),
    })
    await mkdir(join(folder, 'tmp'))
    await writeFile(join(folder, 'site.conf'), site)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder, 'tmp', name)};`)
      .join(' ')
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${join(folder, 'pid')}; error_log stderr warn; worker_processes 1;
      events { worker_connections 200; }
      http { ${temporary} include ${join(folder, 'site.conf')}; }`,
    )
    nginx = await startPart({
      name: 'nginx',
      words: () => ['setpriv', '--pdeathsig', 'TERM', NGINX, '-p', folder, '-c', join(folder, 'nginx.conf')],
      ending: 'SIGTERM',
      answers: async () => (await ask('/readyz')).status === 200,
    })
  })
  afterAll(async () => {
    await nginx?.stop()
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('answers by TLS only', async () => {
    expect((await ask('/readyz')).answer.headers['strict-transport-security']).toBe('max-age=31536000')
    const plain = await new Promise<IncomingMessage>((resolve) =>
      plainRequest({ host: '127.0.0.1', port: http, path: '/m/A01A01', headers: { host: 'karts.lan' } }, resolve).end(),
    )
    expect([plain.statusCode, plain.headers.location]).toEqual([301, 'https://karts.lan/m/A01A01'])
  })

  it('sees the address of the client, whatever it claims', async () => {
    const body = Buffer.from(JSON.stringify({ username: 'cashier', password: 'wrong' }))
    const headers = { 'content-type': 'application/json', 'content-length': body.length, 'x-forwarded-for': '6.6.6.6' }
    await ask('/api/sys/login', { method: 'POST', body, headers })
    await until(async () => {
      const [line] = await venueOf(server).rows('loginLog').where('username', 'cashier')
      expect(line?.ip).toBe(CLIENT)
    })
  })

  it('gets WebSockets, and pushes through them', async () => {
    const { token, user } = await server.signIn('manager', 'A01A01')
    const socket = new WebSocket(`wss://127.0.0.1:${https}/api/websocket/${user.id}`, ['pitlane', token], {
      rejectUnauthorized: false,
    })
    const pushed: string[] = []
    socket.on('message', (data) => pushed.push(String(data)))
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    await server.deps.realtime.publish({ topic: 'terminals', orgCode: 'A01A01' })
    await until(() => expect(pushed.join()).toContain('terminals'))
    socket.close()
  })

  it('takes uploads of 55 MB, and nginx refuses more than 60', async () => {
    const send = (megabytes: number) => {
      const body = Buffer.alloc(megabytes * MEGABYTE)
      const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': body.length }
      return ask('/api/sys/common/upload', { method: 'POST', body, headers }).catch((error: NodeJS.ErrnoException) => ({
        status: 0,
        text: String(error.code),
      }))
    }
    // The server's own answer: nobody is signed in.
    expect((await send(55)).text).toContain('"success":false')
    expect((await send(61)).status).toBe(413)
  })

  it('logs no query', async () => {
    await ask('/readyz?token=secret-token')
    await until(async () => expect(await readFile(join(folder, 'access.log'), 'utf8')).toContain('GET /readyz 200'))
    expect(await readFile(join(folder, 'access.log'), 'utf8')).not.toContain('secret')
  })
})
