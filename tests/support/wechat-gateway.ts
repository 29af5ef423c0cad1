import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const WECHAT_APP = 'wx1234567890abcdef'
export const WECHAT_SECRET = 'c0ffee00c0ffee00c0ffee00c0ffee00'
export const CALLBACK_TOKEN = 'pitlaneCallback1'
export const CALLBACK_KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'

const TOKEN_S = 7200
/** In the last minutes of a token the next call issues another one; both are valid until the old one ends. */
const OVERLAP_S = 300
/** A token this young is not renewed, also if that is forced. */
const YOUNG_S = 30
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const failure = (errcode: number, errmsg: string) => ({ errcode, errmsg })
const sha1 = (...parts: string[]): string => createHash('sha1').update(parts.sort().join('')).digest('hex')

/**
 * A stand-in for WeChat's API of public accounts and mini-apps. It knows one app, keeps one token valid, and answers in the shapes and
 * with the error codes of the documentation.
 */
export async function wechatGateway(clock: () => Date) {
  let tokens: { token: string; until: number }[] = []
  const state = {
    /** Calls by path. */
    calls: [] as string[],
    /** How often a token was issued that was not there before. */
    issued: 0,
    sent: [] as Record<string, unknown>[],
    menu: null as unknown,
    /** The error code of the next call of a path; null: an HTTP error, `silent`: no answer. */
    next: new Map<string, number | 'broken' | 'silent'>(),
    /** Runs before a token is issued, so that others arrive meanwhile. */
    beforeToken: (): Promise<void> => Promise.resolve(),
    usedCodes: new Set<string>(),
    /** Invalidates every token, as a reset of the secret does. */
    dropTokens: () => {
      tokens = []
    },
  }

  const nowS = (): number => clock().getTime() / 1000
  function issue(isForced: boolean) {
    const current = tokens.find(({ until }) => until - nowS() > OVERLAP_S)
    const isYoung = current !== undefined && current.until - nowS() > TOKEN_S - YOUNG_S
    if (current && (!isForced || isYoung))
      return { access_token: current.token, expires_in: Math.floor(current.until - nowS()) }
    // A forced renewal invalidates the old token at once.
    if (isForced) tokens = []
    const token = `token-${++state.issued}-${randomBytes(8).toString('hex')}`
    tokens.push({ token, until: nowS() + TOKEN_S })
    return { access_token: token, expires_in: TOKEN_S }
  }
  const isValid = (token: string | null): boolean => tokens.some((one) => one.token === token && one.until > nowS())

  // biome-ignore lint/suspicious/noExplicitAny: the bodies of many calls
  async function answer(path: string, query: URLSearchParams, body: any): Promise<object | Buffer> {
    const told = state.next.get(path)
    if (typeof told === 'number') {
      state.next.delete(path)
      return failure(told, `error ${told}`)
    }
    if (path === '/cgi-bin/stable_token') {
      if (body.grant_type !== 'client_credential') return failure(40002, 'invalid grant_type')
      if (body.appid !== WECHAT_APP) return failure(40013, 'invalid appid')
      if (body.secret !== WECHAT_SECRET) return failure(40125, 'invalid appsecret')
      await state.beforeToken()
      return issue(body.force_refresh === true)
    }
    if (path === '/sns/oauth2/access_token' || path === '/sns/jscode2session') {
      if (query.get('appid') !== WECHAT_APP) return failure(40013, 'invalid appid')
      if (query.get('secret') !== WECHAT_SECRET) return failure(40125, 'invalid appsecret')
      const code = query.get(path === '/sns/jscode2session' ? 'js_code' : 'code') ?? ''
      if (!code.startsWith('code-')) return failure(40029, 'invalid code')
      if (state.usedCodes.has(code)) return failure(40163, 'code been used')
      state.usedCodes.add(code)
      return { openid: `openid-${code.slice(5)}`, session_key: 'kept secret' }
    }
    if (!isValid(query.get('access_token'))) return failure(40001, 'invalid credential, access_token is invalid')
    switch (path) {
      case '/cgi-bin/ticket/getticket':
        return { ...failure(0, 'ok'), ticket: `ticket-of-${query.get('access_token')}`, expires_in: TOKEN_S }
      case '/cgi-bin/menu/create':
        state.menu = body
        return failure(0, 'ok')
      case '/cgi-bin/message/template/send':
      case '/cgi-bin/message/subscribe/send':
        if (body.touser === 'openid-stranger') return failure(43004, 'require subscribe')
        if (body.touser === 'openid-nobody') return failure(40003, 'invalid openid')
        // A repetition with the same id is not sent again.
        if (!state.sent.some((one) => one.client_msg_id && one.client_msg_id === body.client_msg_id))
          state.sent.push(body)
        return { ...failure(0, 'ok'), msgid: 200_228_332 }
      case '/cgi-bin/qrcode/create':
        return { ticket: 'gQH47joAAAAAAAAAASxodHRw', url: `http://weixin.qq.com/q/${body.action_info.scene.scene_str}` }
      case '/wxa/getwxacodeunlimit':
        return body.page === 'pages/missing' ? failure(41030, 'invalid page') : PNG
      default:
        return failure(40066, 'invalid url')
    }
  }

  const server = createServer((request, response) => {
    void text(request).then(async (sent) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://gateway')
      state.calls.push(pathname)
      if (state.next.get(pathname) === 'silent') return void request.socket.destroy()
      if (state.next.get(pathname) === 'broken') return void response.writeHead(502).end('bad gateway')
      const said = await answer(pathname, searchParams, sent === '' ? {} : JSON.parse(sent))
      const isPicture = Buffer.isBuffer(said)
      response
        .writeHead(200, { 'Content-Type': isPicture ? 'image/png' : 'application/json; encoding=utf-8' })
        .end(isPicture ? said : JSON.stringify(said))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  return {
    state,
    config: { wechatApiUrl: url },
    countOf: (path: string): number => state.calls.filter((one) => one === path).length,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

interface CallbackChange {
  token?: string
  key?: string
  appId?: string
  at?: Date
  nonce?: string
  /** Replaces the encrypted text after it was signed. */
  tampered?: boolean
}

const xmlOf = (fields: Record<string, string>): string =>
  `<xml>${Object.entries(fields)
    .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
    .join('')}</xml>`

/** A callback as WeChat sends it in plain mode. */
export function plainCallback(at: Date, fields: Record<string, string>, change: CallbackChange = {}) {
  const timestamp = String(Math.floor((change.at ?? at).getTime() / 1000))
  const nonce = change.nonce ?? randomBytes(5).toString('hex')
  const signature = sha1(change.token ?? CALLBACK_TOKEN, timestamp, nonce)
  return { query: { signature, timestamp, nonce } as Record<string, string>, body: xmlOf(fields) }
}

/** A callback as WeChat sends it in safe mode. */
export function safeCallback(at: Date, fields: Record<string, string>, change: CallbackChange = {}) {
  const { query, body } = plainCallback(at, fields, change)
  const { timestamp = '', nonce = '' } = query
  const key = Buffer.from(`${change.key ?? CALLBACK_KEY}=`, 'base64')
  const message = Buffer.from(body)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(message.length)
  const plain = Buffer.concat([randomBytes(16), length, message, Buffer.from(change.appId ?? WECHAT_APP)])
  const padding = 32 - (plain.length % 32)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const sealed = Buffer.concat([cipher.update(Buffer.concat([plain, Buffer.alloc(padding, padding)])), cipher.final()])
  const encrypt = sealed.toString('base64')
  const msgSignature = sha1(change.token ?? CALLBACK_TOKEN, timestamp, nonce, encrypt)
  const shown = change.tampered ? `${encrypt.slice(0, -4)}AAA=` : encrypt
  return {
    query: { ...query, encrypt_type: 'aes', msg_signature: msgSignature } as Record<string, string>,
    body: xmlOf({ ToUserName: 'gh_123456789abc', Encrypt: shown }),
  }
}

/** The text of an encrypted reply. */
export function decryptReply(sealed: string): string {
  const key = Buffer.from(`${CALLBACK_KEY}=`, 'base64')
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const bytes = Buffer.concat([decipher.update(Buffer.from(sealed, 'base64')), decipher.final()])
  const length = bytes.readUInt32BE(16)
  return bytes.subarray(20, 20 + length).toString('utf8')
}
