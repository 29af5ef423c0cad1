import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import type { AlipaySdkConfig } from 'alipay-sdk'
import { z } from 'zod'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromWireTime, toWireTime } from '#shared/core/time.ts'
import { readAlipayBill } from './alipay-bill.service.ts'
import {
  ANSWER_MS,
  NoAnswer,
  type PaymentProvider,
  type ProviderAccess,
  type Refund,
  type Trade,
} from './payment-provider.types.ts'
import { decimalOf, fromTradeNumber, minorOf, pemOf, toTradeNumber } from './provider-formats.calc.ts'
import { notifyPath } from './provider-settings.calc.ts'

const Answer = z.object({ code: z.string(), subCode: z.string().default(''), subMsg: z.string().default('') }).loose()
type Answer = z.output<typeof Answer>

const DONE = '10000'
const WAITING = '10003'
const FAILED = '40004'
/** Error codes after which the call may still have been executed. */
const UNCERTAIN = new Set(['ACQ.SYSTEM_ERROR', 'AOP.ACQ.SYSTEM_ERROR', 'ISP.UNKNOW-ERROR', 'isp.unknow-error'])
const TRADE_UNKNOWN = 'ACQ.TRADE_NOT_EXIST'
const NO_BILL = 'isp.bill_not_exist'

const TradeFields = z.object({
  outTradeNo: z.string(),
  tradeNo: z.string(),
  tradeStatus: z.string(),
  totalAmount: z.coerce.string(),
  sendPayDate: z.string().optional(),
})

const toNoAnswer = (error: unknown): NoAnswer =>
  error instanceof NoAnswer
    ? error
    : // Only the beginning: messages of the library quote request and response.
      new NoAnswer(`Alipay: ${(error as Error).message.split(/[:,]/, 1)[0] ?? ''}`)

/**
 * Alipay: barcode payments and its page for phones.
 *
 * Calls are signed with the merchant's key. Responses and notifications are accepted only with Alipay's signature. It is checked by
 * Alipay's public key, or by its certificate if the merchant uses certificates.
 */
export async function alipayProvider({ config, clock }: Deps, access: ProviderAccess): Promise<PaymentProvider> {
  const { appId = '' } = access.settings
  const keys = keysFor(access)
  // Loaded when a store uses it: without it a server starts sooner.
  const { AlipaySdk } = await import('alipay-sdk')
  const sdk = new AlipaySdk({
    appId,
    gateway: config.alipayUrl,
    timeout: ANSWER_MS,
    signType: 'RSA2',
    ...keys,
  })
  const { publicUrl } = config
  const notification = publicUrl === '' ? {} : { notifyUrl: `${publicUrl}/api${notifyPath('alipay', access.orgCode)}` }

  async function call(method: string, bizContent: object, more: object = {}): Promise<Answer> {
    try {
      return Answer.parse(await sdk.exec(method, { bizContent, ...more }, { validateSign: true }))
    } catch (error) {
      throw toNoAnswer(error)
    }
  }

  /** The reason of a definite refusal; throws `NoAnswer` if the result is uncertain. */
  function refusal({ code, subCode, subMsg }: Answer): string {
    if (code !== FAILED || UNCERTAIN.has(subCode)) throw new NoAnswer(`Alipay: ${code} ${subCode}`)
    return `${subCode} ${subMsg}`.trim()
  }

  async function query(id: string): Promise<Trade> {
    const answer = await call('alipay.trade.query', { out_trade_no: toTradeNumber(id) })
    if (answer.code === DONE) return tradeOf(TradeFields.parse(answer), id, clock)
    if (answer.subCode === TRADE_UNKNOWN) return { state: 'unknown' }
    throw new NoAnswer(`Alipay: ${answer.code} ${answer.subCode}`)
  }

  return {
    query,

    async pay({ id, amount, payCode, subject, terminalId }) {
      const order = {
        out_trade_no: toTradeNumber(id),
        total_amount: decimalOf(amount),
        subject,
        scene: 'bar_code',
        auth_code: payCode,
        product_code: 'FACE_TO_FACE_PAYMENT',
        store_id: access.orgCode,
        ...(terminalId ? { terminal_id: toTradeNumber(terminalId) } : {}),
      }
      const answer = await call('alipay.trade.pay', order, notification)
      if (answer.code === WAITING) return { state: 'paying' }
      // A payment response has other fields than a query response; only the latter is parsed.
      if (answer.code === DONE) return query(id)
      return { state: 'refused', reason: refusal(answer) }
    },

    async prepare({ id, amount, subject, payer, expiresAt }) {
      const order = {
        out_trade_no: toTradeNumber(id),
        total_amount: decimalOf(amount),
        // Alipay refuses these characters.
        subject: subject.replace(/[/=&]/g, ' '),
        product_code: 'QUICK_WAP_WAY',
        quit_url: payer.page,
        time_expire: toWireTime(expiresAt),
        store_id: access.orgCode,
      }
      const page = { bizContent: order, returnUrl: payer.page, ...notification }
      const url = sdk.pageExecute('alipay.trade.wap.pay', 'GET', page)
      return { state: 'prepared', handover: { url, bridge: null } }
    },

    async reverse({ id, way, isExpired }) {
      const number = { out_trade_no: toTradeNumber(id) }
      if (way === 'code') {
        const answer = await call('alipay.trade.cancel', number)
        if (answer.code === DONE) return answer.retryFlag === 'Y' ? 'again' : 'done'
        if (answer.subCode === TRADE_UNKNOWN) return 'done'
        throw new NoAnswer(`Alipay: ${answer.code} ${answer.subCode}`)
      }
      const answer = await call('alipay.trade.close', number)
      if (answer.code === DONE) return 'done'
      const { state } = await query(id)
      // Alipay learns of the payment when the guest opens its page, which works until the expiry.
      if (state === 'unknown') return isExpired ? 'done' : 'again'
      if (state === 'paid') return 'paid'
      if (state === 'reversed') return 'done'
      throw new NoAnswer(`Alipay: ${answer.code} ${answer.subCode}`)
    },

    async refund({ number, tradeId, amount, reason }): Promise<Refund> {
      const refundKey = { out_trade_no: toTradeNumber(tradeId), out_request_no: toTradeNumber(number) }
      const answer = await call('alipay.trade.refund', {
        ...refundKey,
        refund_amount: decimalOf(amount),
        ...(reason ? { refund_reason: reason } : {}),
      })
      const refused = answer.code === DONE ? null : refusal(answer)
      if (refused === null && answer.fundChange === 'Y')
        return { state: 'done', refundId: String(answer.tradeNo ?? '') }
      // A repeated refund moves nothing or is refused, so the result of the first call is queried.
      const found = await call('alipay.trade.fastpay.refund.query', refundKey)
      if (found.code !== DONE && found.subCode !== TRADE_UNKNOWN)
        throw new NoAnswer(`Alipay: ${found.code} ${found.subCode}`)
      if (found.refundStatus === 'REFUND_SUCCESS')
        return { state: 'done', refundId: String(found.tradeNo ?? answer.tradeNo ?? '') }
      return refused === null ? { state: 'processing' } : { state: 'refused', reason: refused }
    },

    async readNotification({ body }) {
      const fields = Object.fromEntries(new URLSearchParams(body))
      if (!sdk.checkNotifySignV2(fields) || fields.app_id !== appId) return null
      return fromTradeNumber(fields.out_trade_no ?? '')
    },

    notified: { contentType: 'text/plain', body: 'success' },

    async bill(day) {
      const answer = await call('alipay.data.dataservice.bill.downloadurl.query', {
        bill_type: 'trade',
        bill_date: day,
      })
      if (answer.subCode === NO_BILL) return null
      if (answer.code !== DONE) throw new NoAnswer(`Alipay: ${answer.code} ${answer.subCode}`)
      return readAlipayBill(z.url({ protocol: /^https?$/ }).parse(answer.billDownloadUrl))
    },
  }
}

