import { z } from 'zod'
import type { Config } from '#server/config.ts'
import type { MenuButton, MenuLeaf } from '#shared/features/wechat/wechat-accounts.schema.ts'
import {
  type IssuedQrCode,
  type IssuedToken,
  type NewQrCode,
  type NewTemplateMessage,
  type WechatAccess,
  type WechatApi,
  WechatRefusal,
  WechatUnreachable,
} from './wechat-api.types.ts'

const ANSWER_MS = 8000
const MAX_ANSWER_BYTES = 2_000_000

const Failure = z.object({ errcode: z.number().int(), errmsg: z.string().default('') })
const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().int().positive() })
const Ticket = z.object({ ticket: z.string().min(1), expires_in: z.number().int().positive() })
const WechatUser = z.object({ openid: z.string().regex(/^[\w-]{4,128}$/) })
const Sent = z.object({ msgid: z.union([z.number(), z.string()]).optional() })
const Code = z.object({ url: z.url({ protocol: /^https?$/ }) })

interface Answer {
  type: string
  bytes: Buffer
}

const leafOf = ({ name, type, key, url, appId, pagePath }: MenuLeaf): object => {
  if (type === 'click') return { name, type, key }
  if (type === 'view') return { name, type, url }
  return { name, type, url, appid: appId, pagepath: pagePath }
}

const buttonOf = ({ children, ...button }: MenuButton): object =>
  children.length > 0 ? { name: button.name, sub_button: children.map(leafOf) } : leafOf(button)

/** WeChat's HTTP API. Addresses are only those of the server's configuration. */
export function httpApi({ wechatApiUrl }: Pick<Config, 'wechatApiUrl'>, access: WechatAccess): WechatApi {
  const { appId, secret, kind } = access

  async function request(path: string, query: Record<string, string>, body?: object): Promise<Answer> {
    const url = new URL(path, wechatApiUrl)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    try {
      const response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      if (!response.ok) throw new WechatUnreachable(`WeChat: HTTP ${response.status}`)
      const bytes = Buffer.from(await response.arrayBuffer())
      if (bytes.length > MAX_ANSWER_BYTES) throw new WechatUnreachable('WeChat: answer too long')
      return { type: response.headers.get('content-type') ?? '', bytes }
    } catch (error) {
      // The address contains secrets and stays out of the message.
      throw error instanceof WechatUnreachable ? error : new WechatUnreachable('WeChat: no answer')
    }
  }

  /** The answer as JSON. WeChat answers failures with HTTP 200 and an error code. */
  function read<S extends z.ZodType>({ bytes }: Answer, schema: S): z.output<S> {
    let json: unknown
    try {
      json = JSON.parse(bytes.toString('utf8'))
    } catch {
      throw new WechatUnreachable('WeChat: answer is not JSON')
    }
    const failure = Failure.safeParse(json)
    if (failure.success && failure.data.errcode !== 0) {
      throw new WechatRefusal(failure.data.errcode, failure.data.errmsg.slice(0, 200))
    }
    const parsed = schema.safeParse(json)
    if (!parsed.success) throw new WechatUnreachable('WeChat: answer of another form')
    return parsed.data
  }

  const post = async <S extends z.ZodType>(path: string, token: string, body: object, schema: S) =>
    read(await request(path, { access_token: token }, body), schema)

  return {
    async accessToken(isForced): Promise<IssuedToken> {
      const body = { grant_type: 'client_credential', appid: appId, secret, force_refresh: isForced }
      const answer = read(await request('cgi-bin/stable_token', {}, body), Token)
      return { token: answer.access_token, seconds: answer.expires_in }
    },

    async jsTicket(accessToken): Promise<IssuedToken> {
      const query = { access_token: accessToken, type: 'jsapi' }
      const answer = read(await request('cgi-bin/ticket/getticket', query), Ticket)
      return { token: answer.ticket, seconds: answer.expires_in }
    },

    async createMenu(accessToken, menu) {
      await post('cgi-bin/menu/create', accessToken, { button: menu.map(buttonOf) }, z.object({}))
    },

    async sendTemplate(accessToken, { id, openid, templateId, page, fields }: NewTemplateMessage) {
      const data = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }]))
      const message = { touser: openid, template_id: templateId, data }
      const sent =
        kind === 'official'
          ? await post(
              'cgi-bin/message/template/send',
              accessToken,
              { ...message, client_msg_id: id.replaceAll('-', ''), ...(page ? { url: page } : {}) },
              Sent,
            )
          : await post('cgi-bin/message/subscribe/send', accessToken, { ...message, ...(page ? { page } : {}) }, Sent)
      return String(sent.msgid ?? '')
    },

    async createQrCode(accessToken, { scene, page }: NewQrCode): Promise<IssuedQrCode> {
      if (kind === 'official') {
        const body = { action_name: 'QR_LIMIT_STR_SCENE', action_info: { scene: { scene_str: scene } } }
        return { content: (await post('cgi-bin/qrcode/create', accessToken, body, Code)).url }
      }
      const body = { scene, ...(page ? { page } : {}), check_path: true, env_version: 'release', width: 430 }
      const answer = await request('wxa/getwxacodeunlimit', { access_token: accessToken }, body)
      if (answer.type.startsWith('image/')) return { picture: answer.bytes }
      read(answer, z.never())
      throw new WechatUnreachable('WeChat: no picture')
    },

    async openidOf(code) {
      const credentials = { appid: appId, secret, grant_type: 'authorization_code' }
      const answer =
        kind === 'official'
          ? await request('sns/oauth2/access_token', { ...credentials, code })
          : await request('sns/jscode2session', { ...credentials, js_code: code })
      return read(answer, WechatUser).openid
    },
  }
}
