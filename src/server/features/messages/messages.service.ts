import type { Job } from '#server/core/jobs.ts'
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

interface Wanted {
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

const LONGEST_RESULT = 500

const receivers: Record<Exclude<TemplateType, '4'>, RegExp> = {
  1: /^\+?\d{5,15}$/,
  2: /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,190}$/,
  3: /^[\w-]{4,128}$/,
}

/** Fills a template and queues it: message, job and the call's key are committed together. */
export async function queueMessage(deps: Deps, ctx: CallContext, wanted: Wanted): Promise<{ id: string }> {
  const { user, key: id } = ctx
  if (user.orgCode === '') throw new AppError('auth.chooseStore')
  return ctx.tx(async (trx) => {
    const template = await seeingEveryStore(trx, user.scope, () => findTemplate(trx, user, wanted))
    if (!template) throw new AppError('messages.templateUnknown', { field: 'templateCode', code: wanted.templateCode })
    const { templateType: type, templateContent, templateName, templateCode } = template
    if (wanted.msgType !== undefined && wanted.msgType !== type) {
      throw new AppError('messages.typeDiffers', { field: 'msgType' })
    }
    requireChannel(deps, type, 'msgType')
    const content = filled(templateContent, wanted.testData, isRich(type))
    if (type === '1') await requireSmsQuota(trx, user.orgCode, content)
    const receiverId = await receiverOf(trx, type, wanted.receiver, 'receiver')
    await queue(deps, trx, id, {
      id,
      orgCode: user.orgCode,
      title: templateName,
      content,
      params: wanted.testData,
      receiver: wanted.receiver,
      receiverId,
      type,
      templateCode,
      createdBy: user.username,
      createdAt: deps.clock(),
    })
    return { id }
  })
}

/** Refuses what nobody could send. */
export function requireChannel(deps: Deps, type: TemplateType, field: string): void {
  const channel = channels[type]
  if (channel.kind === 'sent' && !channel.ready(deps)) throw new AppError('messages.channelOff', { field })
}

type NewMessage = Omit<Parameters<typeof insertMessage>[1], 'sendTime' | 'updatedBy' | 'updatedAt'>

export interface MessageTo {
  template: Pick<TemplateRow, 'templateName' | 'templateCode' | 'templateType'>
  /** The template filled. */
  content: string
  /** What it was filled with, as JSON text. */
  params: string
  receiver: string
  orgCode: string
  /** The member whom it is for; null: somebody who is none. */
  memberId: string | null
}

/** Who sends a message, and the key that it is queued under. */
interface Sender {
  key: string
  user: { username: string }
}

/** Queues a message to a guest under the sender's key. */
export async function queueMessageTo(deps: Deps, trx: Transaction, from: Sender, to: MessageTo): Promise<void> {
  const { template, content, params, receiver, orgCode, memberId } = to
  requireChannel(deps, template.templateType, 'templateCode')
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
    type: template.templateType,
    templateCode: template.templateCode,
    createdBy: from.user.username,
    createdAt: deps.clock(),
  })
}

/** Stores a message and the order to send it. */
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

/** Queues a mail that is no template's, with a file; the id is its own, so that whoever asks twice sends once. */
export async function queueMail(deps: Deps, trx: Transaction, { attachment, ...mail }: Mail): Promise<void> {
  const written = { params: '{}', receiverId: null, type: '2' as const, templateCode: '', createdAt: deps.clock() }
  await queue(deps, trx, mail.id, { ...mail, ...written })
  await insertAttachment(trx, mail, attachment)
}

function filled(content: string, testData: string, rich: boolean): string {
  const values = readValues(testData)
  if (!values) throw new AppError('messages.badJson', { field: 'testData' })
  const missing = variablesOf(content).filter((name) => !Object.hasOwn(values, name))
  if (missing.length > 0) {
    throw new AppError('messages.variablesMissing', { field: 'testData', names: missing.join(', ') })
  }
  const text = fillTemplate(content, values, rich)
  // A value may have become part of an address: what is sent is sanitized, too.
  return rich ? sanitizeHtml(text) : text
}

/** Who a system message is for; elsewhere only the form of the receiver is looked at. */
export async function receiverOf(
  trx: Transaction,
  type: TemplateType,
  receiver: string,
  field: string,
): Promise<string | null> {
  if (type !== '4') {
    if (receivers[type].test(receiver)) return null
    throw new AppError('messages.receiverForm', { field })
  }
  const found = await findReceiver(trx, receiver)
  if (found === undefined) throw new AppError('messages.receiverUnknown', { field })
  return found
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_RESULT)

/**
 * Delivers a queued message.
 *
 * Where the channel is a table of ours, effect and mark are one transaction, so it happens once whatever dies when. Where it
 * is somebody else's, the mark `3` is committed before and the result after: whoever finds `3` knows that the message may be
 * there already, and sends it again under the same id, because one that comes twice is better than one that never comes.
 */
export async function deliver(deps: Deps, { data: { id, orgCode }, lastAttempt }: Job<Delivery>): Promise<void> {
  const { db, clock } = deps
  const inStore = <T>(work: (trx: Transaction) => Promise<T>) => db.scoped(scopeOf(orgCode), work)
  const done = (trx: Transaction, result: string) =>
    updateMessage(trx, id, { sendStatus: '1', sendTime: clock(), result })
  const failed = (error: unknown) =>
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
        await done(trx, '')
      })
    } else {
      const answer = await channel.send(deps, message)
      await inStore((trx) => done(trx, answer.slice(0, LONGEST_RESULT)))
    }
  } catch (error) {
    await failed(error)
    // What the other side does not want is not tried again.
    if (!(error instanceof DeliveryRefused)) throw error
  }
}

/** Marks a message as being sent; null where nothing is left to do. */
async function begin(trx: Transaction, id: string): Promise<MessageRow | null> {
  const message = await lockMessage(trx, id)
  if (!message || message.sendStatus === '1' || message.sendStatus === '2') return null
  const again = message.sendStatus === '3' ? { remark: 'repeated' } : {}
  await updateMessage(trx, id, { sendStatus: '3', sendCount: message.sendCount + 1, ...again })
  return message
}
