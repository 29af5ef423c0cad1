import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/core/slice.ts'
import { scopeOf, type Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import type { WechatKind } from '#shared/features/wechat/wechat-accounts.schema.ts'
import type { WechatEventName } from '#shared/features/wechat/wechat-events.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { decrypted, encrypted, isSignature, signatureOf } from './callback.calc.ts'
import { readFlatXml, writeFlatXml } from './flat-xml.calc.ts'
import { findAccount, openSecrets, type WechatAccountRow } from './wechat-accounts.repository.ts'
import { countScan, findByScene, type ScannedCode } from './wechat-qr.repository.ts'
import { linkOf } from './wechat-qr.service.ts'

/** Older callbacks may be replayed and are rejected. */
const MAX_AGE_S = 300
const OPENID = /^[\w-]{4,128}$/
const MAX_SCENE = 64
/** Prefix of the scene when a user follows the account by scanning. */
const FOLLOWED_BY_SCAN = 'qrscene_'

const EVENTS: Readonly<Record<string, WechatEventName>> = {
  subscribe: 'subscribe',
  unsubscribe: 'unsubscribe',
  scan: 'scan',
}

export interface Callback {
  query: Readonly<Record<string, string>>
  body: string
}

/** A message or event of a user, authenticated. */
interface Received {
  openid: string
  /** The account's own id, which a reply is from. */
  own: string
  event: WechatEventName | null
  scene: string
  messageKey: string
  happenedAt: Date
}

export interface CallbackAccount {
  row: WechatAccountRow
  token: string
  key: string
}

/** The account of a callback; null if it is off, unknown, or has no callback token. */
export async function callbackAccount(deps: Deps, orgCode: string, kind: WechatKind): Promise<CallbackAccount | null> {
  const row = await deps.db.scoped(scopeOf(orgCode), (trx) => findAccount(trx, orgCode, kind))
  if (!row?.enabled || row.sandbox) return null
  const { callbackToken, callbackKey = '' } = openSecrets(deps, row)
  return callbackToken ? { row, token: callbackToken, key: callbackKey } : null
}

/** Whether WeChat has signed the query of a callback, not long ago. */
export function isSigned(deps: Pick<Deps, 'clock'>, { token }: CallbackAccount, query: Callback['query']): boolean {
  const { signature = '', timestamp = '', nonce = '' } = query
  const isRecent =
    /^\d{1,12}$/.test(timestamp) && Math.abs(deps.clock().getTime() / 1000 - Number(timestamp)) <= MAX_AGE_S
  return isRecent && isSignature(signature, signatureOf(token, timestamp, nonce))
}

/** The document of a callback, decrypted in safe mode. Null if it is forged, or has another mode than the account's. */
function documentOf(
  { row, token, key }: CallbackAccount,
  { query, body }: Callback,
): ReadonlyMap<string, string> | null {
  const outer = readFlatXml(body)
  if (row.callbackMode === 'plain') return outer?.has('Encrypt') ? null : outer
  const sealed = outer?.get('Encrypt') ?? ''
  const { msg_signature: signature = '', timestamp = '', nonce = '' } = query
  // Only this signature covers the content.
  if (sealed === '' || !isSignature(signature, signatureOf(token, timestamp, nonce, sealed))) return null
  const inner = decrypted(key, row.appId, sealed)
  return inner === null ? null : readFlatXml(inner)
}

/** The message or event in a callback; null if it is forged or malformed. */
export function readCallback(account: CallbackAccount, callback: Callback): Received | null {
  const document = documentOf(account, callback)
  const openid = document?.get('FromUserName') ?? ''
  const created = document?.get('CreateTime') ?? ''
  if (!document || !OPENID.test(openid) || !/^\d{1,11}$/.test(created)) return null
  const name = document.get('MsgType') === 'event' ? (document.get('Event') ?? '') : ''
  const key = document.get('EventKey') ?? ''
  return {
    openid,
    own: document.get('ToUserName') ?? '',
    event: EVENTS[name.toLowerCase()] ?? null,
    scene: key.replace(FOLLOWED_BY_SCAN, '').slice(0, MAX_SCENE),
    messageKey: (document.get('MsgId') ?? `${openid} ${created} ${name}`).slice(0, 250),
    happenedAt: new Date(Number(created) * 1000),
  }
}

/**
 * Stores an event once, however often it is sent, and counts the scan of one of our QR codes. Returns that code, also for a repetition; null
 * if it was none.
 */
export async function takeEvent(
  deps: Pick<Deps, 'clock'>,
  trx: Transaction,
  { orgCode, appId }: WechatAccountRow,
  { openid, event, scene, messageKey, happenedAt }: Received & { event: WechatEventName },
): Promise<ScannedCode | null> {
  const now = deps.clock()
  const row = { id: newId(), orgCode, appId, messageKey, openid, event, scene, happenedAt, createdAt: now }
  const added = await trx
    .insertInto('wechatEvent')
    .values(row)
    .onConflict((conflict) => conflict.constraint('wechat_event_message_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (event === 'unsubscribe' || scene === '') return null
  const code = { accountOrgCode: orgCode, appId, scene }
  return added ? countScan(trx, { ...code, isFollow: event === 'subscribe', at: now }) : findByScene(trx, code)
}

/** The reply to a scan: a link to the page of the code, encrypted in safe mode. */
export function replyTo(
  { row, token, key }: CallbackAccount,
  { openid, own }: Received,
  code: ScannedCode,
  now: Date,
): string | null {
  const link = linkOf(row.pages, code)
  if (link === '') return null
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const message = writeFlatXml({
    ToUserName: openid,
    FromUserName: own,
    CreateTime: timestamp,
    MsgType: 'text',
    Content: `<a href="${link}">${text('zh', `wechatAccount.${code.target}`)}</a>`,
  })
  if (row.callbackMode === 'plain') return message
  const sealed = encrypted(key, row.appId, message)
  const nonce = randomBytes(8).toString('hex')
  return writeFlatXml({
    Encrypt: sealed,
    MsgSignature: signatureOf(token, timestamp, nonce, sealed),
    TimeStamp: timestamp,
    Nonce: nonce,
  })
}
