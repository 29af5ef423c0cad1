import { createDecipheriv, createPrivateKey, createPublicKey, hash } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { PhoneHandover } from '#shared/features/payments/payments.schema.ts'
import {
  ANSWER_MS,
  NoAnswer,
  type PaymentProvider,
  type ProviderAccess,
  type RawNotification,
  type Refund,
  type Trade,
} from './payment-provider.types.ts'
import { fromTradeNumber, pemOf, textWithin, toTradeNumber } from './provider-formats.calc.ts'
import { notifyPath } from './provider-settings.calc.ts'
import { wechatBillLines } from './wechat-bill.calc.ts'

/** Timeout of a bill download. */
const BILL_TIMEOUT_MS = 60_000
const MAX_BILL_BYTES = 200_000_000
const API_KEY_LENGTH = 32
const TAG_BYTES = 16
/** Older notifications may be replayed and are rejected. */
const MAX_AGE_SECONDS = 300
/** WeChat Pay refuses longer texts. */
const MAX_DESCRIPTION_BYTES = 127
const MAX_REASON_BYTES = 80

const TradeAnswer = z.object({
  out_trade_no: z.string(),
  mchid: z.string(),
  trade_state: z.string(),
  trade_state_desc: z.string().optional(),
  transaction_id: z.string().optional(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.number().int() }).partial().optional(),
})
const RefundAnswer = z.object({ refund_id: z.string(), status: z.string(), out_trade_no: z.string().optional() })
const BillAnswer = z.object({ hash_type: z.string(), hash_value: z.string(), download_url: z.url() })
const Prepay = z.object({ prepay_id: z.string().min(1) })
const H5Page = z.object({ h5_url: z.url({ protocol: /^https$/ }) })
const Failure = z.object({ code: z.string(), message: z.string().optional() })
const Envelope = z.object({
  event_type: z.string(),
  resource: z.object({ ciphertext: z.string(), associated_data: z.string().default(''), nonce: z.string() }),
})

/** Codes of definite refusals; after any other code the state is queried. */
const REFUSED = new Set([
  'PARAM_ERROR',
  'INVALID_REQUEST',
  'APPID_MCHID_NOT_MATCH',
  'MCH_NOT_EXISTS',
  'NO_AUTH',
  'NOT_ENOUGH',
  'AUTH_CODE_INVALID',
  'AUTH_CODE_EXPIRED',
  'AUTH_CODE_ERROR',
  'AUTHCODEEXPIRE',
  'AUTH_CODE_EXPIRE',
  'NOTENOUGH',
  'ACCOUNT_ERROR',
  'ACCOUNTERROR',
  'RULE_LIMIT',
  'RULELIMIT',
  'TRADE_ERROR',
  'OUT_TRADE_NO_USED',
  'ORDER_CLOSED',
  'ORDER_REVERSED',
])
/** Codes that mean that nothing is left to reverse. */
const REVERSED = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS', 'ORDER_REVERSED', 'ORDER_CLOSED'])
const UNKNOWN = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'])
const NEVER_REFUNDED = new Set(['PARAM_ERROR', 'INVALID_REQUEST', 'RESOURCE_NOT_EXISTS', 'MCH_NOT_EXISTS'])
const NO_BILL = new Set(['NO_STATEMENT_EXIST', 'STATEMENT_CREATING'])

interface Answer {
  status: number
  data: unknown
}

/** The error code of WeChat Pay; empty if the response cannot be parsed. */
function failureOf(error: unknown): { code: string; message: string } {
  const { response } = error as { response?: Answer }
  const failure = Failure.safeParse(response && response.status >= 400 ? response.data : undefined)
  return failure.success ? { code: failure.data.code, message: failure.data.message ?? '' } : { code: '', message: '' }
}

const toNoAnswer = (error: unknown): NoAnswer => {
  const { code } = failureOf(error)
  const { message = '' } = error as Error
  return new NoAnswer(`WeChat Pay: ${code || message}`)
}

/**
 * WeChat Pay API v3: barcode payments, and payments in WeChat's browser (JSAPI) and in others (H5).
 *
 * Calls are signed with the merchant's key. Responses and notifications are accepted only with WeChat Pay's signature.
 */
