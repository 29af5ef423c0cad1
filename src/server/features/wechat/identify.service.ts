import type { Deps } from '#server/core/slice.ts'
import { scopeOf } from '#server/db/database.ts'
import type { WechatKind } from '#shared/features/wechat/wechat-accounts.schema.ts'
import { accessOf, findServing, requireServing } from './wechat-accounts.repository.ts'
import { wechatClient } from './wechat-client.service.ts'
import { countScan } from './wechat-qr.repository.ts'

/** The code that the sandbox gives to every browser. */
const SANDBOX_CODE = 'sandbox-guest'

export interface WechatUser {
  appId: string
  openid: string
  isOfficial: boolean
}

interface Code {
  orgCode: string
  kind: WechatKind
  code: string
  /** Counts a scan, if it is the scene of a code of a mini-app. */
  scene: string
}

/** The openid of the user whose code was scanned or entered at a store. Throws `wechat.noAccount`, `wechat.codeInvalid` or why WeChat does not answer. */
export async function identify(deps: Deps, { orgCode, kind, code, scene }: Code): Promise<WechatUser> {
  const account = await requireServing(deps, orgCode, kind)
  const openid = await wechatClient(deps, accessOf(deps, account)).openidOf(code)
  const { appId } = account
  // Scans for a public account arrive as events. A code works once, so nobody can count a scan twice.
  if (kind === 'miniApp' && scene !== '') {
    const scan = { accountOrgCode: account.orgCode, appId, scene, isFollow: false, at: deps.clock() }
    await deps.db.scoped(scopeOf(account.orgCode), (trx) => countScan(trx, scan))
  }
  return { appId, openid, isOfficial: kind === 'official' }
}

/** The address at which WeChat gives a browser a code for the store's public account and sends it to `page`; empty without an account. */
export async function authorizationUrl(
  deps: Deps,
  { orgCode, page, state }: { orgCode: string; page: string; state: string },
): Promise<string> {
  const account = (await findServing(deps, orgCode)).find(({ kind }) => kind === 'official')
  if (!account) return ''
  if (account.sandbox) {
    const back = new URL(page)
    back.searchParams.set('code', SANDBOX_CODE)
    back.searchParams.set('state', state)
    return back.href
  }
  const url = new URL('connect/oauth2/authorize', deps.config.wechatOpenUrl)
  // WeChat requires this order.
  url.searchParams.set('appid', account.appId)
  url.searchParams.set('redirect_uri', page)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('scope', 'snsapi_base')
  url.searchParams.set('state', state)
  url.hash = 'wechat_redirect'
  return url.href
}
