import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WechatKind } from '#shared/features/wechat/wechat-accounts.schema.ts'
import { MemberOfPage, StoreKey } from './member-page.contract.ts'

/** A word of the page that WeChat gives back, by which it recognizes its own request. */
const State = z.string().regex(/^[0-9a-f]{16,64}$/)

/** A sealed proof of an openid, which the page keeps until the member has signed in by phone. */
const Proof = exact(2000, 1)

/** Sign-in of members by WeChat: an openid that is bound to a member needs no code. */
export const memberWechat = onScreen('memberPage', {
  authorization: route({
    method: 'GET',
    path: '/m/wechat/authorization',
    summary: 'Where a browser inside WeChat gets its code for the public account of a store; empty without an account',
    access: 'public',
    query: z.object({ store: StoreKey, state: State }),
    result: z.object({ url: z.string() }),
  }),
  signIn: route({
    method: 'POST',
    path: '/m/wechat/signIn',
    summary: 'Signs the member of an openid in by a code of WeChat; an unbound openid gets a proof to bind it',
    access: 'public',
    body: z.object({
      store: StoreKey,
      wechatKind: WechatKind,
      /** A code of the web authorization, or of a mini-app's sign-in. */
      code: exact(512, 1),
      /** The scene of the QR code that has opened a mini-app. */
      scene: exact(64).default(''),
    }),
    result: z.object({ token: z.string(), member: MemberOfPage.nullable(), proof: z.string() }),
  }),
  bind: route({
    method: 'POST',
    path: '/m/wechat/bind',
    summary: 'Binds an openid to the signed-in member; sessions of its earlier member end',
    access: 'member',
    body: z.object({ proof: Proof }),
    result: z.null(),
  }),
})