export async function wechatProvider({ config, clock }: Deps, access: ProviderAccess): Promise<PaymentProvider> {
  const { merchantId = '', appId = '', serial = '', platformSerial = '', platformKey = '' } = access.settings
  const { privateKey = '', apiKey = '' } = access.keys
  if (apiKey.length !== API_KEY_LENGTH) throw new AppError('payments.keyInvalid', { field: 'apiKey' })
  const [merchantKey, wechatKey] = [pemOf(privateKey, 'PRIVATE KEY'), pemOf(platformKey, 'PUBLIC KEY')]
  requireKey('privateKey', () => createPrivateKey(merchantKey))
  requireKey('platformKey', () => createPublicKey(wechatKey))
  // Loaded when a store uses it: without it a server starts sooner.
  const { Decorator, Formatter, Rsa } = await import('wechatpay-axios-plugin')
  const client = new Decorator({
    mchid: merchantId,
    serial,
    privateKey: merchantKey,
    certs: { [platformSerial]: wechatKey },
    baseURL: config.wechatPayUrl,
    timeout: ANSWER_MS,
    maxRedirects: 0,
  })
  const call = async (method: 'get' | 'post', path: string, data?: object, more: object = {}): Promise<unknown> => {
    const answer: Answer = await client.request(path, method, data, more)
    return answer.data
  }
  const tradePath = (id: string): string => `v3/pay/transactions/out-trade-no/${toTradeNumber(id)}`

  function read(answer: unknown, id: string): Trade {
    const trade = TradeAnswer.parse(answer)
    if (fromTradeNumber(trade.out_trade_no) !== id || trade.mchid !== merchantId)
      throw new NoAnswer('WeChat Pay: response for another trade')
    return tradeOf(trade)
  }

  async function query(id: string): Promise<Trade> {
    try {
      return read(await call('get', tradePath(id), undefined, { params: { mchid: merchantId } }), id)
    } catch (error) {
      if (UNKNOWN.has(failureOf(error).code)) return { state: 'unknown' }
      throw toNoAnswer(error)
    }
  }

  /** The signed parameters by which WeChat's browser opens an order. */
  function bridgeOf(prepayId: string): PhoneHandover['bridge'] {
    const timeStamp = String(Math.floor(clock().getTime() / 1000))
    const nonceStr = Formatter.nonce()
    const order = `prepay_id=${prepayId}`
    const paySign = Rsa.sign(Formatter.joinedByLineFeed(appId, timeStamp, nonceStr, order), merchantKey)
    return { appId, timeStamp, nonceStr, package: order, signType: 'RSA', paySign }
  }

  /** The state of an earlier refund; null if WeChat Pay does not know it. */
  async function findRefund({ out_refund_no, out_trade_no }: { out_refund_no: string; out_trade_no: string }) {
    try {
      const found = RefundAnswer.parse(await call('get', `v3/refund/domestic/refunds/${out_refund_no}`))
      if (found.out_trade_no !== undefined && found.out_trade_no !== out_trade_no)
        throw new NoAnswer('WeChat Pay: response for another refund')
      return refundOf(found)
    } catch (error) {
      if (UNKNOWN.has(failureOf(error).code)) return null
      throw error instanceof NoAnswer ? error : toNoAnswer(error)
    }
  }

  return {
    async pay({ id, amount, payCode, subject, terminalId }) {
      const order = {
        appid: appId,
        mchid: merchantId,
        description: textWithin(MAX_DESCRIPTION_BYTES, subject),
        out_trade_no: toTradeNumber(id),
        payer: { auth_code: payCode },
        amount: { total: amount, currency: 'CNY' },
        scene_info: {
          ...(terminalId ? { device_id: toTradeNumber(terminalId) } : {}),
          store_info: { out_id: access.orgCode },
        },
      }
      try {
        return read(await call('post', 'v3/pay/transactions/codepay', order), id)
      } catch (error) {
        const { code, message } = failureOf(error)
        if (code === 'USERPAYING' || code === 'USER_PAYING') return { state: 'paying' }
        if (REFUSED.has(code)) return { state: 'refused', reason: `${code} ${message}`.trim() }
        throw toNoAnswer(error)
      }
    },

    async prepare({ id, amount, subject, payer, expiresAt }) {
      const { way, openid, ip, page } = payer
      const order = {
        appid: appId,
        mchid: merchantId,
        description: textWithin(MAX_DESCRIPTION_BYTES, subject),
        out_trade_no: toTradeNumber(id),
        time_expire: `${toWireTime(expiresAt).replace(' ', 'T')}+08:00`,
        notify_url: `${config.publicUrl}/api${notifyPath('wechat', access.orgCode)}`,
        amount: { total: amount, currency: 'CNY' },
      }
      try {
        if (way === 'jsapi') {
          const prepay = Prepay.parse(await call('post', 'v3/pay/transactions/jsapi', { ...order, payer: { openid } }))
          return { state: 'prepared', handover: { url: '', bridge: bridgeOf(prepay.prepay_id) } }
        }
        // A server that listens on IPv6 sees addresses of IPv4 in this form.
        const scene = { payer_client_ip: ip.replace(/^::ffff:/i, ''), h5_info: { type: 'Wap' } }
        const { h5_url } = H5Page.parse(await call('post', 'v3/pay/transactions/h5', { ...order, scene_info: scene }))
        return {
          state: 'prepared',
          handover: { url: `${h5_url}&redirect_url=${encodeURIComponent(page)}`, bridge: null },
        }
      } catch (error) {
        const { code, message } = failureOf(error)
        if (REFUSED.has(code)) return { state: 'refused', reason: `${code} ${message}`.trim() }
        throw toNoAnswer(error)
      }
    },

    query,

    async reverse({ id, way }) {
      const [step, body] =
        way === 'code' ? ['reverse', { appid: appId, mchid: merchantId }] : ['close', { mchid: merchantId }]
      try {
        await call('post', `${tradePath(id)}/${step}`, body)
        return 'done'
      } catch (error) {
        if (REVERSED.has(failureOf(error).code)) return 'done'
        if (way === 'code') throw toNoAnswer(error)
        // An order on a phone is not closed once it is paid, also after the money was returned.
        const { state } = await query(id)
        if (state === 'paid') return 'paid'
        if (state === 'reversed') return 'done'
        throw toNoAnswer(error)
      }
    },

    async refund({ number, tradeId, amount, total, reason }): Promise<Refund> {
      const refund = {
        out_trade_no: toTradeNumber(tradeId),
        out_refund_no: toTradeNumber(number),
        ...(reason ? { reason: textWithin(MAX_REASON_BYTES, reason) } : {}),
        amount: { refund: amount, total, currency: 'CNY' },
      }
      try {
        return refundOf(await call('post', 'v3/refund/domestic/refunds', refund))
      } catch (error) {
        const { code, message } = failureOf(error)
        if (!NEVER_REFUNDED.has(code)) throw error instanceof NoAnswer ? error : toNoAnswer(error)
        // It may have been executed before and refused for that reason, so the state is queried.
        return (await findRefund(refund)) ?? { state: 'refused', reason: `${code} ${message}`.trim() }
      }
    },

    async readNotification({ headers, body }) {
      if (!isSigned(headers, body)) return null
      const envelope = Envelope.parse(JSON.parse(body))
      const trade = TradeAnswer.parse(JSON.parse(decrypt(envelope.resource)))
      return trade.mchid === merchantId ? fromTradeNumber(trade.out_trade_no) : null
    },

    notified: { contentType: 'application/json', body: '{"code":"SUCCESS"}' },

    async bill(day) {
      try {
        const params = { bill_date: day, bill_type: 'ALL' }
        const bill = BillAnswer.parse(await call('get', 'v3/bill/tradebill', undefined, { params }))
        const { pathname, searchParams } = new URL(bill.download_url)
        const bytes = await call('get', pathname.replace(/^\//, ''), undefined, {
          params: Object.fromEntries(searchParams),
          responseType: 'arraybuffer',
          timeout: BILL_TIMEOUT_MS,
          maxContentLength: MAX_BILL_BYTES,
        })
        if (!Buffer.isBuffer(bytes) || hash('sha1', bytes) !== bill.hash_value.toLowerCase())
          throw new NoAnswer('WeChat Pay: bill incomplete')
        return wechatBillLines(bytes.toString('utf8'))
      } catch (error) {
        if (NO_BILL.has(failureOf(error).code)) return null
        throw error instanceof NoAnswer ? error : toNoAnswer(error)
      }
    },
  }

  function isSigned(headers: RawNotification['headers'], body: string): boolean {
    const timestamp = headers['wechatpay-timestamp'] ?? ''
    const nonce = headers['wechatpay-nonce'] ?? ''
    const signature = headers['wechatpay-signature'] ?? ''
    const isRecent = Math.abs(clock().getTime() / 1000 - Number(timestamp)) <= MAX_AGE_SECONDS
    if (!isRecent || headers['wechatpay-serial'] !== platformSerial) return false
    const signed = Formatter.response(timestamp, nonce, body)
    return Rsa.verify(signed, signature, wechatKey)
  }

  function decrypt({ ciphertext, associated_data: data, nonce }: z.output<typeof Envelope>['resource']): string {
    const bytes = Buffer.from(ciphertext, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiKey), Buffer.from(nonce), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(data)).setAuthTag(bytes.subarray(-TAG_BYTES))
    return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  }
}

