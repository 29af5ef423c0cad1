import { z } from 'zod'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { WechatKind, WechatSecrets, WechatSettings } from './wechat-accounts.schema.ts'

const WechatAccountState = WechatSettings.extend({
  kind: WechatKind,
  /** Names of the secrets that are set. */
  secrets: z.array(z.string()),
  /** The address to register for callbacks; empty if the server's public address is not configured. */
  callbackUrl: z.string(),
  menuPublishTime: WireTime.nullable(),
  updateBy: z.string(),
  updateTime: WireTime.nullable(),
})
export type WechatAccountState = z.infer<typeof WechatAccountState>

const accountKey = z.object({ orgCode: exact(64, 1), kind: WechatKind })

/** The WeChat accounts of a chain. Secrets are stored encrypted and never returned. */
export const wechatAccounts = onScreen('wechatAccount', {
  query: route({
    method: 'GET',
    path: '/wechat/sysWechatAccount/query',
    summary: 'The WeChat accounts of a chain in scope, by default the first; null if the scope has none',
    access: 'wechataccount:edit',
    query: z.object({ orgCode: textFilter(64) }),
    result: z
      .object({
        orgCode: z.string(),
        /** Chains, and stores without one, to choose from. */
        chains: z.array(z.object({ orgCode: z.string(), departName: z.string() })).max(10_000),
        accounts: z.array(WechatAccountState).max(2),
        /** Templates of messages that can be sent by WeChat. */
        occasions: z.array(z.object({ code: z.string(), name: z.string() })).max(200),
      })
      .nullable(),
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/wechat/sysWechatAccount/edit',
    summary: 'Changes an account of a chain. Fields that are not sent stay; an empty secret removes it',
    access: 'wechataccount:edit',
    body: accountKey.extend({
      ...WechatSettings.partial().shape,
      pages: WechatSettings.shape.pages.partial().optional(),
      secrets: WechatSecrets.partial().optional(),
    }),
    result: z.null(),
    message: 'message.saved',
  }),
  check: route({
    method: 'POST',
    path: '/wechat/sysWechatAccount/check',
    summary: 'Asks WeChat for an access token, which shows whether app id and secret are right',
    access: 'wechataccount:edit',
    body: accountKey,
    result: z.null(),
    message: 'message.wechat.works',
  }),
  publishMenu: route({
    method: 'POST',
    path: '/wechat/sysWechatAccount/publishMenu',
    summary: 'Makes the stored menu the menu of the public account',
    access: 'wechataccount:edit',
    body: accountKey,
    result: z.null(),
    message: 'message.wechat.menuPublished',
  }),
})
