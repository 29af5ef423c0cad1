import { hash, randomBytes } from 'node:crypto'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { accessOf, requireServing, type WechatAccountRow } from './wechat-accounts.repository.ts'
import { wechatClient } from './wechat-client.service.ts'

interface JsSignature {
  appId: string
  timestamp: number
  nonceStr: string
  signature: string
}

/** Whether an address is one of the allowed pages: same origin, and below the allowed path. */
function isAllowedPage(url: string, allowed: readonly string[]): boolean {
  const page = URL.parse(url)
  if (page === null || page.username !== '' || page.password !== '' || !/^https?:$/.test(page.protocol)) return false
  return allowed.some((one) => {
    const base = URL.parse(one)
    if (base?.origin !== page.origin) return false
    const path = base.pathname.replace(/\/$/, '')
    return page.pathname === path || page.pathname.startsWith(`${path}/`)
  })
}

/**
 * The public account of a store that signs this page. Only allowed pages are signed, because a signature lets a page act under the
 * account's name. Throws `wechat.noAccount` or `wechat.pageNotAllowed`.
 */
export async function accountOfPage(deps: Deps, orgCode: string, url: string): Promise<WechatAccountRow> {
  const row = await requireServing(deps, orgCode, 'official')
  const own = deps.config.publicUrl === '' ? [] : [deps.config.publicUrl]
  if (!isAllowedPage(url, [...row.jsPages, ...own])) throw new AppError('wechat.pageNotAllowed', { field: 'url' })
  return row
}

/** Signs an allowed page for the JS-SDK of its account. */
export async function signPage(deps: Deps, row: WechatAccountRow, url: string): Promise<JsSignature> {
  const ticket = await wechatClient(deps, accessOf(deps, row)).jsTicket()
  const nonceStr = randomBytes(12).toString('hex')
  const timestamp = Math.floor(deps.clock().getTime() / 1000)
  const page = url.split('#', 1)[0]
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${page}`
  return { appId: row.appId, timestamp, nonceStr, signature: hash('sha1', text) }
}
