import type { Deps } from '#server/core/slice.ts'
import { sendSms } from '#server/core/sms.ts'
import { scopeOf, type Transaction } from '#server/db/database.ts'
import { hasWechatAccount, sendByWechat } from '#server/features/wechat/index.ts'
import type { TemplateType } from '#shared/features/messages/message-templates.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { storeSystemMessage } from './announcements.service.ts'
import { DeliveryRefused, postMessage } from './http-channel.service.ts'
import { attachmentsOf, type MessageRow } from './messages.repository.ts'
import { consumeSmsQuota } from './sms-quota.service.ts'

/** Whether a channel can deliver messages of a store. */
type Ready = (deps: Deps, trx: Transaction, orgCode: string) => boolean | Promise<boolean>

/** A delivery channel. The message id is passed on, so that a receiver can detect repeats. */
export type Channel =
  /** Effect and state change in one transaction: exactly once. */
  | { kind: 'stored'; store: (deps: Deps, trx: Transaction, message: MessageRow) => Promise<void> }
  /** An external system: at least once, repeats have the same id. Returns its response. */
  | { kind: 'sent'; ready: Ready; send: (deps: Deps, message: MessageRow) => Promise<string> }

const systemMessage: Channel = {
  kind: 'stored',
  store: (deps, trx, { id, orgCode, receiverId, title, content, createdBy }) => {
    if (receiverId === null) throw new DeliveryRefused('no receiver')
    const message = { id, orgCode, userId: receiverId, title, content, sender: createdBy }
    return storeSystemMessage(deps, message, trx)
  },
}

const email: Channel = {
  kind: 'sent',
  ready: ({ config }) => config.smtpUrl !== undefined,
  async send({ config, db }, { id, orgCode, receiver, title, content }) {
    const files = await db.scoped(scopeOf(orgCode), (trx) => attachmentsOf(trx, id))
    // Loaded by the first mail: without it a server starts sooner.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(config.smtpUrl ?? '', {
      from: config.mailFrom,
      // Mail clients show repeats with the same Message-ID once, or as one thread.
      messageId: `<${id}@${config.mailFrom.split('@').at(-1)?.replace(/>$/, '')}>`,
    })
    try {
      const { response } = await transport.sendMail({
        to: receiver,
        subject: title,
        html: content,
        attachments: files.map(({ name, contentType, content: bytes }) => ({
          filename: name,
          contentType,
          content: bytes,
        })),
      })
      return response
    } catch (error) {
      const { responseCode = 0, message } = error as { responseCode?: number; message: string }
      if (responseCode >= 500) throw new DeliveryRefused(message)
      throw error
    } finally {
      transport.close()
    }
  },
}

/** By the WeChat account of the store's chain; without one by the forwarding service. */
const wechat: Channel = {
  kind: 'sent',
  ready: ({ config }, trx, orgCode) => config.wechatUrl !== undefined || hasWechatAccount(trx, orgCode),
  async send(deps, message) {
    const delivery = await sendByWechat(deps, message)
    if (delivery) {
      if (delivery.state === 'sent') return delivery.result
      throw delivery.state === 'refused' ? new DeliveryRefused(delivery.result) : new Error(delivery.result)
    }
    const { id, receiver, title, content, templateCode } = message
    const { wechatUrl: url = '', wechatToken: token } = deps.config
    if (url === '') throw new DeliveryRefused(text('zh', 'error.wechat.templateUnmapped'))
    return postMessage({ id, url, token, body: { receiver, templateCode, title, content } })
  },
}

/** Writes to the SMS outbox, while the store has SMS quota left. */
const sms: Channel = {
  kind: 'stored',
  async store(deps, trx, { id, orgCode, receiver, content, templateCode, params, occasion, usefulUntil }) {
    await consumeSmsQuota(deps, trx, { id, orgCode, content })
    // A called guest waits for it.
    const quiet = occasion !== '' && occasion !== 'called'
    const made = { storeCode: orgCode, templateCode, params, quiet, usefulUntil }
    await sendSms(trx, { phone: receiver, text: content, ...made })
  },
}

export const channels: Record<TemplateType, Channel> = { 1: sms, 2: email, 3: wechat, 4: systemMessage }
