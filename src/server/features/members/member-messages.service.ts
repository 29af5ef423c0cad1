import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { valueIn, walletsOf } from '#server/features/ledger/index.ts'
import {
  codesAbove,
  findTemplate,
  queueMessageTo,
  requireTexts,
  type TemplateRow,
} from '#server/features/messages/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatAmount, fromMinor } from '#shared/core/money.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { fillTemplate, readValues, variablesOf } from '#shared/features/messages/message-template.calc.ts'
import type { MemberRow } from './members.repository.ts'
import { currentMember } from './merged-members.repository.ts'

interface Asked {
  userId: string
  templateCode: string
  testData: string
}

/** The channels that reach a member: text messages by the phone, WeChat by the account. */
export const addressOf = ({ phone, openid }: MemberRow, type: TemplateRow['templateType']): string =>
  type === '1' ? phone : type === '3' ? openid : ''

async function memberOf(trx: Transaction, userId: string): Promise<MemberRow> {
  const member = await currentMember(trx, userId)
  if (!member) throw new AppError('members.notFound', { field: 'userId' })
  return member
}

/** What is known of a member by itself, under the names that templates use. */
export async function memberVariables(trx: Transaction, member: MemberRow): Promise<Record<string, string>> {
  const store = await trx.selectFrom('store').select('name').where('orgCode', '=', member.orgCode).executeTakeFirst()
  const level = await trx
    .selectFrom('memberLevel')
    .select('name')
    .where('orgCode', '=', member.orgCode)
    .where('code', '=', member.memberLevel)
    .executeTakeFirst()
  const wallets = await walletsOf(trx, [member.id])
  return {
    name: member.realname || member.nickname,
    realname: member.realname,
    nickname: member.nickname,
    id: member.id,
    balance: formatAmount(fromMinor(valueIn(wallets, member, 'balance').value)),
    give: formatAmount(fromMinor(valueIn(wallets, member, 'give').value)),
    integral: String(valueIn(wallets, member, 'integral').value),
    quan: String(valueIn(wallets, member, 'laps').value),
    level: level?.name ?? member.memberLevel,
    store: store?.name ?? '',
  }
}

/** Templates of the member's store and of those above it; of two with one code the nearer. */
export function templatesFor(ctx: CallContext, userId: string) {
  return ctx.tx(async (trx) => {
    const member = await memberOf(trx, userId)
    const rows = await seeingEveryStore(trx, ctx.user.scope, () =>
      trx
        .selectFrom('messageTemplate')
        .select(['templateCode', 'templateName', 'templateType'])
        .distinctOn('templateCode')
        .where(sql<boolean>`org_code = any(${codesAbove(member.orgCode)})`)
        .where('templateType', 'in', ['1', '3'])
        .orderBy('templateCode')
        .orderBy(sql`length(org_code)`, 'desc')
        .limit(200)
        .execute(),
    )
    return rows.map((row) => ({ ...row, reachable: addressOf(member, row.templateType) !== '' }))
  })
}

async function filled(trx: Transaction, ctx: CallContext, { userId, templateCode, testData }: Asked) {
  const member = await memberOf(trx, userId)
  const { scope } = ctx.user
  const template = await seeingEveryStore(trx, scope, () =>
    findTemplate(trx, { orgCode: member.orgCode, scope }, { templateCode }),
  )
  if (!template || !['1', '3'].includes(template.templateType))
    throw new AppError('messages.templateUnknown', { field: 'templateCode', code: templateCode })
  const given = readValues(testData)
  if (!given) throw new AppError('messages.badJson', { field: 'testData' })
  // What is known of the member is never overwritten: a message says what is so.
  const values = { ...given, ...(await memberVariables(trx, member)) }
  const missing = variablesOf(template.templateContent).filter((name) => !values[name])
  return { member, template, values, missing, content: fillTemplate(template.templateContent, values, false) }
}

/** How it would read. */
export function previewMessage(ctx: CallContext, asked: Asked) {
  return ctx.tx(async (trx) => {
    const { member, template, missing, content } = await filled(trx, ctx, asked)
    const receiver = maskPhone(addressOf(member, template.templateType))
    return { title: template.templateName, content, receiver, missing }
  })
}

/** Queues it under the call's key. */
export const sendToMember = (deps: Deps, ctx: CallContext, asked: Asked) =>
  ctx.tx(async (trx) => {
    const { member, template, content } = await queued(deps, ctx, trx, asked, ctx.key)
    if (template.templateType === '1') await requireTexts(trx, member.orgCode, content)
    return { id: ctx.key }
  })

/** The same in a transaction that does something else as well, under an id of its own; what has no texts left fails when it is sent. */
export const sendInTransaction = async (deps: Deps, ctx: CallContext, trx: Transaction, asked: Asked, key: string) => {
  await queued(deps, ctx, trx, asked, key)
}

async function queued(deps: Deps, ctx: CallContext, trx: Transaction, asked: Asked, key: string) {
  const { member, template, values, missing, content } = await filled(trx, ctx, asked)
  const receiver = addressOf(member, template.templateType)
  if (receiver === '') throw new AppError('messages.memberUnreachable', { field: 'templateCode' })
  if (missing.length > 0)
    throw new AppError('messages.variablesMissing', { field: 'testData', names: missing.join(', ') })
  ctx.changesStore(member.orgCode)
  const message = { template, content, params: JSON.stringify(values), receiver }
  await queueMessageTo(deps, trx, { key, user: ctx.user }, { ...message, orgCode: member.orgCode, memberId: member.id })
  ctx.touched({ id: member.id, after: { templateCode: template.templateCode } })
  return { member, template, content }
}
