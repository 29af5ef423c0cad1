import { hash } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { type WechatAccess, type WechatApi, WechatRefusal } from './wechat-api.types.ts'

const TOKEN_SECONDS = 7200
/** Codes that the sandbox accepts: the word and what becomes the openid. */
const CODE = /^sandbox-([\w-]{1,60})$/
/** The openid of a user who does not follow the account. */
const STRANGER = 'sandbox-stranger'

const marked = (text: string): string => hash('sha256', text, 'hex').slice(0, 32)

/**
 * Behaves as WeChat without asking it: nothing is sent, codes lead to our own address, and anybody may sign in. Only for demonstrations.
 */
export function sandboxApi({ publicUrl }: Pick<Config, 'publicUrl'>, { appId }: WechatAccess): WechatApi {
  return {
    accessToken: async () => ({ token: `sandbox-${marked(appId)}`, seconds: TOKEN_SECONDS }),
    jsTicket: async () => ({ token: `sandbox-ticket-${marked(appId)}`, seconds: TOKEN_SECONDS }),
    createMenu: async () => undefined,
    async sendTemplate(_token, { openid }) {
      if (openid === STRANGER) throw new WechatRefusal(43004, 'require subscribe')
      return 'sandbox'
    },
    createQrCode: async (_token, { scene }) => ({
      content: `${publicUrl || 'https://sandbox.invalid'}/?scene=${encodeURIComponent(scene)}`,
    }),
    async openidOf(code) {
      const name = CODE.exec(code)?.[1]
      if (!name) throw new WechatRefusal(40029, 'invalid code')
      return `sandbox-${name}`
    },
  }
}
