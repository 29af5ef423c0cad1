import { createCipheriv, createSign, createVerify, generateKeyPairSync, hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isIP } from 'node:net'
import { text } from 'node:stream/consumers'
import { Bank, type PayGateway, type Trade } from './bank.ts'

const MERCHANT = '1900000109'
const APP = 'wxd678efh567hg6787'
const SERIAL = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'
const PLATFORM_SERIAL = 'PUB_KEY_ID_0119000001092024120200326400001234'
const API_KEY = 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6'
const LONGEST_AGE_S = 300
const OPENID = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o'
const MAX_DESCRIPTION_BYTES = 127
const MAX_REASON_BYTES = 80
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+08:00$/

const pairOf = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

const secondsOf = (at: Date): string => String(Math.floor(at.getTime() / 1000))
/** Signatures use the real clock, like the library. */
const now = (): string => secondsOf(new Date())
const sign = (content: string, key: string): string => createSign('RSA-SHA256').update(content).sign(key, 'base64')

const isDescription = (text: unknown): boolean =>
  typeof text === 'string' && text !== '' && Buffer.byteLength(text) <= MAX_DESCRIPTION_BYTES

interface Said {
  status: number
  body: object | string | null
}
const failure = (status: number, code: string): Said => ({ status, body: { code, message: code.toLowerCase() } })

/**
 * A stand-in for WeChat Pay: code payments, JSAPI and H5. Refuses calls without the merchant's signature, signs its answers, and uses the
 * answer codes of API v3.
 */