function refundOf(answer: unknown): Refund {
  const { refund_id: refundId, status } = RefundAnswer.parse(answer)
  if (status === 'SUCCESS') return { state: 'done', refundId }
  if (status === 'PROCESSING') return { state: 'processing' }
  if (status === 'ABNORMAL') return { state: 'stuck', reason: status }
  // The merchant had too little money for days. Only then WeChat Pay requires a new number; else it would refund twice.
  if (status === 'CLOSED') return { state: 'refused', reason: status, isClosed: true }
  throw new NoAnswer(`WeChat Pay: unknown state ${status} of a refund`)
}

function requireKey(field: string, read: () => unknown): void {
  try {
    read()
  } catch {
    throw new AppError('payments.keyInvalid', { field })
  }
}

function tradeOf(trade: z.output<typeof TradeAnswer>): Trade {
  const {
    trade_state: state,
    trade_state_desc: description = '',
    transaction_id: transactionId,
    amount,
    success_time,
  } = trade
  if (state === 'SUCCESS') {
    if (!transactionId || amount?.total === undefined) throw new NoAnswer('WeChat Pay: success without an amount')
    return {
      state: 'paid',
      transactionId,
      amount: amount.total,
      paidAt: success_time ? new Date(success_time) : new Date(),
    }
  }
  if (state === 'USERPAYING' || state === 'NOTPAY' || state === 'ACCEPT') return { state: 'paying' }
  if (state === 'REVOKED' || state === 'REFUND' || state === 'CLOSED') return { state: 'reversed' }
  if (state === 'PAYERROR') return { state: 'refused', reason: `PAYERROR ${description}`.trim() }
  throw new NoAnswer(`WeChat Pay: unknown state ${state}`)
}
