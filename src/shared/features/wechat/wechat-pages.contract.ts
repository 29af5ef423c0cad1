import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'

/** What pages inside WeChat ask without a sign-in. */
export const wechatPages = {
  sign: route({
    method: 'GET',
    path: '/wechat/jsSignature',
    summary: 'The JS-SDK signature of a page of a store; only allowed pages are signed',
    access: 'public',
    query: z.object({ orgCode: exact(64, 1), url: address(1024, 1) }),
    result: z.object({ appId: z.string(), timestamp: z.number().int(), nonceStr: z.string(), signature: z.string() }),
    labels: { orgCode: 'records.store', url: 'wechatAccount.jsPage' },
  }),
}
