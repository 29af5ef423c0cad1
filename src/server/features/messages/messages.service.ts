import type { Job } from '#server/core/jobs/jobs.ts'
import { sanitizeHtml } from '#server/core/rich-text.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { scopeOf, seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { fillTemplate, readValues, variablesOf } from '#shared/features/messages/message-template.calc.ts'
import { isRich, type TemplateType } from '#shared/features/messages/message-templates.contract.ts'
import { channels } from './channels.service.ts'
import { DeliveryRefused } from './http-channel.service.ts'
import { findReceiver, findTemplate, type TemplateRow } from './message-templates.repository.ts'
import {
  type Attachment,
  insertAttachment,
  insertMessage,
  lockMessage,
  type MessageRow,
  updateMessage,
} from './messages.repository.ts'
import { requireSmsQuota } from './sms-quota.service.ts'

interface TemplateMessage {
  templateCode: string
  templateId?: string
  testData: string
  receiver: string
  msgType?: TemplateType
}

interface Delivery {
  id: string
  orgCode: string
}

const MAX_RESULT_LENGTH = 500

const receiverFormats: Record<Exclude<TemplateType, '4'>, RegExp> = {
  1: /^\+?\d{5,15}$/,
  2: /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,190}$/,
  3: /^[\w-]{4,128}$/,
}

/**
 * Fills a template and queues the message; message, job and idempotency key are committed together. Throws `auth.chooseStore`,
 * `messages.templateUnknown`, `messages.typeDiffers`, `messages.channelOff`, and errors of variables, receiver and SMS quota.
 */
export async function queueMessage(deps: Deps, ctx: CallContext, input: TemplateMessage): Promise<{ id: string }> {
  const { user, key: id } = ctx
  if (user.orgCode === '') throw new AppError('auth.chooseStore')
  return ctx.tx(async (trx) => {
    const template = await seeingEveryStore(trx, user.scope, () => findTemplate(trx, user, input))
    if (!template) throw new AppError('messages.templateUnknown', { field: 'templateCode', code: input.templateCode })
    const { templateType: type, templateContent, templateName, templateCode } = template
    if (input.msgType !== undefined && input.msgType !== type) {
      throw new AppError('messages.typeDiffers', { field: 'msgType' })
    }
    await requireChannel(deps, trx, { type, orgCode: user.orgCode }, 'msgType')
    const content = fill(templateContent, input.testData, isRich(type))
    if (type === '1') await requireSmsQuota(trx, user.orgCode, content)
    const receiverId = await receiverOf(trx, type, input.receiver, 'receiver')
    await queue(deps, trx, id, {
      id,
      orgCode: user.orgCode,
      title: templateName,
      content,
      params: input.testData,
      receiver: input.receiver,
      receiverId,
      type,
      templateCode,
      createdBy: user.username,
      createdAt: deps.clock(),
    })
    return { id }
  })
}

/** Throws `messages.channelOff` if the channel is not configured for the store. */
export async function requireChannel(
  deps: Deps,
  trx: Transaction,
  { type, orgCode }: Pick<MessageRow, 'type' | 'orgCode'>,
  field: string,
): Promise<void> {
  const channel = channels[type]
  if (channel.kind === 'sent' && !(await channel.ready(deps, trx, orgCode)))
    throw new AppError('messages.channelOff', { field })
}

type NewMessage = Omit<Parameters<typeof insertMessage>[1], 'sendTime' | 'updatedBy' | 'updatedAt'>

export interface MessageTo {
  template: Pick<TemplateRow, 'templateName' | 'templateCode' | 'templateType'>
  /** The filled template. */
  content: string
  /** The values as JSON text. */
  params: string
  receiver: string
  orgCode: string
  /** The member who receives it; null for a guest who is no member. */
  memberId: string | null
  /** What made the server send it; left out: a person sends it. */
  occasion?: Occasion
  /** Its SMS is of no use after this time and is not sent; left out: always of use. */
  usefulUntil?: Date
}

/** What makes the server send an SMS by itself. All but `called` wait during the quiet hours of the store. */
export type Occasion = 'birthday' | 'ending' | 'called' | 'reminder' | 'level'

/** The sender of a message and the id to queue it under. */
interface Sender {
  key: string
  user: { username: string }
}

