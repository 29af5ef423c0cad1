import { createConcurrencyLimit } from '#server/core/limits/concurrency-limit.ts'
import type { Deps } from '#server/core/slice.ts'
import type { WechatAccess, WechatApi } from './wechat-api.types.ts'
import { isTokenRefused, toWechatError } from './wechat-errors.calc.ts'
import { httpApi } from './wechat-http.api.ts'
import { sandboxApi } from './wechat-sandbox.api.ts'
import { wechatTokens } from './wechat-tokens.service.ts'

/**
 * Limits calls of guests without a sign-in that wait for WeChat, by their address. They have no part in the limit of other guests' calls,
 * which would all wait for WeChat as well.
 */
export const guestWechatCalls = createConcurrencyLimit({
  maxRunning: 8,
  maxWaiting: 100,
  waitTimeoutMs: 5000,
  perUser: { maxRunning: 4, maxWaiting: 40 },
})

/** Calls WeChat for an account with the shared tokens. Throws the errors of `toWechatError`. */
export function wechatClient(deps: Deps, access: WechatAccess) {
  const api: WechatApi = access.sandbox ? sandboxApi(deps.config, access) : httpApi(deps.config, access)
  const tokens = wechatTokens(deps)
  const accessToken = (rejected?: string): Promise<string> =>
    tokens.get(access, 'access', () => api.accessToken(rejected !== undefined), rejected)

  async function reporting<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw toWechatError(error)
    }
  }

  /** Runs a call with the access token, and once more with a new one if WeChat has refused that. */
  async function withToken<T>(call: (token: string) => Promise<T>): Promise<T> {
    const token = await accessToken()
    try {
      return await call(token)
    } catch (error) {
      if (!isTokenRefused(error)) throw error
      return call(await accessToken(token))
    }
  }

  return {
    /** Requests a token by app id and secret, without changing the current one. */
    check: () => reporting(() => api.accessToken(false)),
    jsTicket: () => reporting(() => tokens.get(access, 'ticket', () => withToken(api.jsTicket))),
    createMenu: (menu: Parameters<WechatApi['createMenu']>[1]) =>
      reporting(() => withToken((token) => api.createMenu(token, menu))),
    sendTemplate: (message: Parameters<WechatApi['sendTemplate']>[1]) =>
      reporting(() => withToken((token) => api.sendTemplate(token, message))),
    createQrCode: (code: Parameters<WechatApi['createQrCode']>[1]) =>
      reporting(() => withToken((token) => api.createQrCode(token, code))),
    openidOf: (code: string) => reporting(() => api.openidOf(code)),
  }
}
