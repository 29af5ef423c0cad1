import { createDecipheriv, createPrivateKey, createPublicKey, hash } from 'node:crypto'
import { Decorator, Formatter, Rsa } from 'wechatpay-axios-plugin'
import { z } from 'zod'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import {
  ANSWER_MS,
  NoAnswer,
  type PaymentProvider,
  type ProviderAccess,
  type RawNotification,
  type Refund,
  type Trade,
} from './payment-provider.types.ts'
import { fromTradeNumber, pemOf, toTradeNumber } from './provider-formats.calc.ts'
import { wechatBillLines } from './wechat-bill.calc.ts'

/** A bill of a busy day takes longer than an answer. */
const BILL_MS = 60_000
const LONGEST_BILL = 200_000_000
const API_KEY_LENGTH = 32
const TAG_BYTES = 16
/** A notification that is older was sent to somebody else, or by somebody else. */
const LONGEST_AGE_S = 300

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
const Failure = z.object({ code: z.string(), message: z.string().optional() })
const Envelope = z.object({
  event_type: z.string(),
  resource: z.object({ ciphertext: z.string(), associated_data: z.string().default(''), nonce: z.string() }),
})

/** What WeChat Pay says that it will never take; whatever else it says is asked about. */
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
/** There is nothing to reverse. */
const REVERSED = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS', 'ORDER_REVERSED', 'ORDER_CLOSED'])
const UNKNOWN = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'])
const NEVER_REFUNDED = new Set(['PARAM_ERROR', 'INVALID_REQUEST', 'RESOURCE_NOT_EXISTS', 'MCH_NOT_EXISTS'])
const NO_BILL = new Set(['NO_STATEMENT_EXIST', 'STATEMENT_CREATING'])

interface Answer {
  status: number
  data: unknown
}

/** What WeChat Pay says in place of an answer: its code, empty where it said nothing that can be read. */
function failureOf(error: unknown): { code: string; message: string } {
  const { response } = error as { response?: Answer }
  const failure = Failure.safeParse(response && response.status >= 400 ? response.data : undefined)
  return failure.success ? { code: failure.data.code, message: failure.data.message ?? '' } : { code: '', message: '' }
}

const silence = (error: unknown): NoAnswer => {
  const { code } = failureOf(error)
  const { message = '' } = error as Error
  return new NoAnswer(`WeChat Pay: ${code || message}`)
}

/**
 * WeChat Pay, API v3, by the customer's code. Calls are signed with the merchant's key; each answer and notification is believed only
 * when WeChat Pay's own key has signed it.
 */