export async function wechatGateway(clock: () => Date): Promise<PayGateway> {
  const [merchant, platform, stranger] = [pairOf(), pairOf(), pairOf()]
  const bank = new Bank(clock)
  let url = ''

  const isSigned = (request: IncomingMessage, body: string): boolean => {
    const { authorization = '' } = request.headers
    const field = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(authorization)?.[1] ?? ''
    if (!authorization.startsWith('WECHATPAY2-SHA256-RSA2048 ')) return false
    if (field('mchid') !== MERCHANT || field('serial_no') !== SERIAL) return false
    if (Math.abs(Number(now()) - Number(field('timestamp'))) > LONGEST_AGE_S) return false
    const content = `${request.method}\n${request.url}\n${field('timestamp')}\n${field('nonce_str')}\n${body}\n`
    return createVerify('RSA-SHA256').update(content).verify(merchant.publicKey, field('signature'), 'base64')
  }

  const wire = (trade: Trade): object => ({
    appid: APP,
    mchid: MERCHANT,
    out_trade_no: trade.number,
    trade_type: trade.expiresAt ? 'JSAPI' : 'MICROPAY',
    trade_state: stateOf(trade),
    trade_state_desc: '',
    ...(trade.state === 'paid'
      ? { transaction_id: trade.transactionId, success_time: trade.paidAt?.toISOString() }
      : {}),
    amount: { total: trade.amount, currency: 'CNY' },
  })
  const stateOf = (trade: Trade): string => {
    if (trade.state === 'paid') return bank.refunded(trade) > 0 ? 'REFUND' : 'SUCCESS'
    if (trade.expiresAt) return trade.state === 'paying' ? 'NOTPAY' : 'CLOSED'
    return { paying: 'USERPAYING', reversed: 'REVOKED', refused: 'PAYERROR' }[trade.state]
  }

  /** Numbers of closed refunds, and of which payments. */
  const closed = new Map<string, string>()
  const refundStatus = (): string =>
    bank.mood.abnormalRefunds ? 'ABNORMAL' : bank.mood.slowRefunds ? 'PROCESSING' : 'SUCCESS'

  /** Orders on phones by their prepay ids; a repeated request has a new one. */
  const prepaid = new Map<string, string>()
  /** What was sent with an order, which no repetition may change. */
  const ordered = new Map<string, string>()

  function prepay(kind: 'jsapi' | 'h5', sent: string): Said {
    const given = JSON.parse(sent)
    const { out_trade_no: number, amount, time_expire: until } = given
    if (given.mchid !== MERCHANT || given.appid !== APP) return failure(400, 'APPID_MCHID_NOT_MATCH')
    if (!isDescription(given.description) || !/^https:\/\/[^?]+$/.test(given.notify_url) || !TIME.test(until))
      return failure(400, 'PARAM_ERROR')
    if (!/^[\w|*-]{6,32}$/.test(number) || !(amount.total > 0)) return failure(400, 'PARAM_ERROR')
    const scene = given.scene_info
    const isComplete =
      kind === 'jsapi'
        ? given.payer?.openid === OPENID
        : isIP(scene?.payer_client_ip) > 0 && scene.h5_info?.type === 'Wap'
    if (!isComplete) return failure(400, 'PARAM_ERROR')
    if (bank.customer === 'isPoor') return failure(403, 'NO_AUTH')
    if ((ordered.get(number) ?? sent) !== sent) return failure(400, 'INVALID_REQUEST')
    ordered.set(number, sent)
    const trade = bank.await(number, amount.total, new Date(until))
    if (trade.state === 'paid') return failure(400, 'ORDERPAID')
    if (trade.state !== 'paying') return failure(400, 'ORDER_CLOSED')
    const id = `wx${randomBytes(15).toString('hex')}`
    prepaid.set(id, number)
    const page = `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${id}&package=2150917749`
    return { status: 200, body: kind === 'jsapi' ? { prepay_id: id } : { h5_url: page } }
  }

  function answer(method: string, path: URL, sent: string): Said {
    const given = sent === '' ? {} : JSON.parse(sent)
    const trade = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/reverse|\/close)?$/.exec(path.pathname)
    const page = /^\/v3\/pay\/transactions\/(jsapi|h5)$/.exec(path.pathname)?.[1]
    if (method === 'POST' && page) return prepay(page as 'jsapi' | 'h5', sent)
    if (method === 'POST' && path.pathname === '/v3/pay/transactions/codepay') {
      if (given.mchid !== MERCHANT || given.appid !== APP) return failure(400, 'APPID_MCHID_NOT_MATCH')
      if (!/^1[0-5]\d{16}$/.test(given.payer?.auth_code)) return failure(400, 'AUTH_CODE_INVALID')
      if (!isDescription(given.description) || !given.scene_info?.store_info?.out_id) return failure(400, 'PARAM_ERROR')
      if (!/^[\w|*-]{6,32}$/.test(given.out_trade_no)) return failure(400, 'PARAM_ERROR')
      const made = bank.pay(given.out_trade_no, given.amount.total)
      if (made.state === 'refused') return failure(403, 'NOT_ENOUGH')
      if (made.state === 'paying') return failure(400, 'USERPAYING')
      if (made.state === 'reversed') return failure(400, 'ORDER_REVERSED')
      return { status: 200, body: wire(made) }
    }
    if (trade) {
      const found = bank.trades.get(trade[1] ?? '')
      if (!found) return failure(404, 'ORDER_NOT_EXIST')
      if (method === 'GET') {
        return path.searchParams.get('mchid') === MERCHANT
          ? { status: 200, body: wire(found) }
          : failure(400, 'PARAM_ERROR')
      }
      if (trade[2] === '/close') {
        if (!found.expiresAt || given.mchid !== MERCHANT) return failure(400, 'INVALID_REQUEST')
        if (found.state === 'paid') return failure(400, 'ORDERPAID')
        bank.close(found)
        return { status: 204, body: null }
      }
      if (found.expiresAt) return failure(403, 'TRADE_ERROR')
      bank.reverse(found.number)
      return { status: 204, body: null }
    }
    if (method === 'POST' && path.pathname === '/v3/refund/domestic/refunds') {
      const { out_trade_no: number, out_refund_no: refund, amount, reason = '' } = given
      if (Buffer.byteLength(reason) > MAX_REASON_BYTES) return failure(400, 'PARAM_ERROR')
      if (bank.trades.get(number)?.amount !== amount.total) return failure(400, 'PARAM_ERROR')
      if (bank.mood.closesRefunds && !bank.trades.get(number)?.refunds.has(refund)) closed.set(refund, number)
      if (closed.has(refund)) return { status: 200, body: { refund_id: '50', out_refund_no: refund, status: 'CLOSED' } }
      if (!bank.refund(number, refund, amount.refund)) return failure(403, 'INVALID_REQUEST')
      if (bank.mood.deniesRefunds) return failure(403, 'INVALID_REQUEST')
      const status = refundStatus()
      return { status: 200, body: { refund_id: `50${refund.replace(/\D/g, '')}`, out_refund_no: refund, status } }
    }
    const asked = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(path.pathname)?.[1]
    if (method === 'GET' && asked) {
      if (closed.has(asked)) {
        const body = { refund_id: '50', out_refund_no: asked, out_trade_no: closed.get(asked), status: 'CLOSED' }
        return { status: 200, body }
      }
      const found = [...bank.trades.values()].find(({ refunds }) => refunds.has(asked))
      if (!found) return failure(404, 'RESOURCE_NOT_EXISTS')
      const status = refundStatus()
      const body = { refund_id: '50', out_refund_no: asked, out_trade_no: found.number, status }
      return { status: 200, body }
    }
    if (method === 'GET' && path.pathname === '/v3/bill/tradebill') {
      if (path.searchParams.get('bill_type') !== 'ALL') return failure(400, 'PARAM_ERROR')
      const day = path.searchParams.get('bill_date') ?? ''
      if (bank.tradesOf(day).length === 0) return failure(400, 'NO_STATEMENT_EXIST')
      const address = `${url}v3/billdownload/file?token=${day}`
      return { status: 200, body: { hash_type: 'SHA1', hash_value: hash('sha1', bill(day)), download_url: address } }
    }
    if (method === 'GET' && path.pathname === '/v3/billdownload/file')
      return { status: 200, body: bill(path.searchParams.get('token') ?? '') }
    return failure(404, 'NOT_FOUND')
  }

  /** The list of all transactions, with the headings in this order. */
  function bill(day: string): string {
    const line = (trade: Trade, state: string, order: string, back: string): string => {
      const cells = Array.from({ length: 27 }, () => '')
      cells[0] = trade.paidAt?.toISOString() ?? ''
      cells[5] = trade.transactionId
      cells[6] = trade.number
      cells[9] = state
      cells[24] = order
      cells[25] = back
      return `\`${cells.join(',`')}`
    }
    const decimal = (fen: number): string => (fen / 100).toFixed(2)
    const lines = bank
      .tradesOf(day)
      .flatMap((trade) => [
        ...(trade.paidAt ? [line(trade, 'SUCCESS', decimal(trade.amount), '0.00')] : []),
        ...(trade.paidAt && trade.state === 'reversed' ? [line(trade, 'REVOKED', '0.00', decimal(trade.amount))] : []),
        ...[...trade.refunds.values()].map((amount) => line(trade, 'REFUND', '0.00', decimal(amount))),
      ])
    return `\ufeff交易时间,公众账号ID,…\r\n${lines.join('\r\n')}\r\n总交易单数,应结订单总金额,…\r\n\`1,\`2,\`3\r\n`
  }

  function respond(response: ServerResponse, { status, body }: Said): void {
    const content = body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body)
    const [timestamp, nonce] = [now(), randomBytes(16).toString('hex')]
    const key = bank.mood.forged ? stranger.privateKey : platform.privateKey
    response
      .writeHead(status, {
        'Content-Type': typeof body === 'string' ? 'text/plain' : 'application/json',
        'Wechatpay-Timestamp': timestamp,
        'Wechatpay-Nonce': nonce,
        'Wechatpay-Serial': PLATFORM_SERIAL,
        'Wechatpay-Signature': sign(`${timestamp}\n${nonce}\n${content}\n`, key),
      })
      .end(content)
  }

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (bank.mood.silent) return void request.socket.destroy()
      if (!isSigned(request, body)) {
        bank.refusedCalls++
        return respond(response, failure(401, 'SIGN_ERROR'))
      }
      const content = answer(request.method ?? '', new URL(request.url ?? '', url), body)
      if (bank.mood.losesAnswers) return void request.socket.destroy()
      respond(response, content)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  return {
    bank,
    provider: 'wechat',
    payCode: '134567890123456789',
    openid: OPENID,
    config: { wechatPayUrl: url },
    settings: {
      merchantId: MERCHANT,
      appId: APP,
      serial: SERIAL,
      platformSerial: PLATFORM_SERIAL,
      platformKey: platform.publicKey,
    },
    secrets: { privateKey: merchant.privateKey, apiKey: API_KEY },
    async open({ url, bridge }) {
      const given = bridge ? new URLSearchParams(bridge.package) : new URL(url).searchParams
      const number = prepaid.get(given.get('prepay_id') ?? '')
      if (bridge) {
        const signed = `${bridge.appId}\n${bridge.timeStamp}\n${bridge.nonceStr}\n${bridge.package}\n`
        const isGenuine = createVerify('RSA-SHA256').update(signed).verify(merchant.publicKey, bridge.paySign, 'base64')
        if (!isGenuine || bridge.appId !== APP || bridge.signType !== 'RSA') throw new Error('wrong signature')
      } else if (!given.get('redirect_url')) throw new Error('no way back')
      if (number === undefined) throw new Error('no such order')
      return number
    },
    notification(number, { amount, isForged = false } = {}) {
      const trade = bank.trades.get(number)
      if (!trade) throw new Error(`no payment ${number}`)
      const nonce = randomBytes(6).toString('hex')
      const cipher = createCipheriv('aes-256-gcm', Buffer.from(API_KEY), Buffer.from(nonce)).setAAD(
        Buffer.from('transaction'),
      )
      const plain = JSON.stringify({ ...wire(trade), amount: { total: amount ?? trade.amount, currency: 'CNY' } })
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      const body = JSON.stringify({
        id: randomBytes(16).toString('hex'),
        event_type: 'TRANSACTION.SUCCESS',
        resource_type: 'encrypt-resource',
        resource: {
          algorithm: 'AEAD_AES_256_GCM',
          ciphertext: sealed.toString('base64'),
          associated_data: 'transaction',
          nonce,
          original_type: 'transaction',
        },
      })
      const timestamp = secondsOf(clock())
      const key = isForged ? stranger.privateKey : platform.privateKey
      const headers = {
        'Content-Type': 'application/json',
        'Wechatpay-Timestamp': timestamp,
        'Wechatpay-Nonce': nonce,
        'Wechatpay-Serial': PLATFORM_SERIAL,
        'Wechatpay-Signature': sign(`${timestamp}\n${nonce}\n${body}\n`, key),
      }
      return { headers, body }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