function tradeOf(trade: z.output<typeof TradeFields>, id: string, clock: () => Date): Trade {
  if (fromTradeNumber(trade.outTradeNo) !== id) throw new NoAnswer('Alipay: response for another trade')
  const { tradeStatus, tradeNo, totalAmount, sendPayDate } = trade
  if (tradeStatus === 'TRADE_SUCCESS' || tradeStatus === 'TRADE_FINISHED') {
    const paidAt = sendPayDate ? fromWireTime(sendPayDate) : clock()
    return { state: 'paid', transactionId: tradeNo, amount: minorOf(totalAmount), paidAt }
  }
  if (tradeStatus === 'WAIT_BUYER_PAY') return { state: 'paying' }
  if (tradeStatus === 'TRADE_CLOSED') return { state: 'reversed' }
  throw new NoAnswer(`Alipay: unknown state ${tradeStatus}`)
}

type Keys = Pick<
  AlipaySdkConfig,
  'privateKey' | 'keyType' | 'alipayPublicKey' | 'appCertContent' | 'alipayPublicCertContent' | 'alipayRootCertContent'
>

/** The merchant's private key, and Alipay's public key or, if the store has all three, the certificates. Throws `payments.keyInvalid`. */
function keysFor({ settings, keys }: ProviderAccess): Keys {
  const { platformKey = '', appCertificate = '', rootCertificate = '' } = settings
  const attempt = <T>(field: string, make: () => T): T => {
    try {
      return make()
    } catch {
      throw new AppError('payments.keyInvalid', { field })
    }
  }
  const merchantKey = attempt('privateKey', () =>
    createPrivateKey(pemOf(keys.privateKey ?? '', 'PRIVATE KEY')).export({ type: 'pkcs8', format: 'pem' }),
  )
  const merchant = { privateKey: String(merchantKey), keyType: 'PKCS8' } as const
  if (appCertificate === '' && rootCertificate === '') {
    const alipayKey = attempt('platformKey', () =>
      createPublicKey(pemOf(platformKey, 'PUBLIC KEY')).export({ type: 'spki', format: 'pem' }),
    )
    return { ...merchant, alipayPublicKey: String(alipayKey) }
  }
  const certificates = { platformKey, appCertificate, rootCertificate }
  for (const [field, pem] of Object.entries(certificates)) attempt(field, () => new X509Certificate(pem))
  return {
    ...merchant,
    alipayPublicCertContent: platformKey,
    appCertContent: appCertificate,
    alipayRootCertContent: rootCertificate,
  }
}
