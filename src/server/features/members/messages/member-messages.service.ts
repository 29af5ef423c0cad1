import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { valueIn, walletsOf } from '#server/features/ledger/index.ts'
import type { MemberRow } from '#server/features/members/members.repository.ts'
import { currentMember } from '#server/features/members/merged-members.repository.ts'
import {
  codesAbove,
  findTemplate,
  queueMessageTo,
  requireSmsQuota,
  type TemplateRow,
} from '#server/features/messages/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { familyNameOf } from '#shared/core/family-names.ts'
import { formatAmount, fromMinor } from '#shared/core/money.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { fillTemplate, readValues, variablesOf } from '#shared/features/messages/message-template.calc.ts'

interface MessageInput {
  userId: string
  templateCode: string
  testData: string
}

/** The address of a member in a channel: the phone for SMS, the openid for WeChat; empty if there is none. */
export const addressOf = ({ phone, openid }: MemberRow, type: TemplateRow['templateType']): string =>
  type === '1' ? phone : type === '3' ? openid : ''

async function requireMember(trx: Transaction, userId: string): Promise<MemberRow> {
  const member = await currentMember(trx, userId)
  if (!member) throw new AppError('members.notFound', { field: 'userId' })
  return member
}

/** The template variables that are known for a member. */
export async function memberVariables(trx: Transaction, member: MemberRow): Promise<Record<string, string>> {
  const store = await trx.selectFrom('store').select('name').where('orgCode', '=', member.orgCode).executeTakeFirst()
  const level = await trx
    .selectFrom('memberLevel')
    .select('name')
    .where('orgCode', '=', member.orgCode)
    .where('code', '=', member.memberLevel)
    .executeTakeFirst()
  const wallets = await walletsOf(trx, [member.id])
  const laps = String(valueIn(wallets, member, 'laps').value)
  return {
    name: member.realname || member.nickname,
    realname: member.realname,
    nickname: member.nickname,
    id: member.id,
    balance: formatAmount(fromMinor(valueIn(wallets, member, 'balance').value)),
    give: formatAmount(fromMinor(valueIn(wallets, member, 'give').value)),
    integral: String(valueIn(wallets, member, 'integral').value),
    laps,
    coins: String(valueIn(wallets, member, 'coins').value),
    // Templates that were written for other servers of the API family.
    [familyNameOf('laps')]: laps,
    level: level?.name ?? member.memberLevel,
    store: store?.name ?? '',
  }
}

/** Templates of the member's store and its chain; for a code in both, the store's. Throws `members.notFound`. */
export function templatesFor(ctx: CallContext, userId: string) {
  return ctx.tx(async (trx) => {
    const member = await requireMember(trx, userId)
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

async function render(trx: Transaction, ctx: CallContext, { userId, templateCode, testData }: MessageInput) {
  const member = await requireMember(trx, userId)
  const { scope } = ctx.user
  const template = await seeingEveryStore(trx, scope, () =>
    findTemplate(trx, { orgCode: member.orgCode, scope }, { templateCode }),
  )
  if (!template || !['1', '3'].includes(template.templateType))
    throw new AppError('messages.templateUnknown', { field: 'templateCode', code: templateCode })
  const entered = readValues(testData)
  if (!entered) throw new AppError('messages.badJson', { field: 'testData' })
  // Input never overrides known variables, so that a message is true.
  const values = { ...entered, ...(await memberVariables(trx, member)) }
  const missing = variablesOf(template.templateContent).filter((name) => !values[name])
  return { member, template, values, missing, content: fillTemplate(template.templateContent, values, false) }
}

/** Renders a message without sending it. */
export function previewMessage(ctx: CallContext, input: MessageInput) {
  return ctx.tx(async (trx) => {
    const { member, template, missing, content } = await render(trx, ctx, input)
    const receiver = maskPhone(addressOf(member, template.templateType))
    return { title: template.templateName, content, receiver, missing }
  })
}

/** Queues a message under the call's key. Throws `messages.memberUnreachable`, `messages.variablesMissing`, or why no SMS is left. */
export const sendToMember = (deps: Deps, ctx: CallContext, input: MessageInput) =>
  ctx.tx(async (trx) => {
    const { member, template, content } = await queueMessage(deps, ctx, trx, input, ctx.key)
    if (template.templateType === '1') await requireSmsQuota(trx, member.orgCode, content)
    return { id: ctx.key }
  })

/** Queues a message within another transaction under its own id. Without SMS left it fails when it is sent. */
export const sendInTransaction = async (
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  input: MessageInput,
  key: string,
) => {
  await queueMessage(deps, ctx, trx, input, key)
}

async function queueMessage(deps: Deps, ctx: CallContext, trx: Transaction, input: MessageInput, key: string) {
  const { member, template, values, missing, content } = await render(trx, ctx, input)
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