/** Queues a message to a guest under the sender's key. Throws `messages.channelOff` or `messages.receiverForm`. */
export async function queueMessageTo(deps: Deps, trx: Transaction, from: Sender, to: MessageTo): Promise<void> {
  const { template, content, params, receiver, orgCode, memberId, occasion = '', usefulUntil } = to
  await requireChannel(deps, trx, { type: template.templateType, orgCode }, 'templateCode')
  await receiverOf(trx, template.templateType, receiver, 'userId')
  await queue(deps, trx, from.key, {
    id: from.key,
    orgCode,
    title: template.templateName,
    content,
    params,
    receiver,
    receiverId: null,
    memberId,
    occasion,
    usefulUntil,
    type: template.templateType,
    templateCode: template.templateCode,
    createdBy: from.user.username,
    createdAt: deps.clock(),
  })
}

/** Stores a message and adds its delivery job. */
export async function queue(deps: Deps, trx: Transaction, jobId: string, message: NewMessage): Promise<void> {
  await insertMessage(trx, { ...message, sendTime: null, updatedBy: null, updatedAt: null })
  const data: Delivery = { id: message.id, orgCode: message.orgCode }
  await deps.jobs.add(trx, 'messages', { id: jobId, data })
}

export interface Mail {
  id: string
  orgCode: string
  title: string
  /** Rich text. */
  content: string
  receiver: string
  createdBy: string
  attachment: Attachment
}

/** Queues a mail with an attachment and without a template; idempotent by id. */
export async function queueMail(deps: Deps, trx: Transaction, { attachment, ...mail }: Mail): Promise<void> {
  const written = { params: '{}', receiverId: null, type: '2' as const, templateCode: '', createdAt: deps.clock() }
  await queue(deps, trx, mail.id, { ...mail, ...written })
  await insertAttachment(trx, mail, attachment)
}

function fill(content: string, testData: string, rich: boolean): string {
  const values = readValues(testData)
  if (!values) throw new AppError('messages.badJson', { field: 'testData' })
  const missing = variablesOf(content).filter((name) => !Object.hasOwn(values, name))
  if (missing.length > 0) {
    throw new AppError('messages.variablesMissing', { field: 'testData', names: missing.join(', ') })
  }
  const text = fillTemplate(content, values, rich)
  // A value may have become part of a URL, so the result is sanitized too.
  return rich ? sanitizeHtml(text) : text
}

/**
 * The user id of a system message's receiver; null for other channels, where only the format is checked. Throws `messages.receiverForm` or
 * `messages.receiverUnknown`.
 */
export async function receiverOf(
  trx: Transaction,
  type: TemplateType,
  receiver: string,
  field: string,
): Promise<string | null> {
  if (type !== '4') {
    if (receiverFormats[type].test(receiver)) return null
    throw new AppError('messages.receiverForm', { field })
  }
  const found = await findReceiver(trx, receiver)
  if (found === undefined) throw new AppError('messages.receiverUnknown', { field })
  return found
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_RESULT_LENGTH)

/**
 * Delivers a queued message.
 *
 * For a channel that is an own table, effect and state are one transaction, so it happens exactly once. For an external channel, state `3`
 * is committed before and the result after. A worker that finds `3` sends again under the same id: a duplicate is better than a loss.
 */
export async function deliver(deps: Deps, { data: { id, orgCode }, lastAttempt }: Job<Delivery>): Promise<void> {
  const { db, clock } = deps
  const inStore = <T>(work: (trx: Transaction) => Promise<T>) => db.scoped(scopeOf(orgCode), work)
  const markSent = (trx: Transaction, result: string) =>
    updateMessage(trx, id, { sendStatus: '1', sendTime: clock(), result })
  const markFailed = (error: unknown) =>
    inStore((trx) => {
      const sendStatus = lastAttempt || error instanceof DeliveryRefused ? '2' : '0'
      return updateMessage(trx, id, { sendStatus, result: reasonOf(error) })
    })

  const message = await inStore((trx) => begin(trx, id))
  if (!message) return
  const channel = channels[message.type]
  try {
    if (channel.kind === 'stored') {
      await inStore(async (trx) => {
        if ((await lockMessage(trx, id))?.sendStatus !== '3') return
        await channel.store(deps, trx, message)
        await markSent(trx, '')
      })
    } else {
      const answer = await channel.send(deps, message)
      await inStore((trx) => markSent(trx, answer.slice(0, MAX_RESULT_LENGTH)))
    }
  } catch (error) {
    await markFailed(error)
    // Refused messages are not retried.
    if (!(error instanceof DeliveryRefused)) throw error
  }
}

/** Marks a message as being sent; returns null if it has already ended. */
async function begin(trx: Transaction, id: string): Promise<MessageRow | null> {
  const message = await lockMessage(trx, id)
  if (!message || message.sendStatus === '1' || message.sendStatus === '2') return null
  const repeated = message.sendStatus === '3' ? { remark: 'repeated' } : {}
  await updateMessage(trx, id, { sendStatus: '3', sendCount: message.sendCount + 1, ...repeated })
  return message
}