export function wechatProvider({ config, clock }: Deps, access: ProviderAccess): PaymentProvider {
  const { merchantId = '', appId = '', serial = '', platformSerial = '', platformKey = '' } = access.settings
  const { privateKey = '', apiKey = '' } = access.keys
  if (apiKey.length !== API_KEY_LENGTH) throw new AppError('payments.keyInvalid', { field: 'apiKey' })
  const [ours, theirs] = [pemOf(privateKey, 'PRIVATE KEY'), pemOf(platformKey, 'PUBLIC KEY')]
  requireKey('privateKey', () => createPrivateKey(ours))
  requireKey('platformKey', () => createPublicKey(theirs))
  const client = new Decorator({
    mchid: merchantId,
    serial,
    privateKey: ours,
    certs: { [platformSerial]: theirs },
    baseURL: config.wechatPayUrl,
    timeout: ANSWER_MS,
    maxRedirects: 0,
  })
  const ask = async (method: 'get' | 'post', path: string, data?: object, more: object = {}): Promise<unknown> => {
    const answer: Answer = await client.request(path, method, data, more)
    return answer.data
  }
  const tradePath = (id: string): string => `v3/pay/transactions/out-trade-no/${toTradeNumber(id)}`

  function read(answer: unknown, id: string): Trade {
    const trade = TradeAnswer.parse(answer)
    if (fromTradeNumber(trade.out_trade_no) !== id || trade.mchid !== merchantId)
      throw new NoAnswer('WeChat Pay: an answer about something else')
    return tradeOf(trade)
  }

  /** What WeChat Pay says of a refund that it was asked for before; null: it knows of none. */
  async function findRefund({ out_refund_no, out_trade_no }: { out_refund_no: string; out_trade_no: string }) {
    try {
      const found = RefundAnswer.parse(await ask('get', `v3/refund/domestic/refunds/${out_refund_no}`))
      if (found.out_trade_no !== undefined && found.out_trade_no !== out_trade_no)
        throw new NoAnswer('WeChat Pay: a refund of something else')
      return refundOf(found)
    } catch (error) {
      if (UNKNOWN.has(failureOf(error).code)) return null
      throw error instanceof NoAnswer ? error : silence(error)
    }
  }

  return {
    async pay({ id, amount, payCode, subject, terminalId }) {
      const order = {
        appid: appId,
        mchid: merchantId,
        description: subject,
        out_trade_no: toTradeNumber(id),
        payer: { auth_code: payCode },
        amount: { total: amount, currency: 'CNY' },
        scene_info: {
          ...(terminalId ? { device_id: toTradeNumber(terminalId) } : {}),
          store_info: { out_id: access.orgCode },
        },
      }
      try {
        return read(await ask('post', 'v3/pay/transactions/codepay', order), id)
      } catch (error) {
        const { code, message } = failureOf(error)
        if (code === 'USERPAYING' || code === 'USER_PAYING') return { state: 'paying' }
        if (REFUSED.has(code)) return { state: 'refused', reason: `${code} ${message}`.trim() }
        throw silence(error)
      }
    },

    async query(id) {
      try {
        return read(await ask('get', tradePath(id), undefined, { params: { mchid: merchantId } }), id)
      } catch (error) {
        if (UNKNOWN.has(failureOf(error).code)) return { state: 'unknown' }
        throw silence(error)
      }
    },

    async reverse(id) {
      try {
        await ask('post', `${tradePath(id)}/reverse`, { appid: appId, mchid: merchantId })
        return true
      } catch (error) {
        if (REVERSED.has(failureOf(error).code)) return true
        throw silence(error)
      }
    },

    async refund({ id, tradeId, amount, total, reason }): Promise<Refund> {
      const refund = {
        out_trade_no: toTradeNumber(tradeId),
        out_refund_no: toTradeNumber(id),
        ...(reason ? { reason } : {}),
        amount: { refund: amount, total, currency: 'CNY' },
      }
      try {
        return refundOf(await ask('post', 'v3/refund/domestic/refunds', refund))
      } catch (error) {
        const { code, message } = failureOf(error)
        if (!NEVER_REFUNDED.has(code)) throw error instanceof NoAnswer ? error : silence(error)
        // It may have been done before, and be refused only because it was: what became of it is a question of its own.
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
        const bill = BillAnswer.parse(await ask('get', 'v3/bill/tradebill', undefined, { params }))
        const { pathname, searchParams } = new URL(bill.download_url)
        const bytes = await ask('get', pathname.replace(/^\//, ''), undefined, {
          params: Object.fromEntries(searchParams),
          responseType: 'arraybuffer',
          timeout: BILL_MS,
          maxContentLength: LONGEST_BILL,
        })
        if (!Buffer.isBuffer(bytes) || hash('sha1', bytes) !== bill.hash_value.toLowerCase())
          throw new NoAnswer('WeChat Pay: a bill that is not whole')
        return wechatBillLines(bytes.toString('utf8'))
      } catch (error) {
        if (NO_BILL.has(failureOf(error).code)) return null
        throw error instanceof NoAnswer ? error : silence(error)
      }
    },
  }

  function isSigned(headers: RawNotification['headers'], body: string): boolean {
    const timestamp = headers['wechatpay-timestamp'] ?? ''
    const nonce = headers['wechatpay-nonce'] ?? ''
    const signature = headers['wechatpay-signature'] ?? ''
    const isRecent = Math.abs(clock().getTime() / 1000 - Number(timestamp)) <= LONGEST_AGE_S
    if (!isRecent || headers['wechatpay-serial'] !== platformSerial) return false
    const signed = Formatter.response(timestamp, nonce, body)
    return Rsa.verify(signed, signature, theirs)
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
  return status === 'PROCESSING' ? { state: 'processing' } : { state: 'refused', reason: status }
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
    trade_state_desc: words = '',
    transaction_id: transactionId,
    amount,
    success_time,
  } = trade
  if (state === 'SUCCESS') {
    if (!transactionId || amount?.total === undefined) throw new NoAnswer('WeChat Pay: a success without its amount')
    return {
      state: 'paid',
      transactionId,
      amount: amount.total,
      paidAt: success_time ? new Date(success_time) : new Date(),
    }
  }
  if (state === 'USERPAYING' || state === 'NOTPAY' || state === 'ACCEPT') return { state: 'paying' }
  if (state === 'REVOKED' || state === 'REFUND' || state === 'CLOSED') return { state: 'reversed' }
  if (state === 'PAYERROR') return { state: 'refused', reason: `PAYERROR ${words}`.trim() }
  throw new NoAnswer(`WeChat Pay: the state ${state}`)
}
