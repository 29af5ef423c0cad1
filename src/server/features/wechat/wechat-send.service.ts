import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { type Scope, scopeOf, seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { fillTemplate, readValues } from '#shared/features/messages/message-template.calc.ts'
import type { TemplateMapping } from '#shared/features/wechat/wechat-accounts.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { accessOf, accountsServing, findServing, type WechatAccountRow } from './wechat-accounts.repository.ts'
import { wechatClient } from './wechat-client.service.ts'
import { isFinal } from './wechat-errors.calc.ts'

interface WechatMessage {
  id: string
  orgCode: string
  receiver: string
  templateCode: string
  /** The values of the template as JSON text. */
  params: string
  memberId: string | null
}

/** How a message ended: `refused` is final, `failed` may be tried again. */
type WechatDelivery = { state: 'sent' | 'refused' | 'failed'; result: string }

/** Whether an account of the store or its chain sends messages: it is enabled and maps templates. */
export async function hasWechatAccount(trx: Transaction, orgCode: string): Promise<boolean> {
  const { rows } = await sql<Scope>`
    select current_setting('pitlane.scope') as "from", current_setting('pitlane.scope_end') as "to"`.execute(trx)
  const scope = rows[0] ?? scopeOf(orgCode)
  const accounts = await seeingEveryStore(trx, scope, () => accountsServing(trx, orgCode))
  return accounts.some(({ templates }) => templates.length > 0)
}

interface Chosen {
  account: WechatAccountRow
  mapping: TemplateMapping
}

/** The first account that sends this template; the public account comes first. */
function chosenFor(accounts: readonly WechatAccountRow[], templateCode: string): Chosen | null {
  for (const account of accounts) {
    const mapping = account.templates.find((one) => one.templateCode === templateCode)
    if (mapping) return { account, mapping }
  }
  return null
}

/** The member's openid of an app; empty if there is none. */
async function openidOf({ db }: Deps, { orgCode, memberId }: WechatMessage, appId: string): Promise<string> {
  if (memberId === null) return ''
  const row = await db.scoped(scopeOf(orgCode), (trx) =>
    trx
      .selectFrom('memberOpenid')
      .select('openid')
      .where('memberId', '=', memberId)
      .where('appId', '=', appId)
      .where('orgCode', '=', orgCode)
      .executeTakeFirst(),
  )
  return row?.openid ?? ''
}

/** Sends a message by the account of its store's chain; null if no account maps its template. */
export async function sendByWechat(deps: Deps, message: WechatMessage): Promise<WechatDelivery | null> {
  const chosen = chosenFor(await findServing(deps, message.orgCode), message.templateCode)
  if (!chosen) return null
  const { account, mapping } = chosen
  const values = readValues(message.params) ?? {}
  const bound = await openidOf(deps, message, account.appId)
  try {
    const sent = await wechatClient(deps, accessOf(deps, account)).sendTemplate({
      id: message.id,
      openid: bound || message.receiver,
      templateId: mapping.templateId,
      page: mapping.target === '' ? '' : account.pages[mapping.target],
      fields: Object.fromEntries(mapping.fields.map(({ name, value }) => [name, fillTemplate(value, values, false)])),
    })
    return { state: 'sent', result: sent }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { errcode, reason } = error.details
    const reasonText = text('zh', `error.${error.code}`, {
      errcode: String(errcode ?? ''),
      reason: String(reason ?? ''),
    })
    return {
      state: isFinal(error) ? 'refused' : 'failed',
      result: errcode === undefined ? reasonText : `${errcode} ${reasonText}`,
    }
  }
}
