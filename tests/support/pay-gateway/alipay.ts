import { createHash, createSign, createVerify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { encode } from 'iconv-lite'
import { ZipFile } from 'yazl'
import { fromWireTime, toWireTime } from '#shared/core/time.ts'
import { Bank, type PayGateway, type Trade } from './bank.ts'
import { type Certified, certify } from './certificates.ts'

const APP = '2021000122671080'
const METHOD_ENDS = '_response'
/** Characters of a subject or a reason. */
const MAX_TEXT = 256

type Fields = Record<string, string>

/** The signed text: all values by their names in order, without the signature. */
const content = (fields: Fields): string =>
  Object.keys(fields)
    .filter((name) => name !== 'sign' && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

const sign = (said: string, { privateKey }: Certified): string =>
  createSign('RSA-SHA256').update(said, 'utf8').sign(privateKey, 'base64')

/** Alipay's id of a certificate: its issuer and its serial number. */
const serialOf = (issuer: Certified, serial: number): string =>
  createHash('md5').update(`CN=${issuer.name}${serial}`).digest('hex')

const done = (more: object): object => ({ code: '10000', msg: 'Success', ...more })
const failed = (subCode: string): object => ({ code: '40004', msg: 'Business Failed', sub_code: subCode, sub_msg: '' })
const decimal = (fen: number): string => (fen / 100).toFixed(2)

/**
 * A stand-in for Alipay's code payments and its page for phones, for a merchant with certificates. Refuses calls without the app's signature or with
 * other certificates, signs its answers, and uses the real answer codes.
 */
export async function alipayGateway(clock: () => Date): Promise<PayGateway> {
  const root = certify('Alipay Test Root', 0x11000001)
  const [platform, app] = [certify('Alipay Test', 0x11000002, root), certify('Merchant', 0x11000003, root)]
  const stranger = certify('Stranger', 0x11000004)
  const bank = new Bank(clock)
  let url = ''

  const isSigned = (fields: Fields): boolean =>
    fields.app_id === APP &&
    fields.sign_type === 'RSA2' &&
    fields.app_cert_sn === serialOf(root, app.serial) &&
    fields.alipay_root_cert_sn === serialOf(root, root.serial) &&
    createVerify('RSA-SHA256')
      .update(content(fields), 'utf8')
      .verify(app.publicKey, fields.sign ?? '', 'base64')

  const wire = (trade: Trade): Fields => ({
    out_trade_no: trade.number,
    trade_no: trade.transactionId,
    trade_status: {
      paying: 'WAIT_BUYER_PAY',
      paid: 'TRADE_SUCCESS',
      reversed: 'TRADE_CLOSED',
      refused: 'TRADE_CLOSED',
    }[bank.refunded(trade) >= trade.amount ? 'reversed' : trade.state],
    total_amount: decimal(trade.amount),
    ...(trade.paidAt ? { send_pay_date: toWireTime(trade.paidAt) } : {}),
  })

  const methods: Record<string, (given: Fields) => object> = {
    'alipay.trade.pay'(given) {
      if (given.scene !== 'bar_code' || given.product_code !== 'FACE_TO_FACE_PAYMENT' || !given.subject)
        return failed('ACQ.INVALID_PARAMETER')
      if (given.subject.length > MAX_TEXT) return failed('ACQ.INVALID_PARAMETER')
      if (!/^(?:2[5-9]|30)\d{14,22}$/.test(given.auth_code ?? '')) return failed('ACQ.PAYMENT_AUTH_CODE_INVALID')
      if (!/^\d+\.\d{2}$/.test(given.total_amount ?? '')) return failed('ACQ.INVALID_PARAMETER')
      const trade = bank.pay(given.out_trade_no ?? '', Math.round(Number(given.total_amount) * 100))
      if (trade.state === 'refused') return failed('ACQ.BUYER_BALANCE_NOT_ENOUGH')
      if (trade.state === 'reversed') return failed('ACQ.TRADE_HAS_CLOSE')
      if (trade.state === 'paying')
        return { code: '10003', msg: 'order success pay inprocess', out_trade_no: trade.number }
      return done({ out_trade_no: trade.number, trade_no: trade.transactionId, total_amount: decimal(trade.amount) })
    },
    'alipay.trade.query'({ out_trade_no: number = '' }) {
      const trade = bank.trades.get(number)
      return trade ? done(wire(trade)) : failed('ACQ.TRADE_NOT_EXIST')
    },
    'alipay.trade.cancel'({ out_trade_no: number = '' }) {
      const action = bank.trades.get(number)?.state === 'paid' ? 'refund' : 'close'
      bank.reverse(number)
      return done({ out_trade_no: number, retry_flag: 'N', action })
    },
    'alipay.trade.close'({ out_trade_no: number = '' }) {
      const trade = bank.trades.get(number)
      if (!trade) return failed('ACQ.TRADE_NOT_EXIST')
      if (!trade.expiresAt || trade.state !== 'paying') return failed('ACQ.TRADE_STATUS_ERROR')
      bank.close(trade)
      return done({ out_trade_no: number, trade_no: trade.transactionId })
    },
    'alipay.trade.refund'(given) {
      const { out_trade_no: number = '', out_request_no: refund = '', refund_amount: amount = '' } = given
      if ((given.refund_reason ?? '').length > MAX_TEXT) return failed('ACQ.INVALID_PARAMETER')
      const trade = bank.trades.get(number)
      const isRepeated = trade?.refunds.has(refund)
      if (!bank.refund(number, refund, Math.round(Number(amount) * 100)))
        return failed('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
      if (bank.mood.deniesRefunds) return failed('ACQ.TRADE_STATUS_ERROR')
      const change = isRepeated || bank.mood.slowRefunds ? 'N' : 'Y'
      return done({ out_trade_no: number, trade_no: trade?.transactionId, fund_change: change })
    },
    'alipay.trade.fastpay.refund.query'({ out_trade_no: number = '', out_request_no: refund = '' }) {
      const isKnown = bank.trades.get(number)?.refunds.has(refund) && !bank.mood.slowRefunds
      return done(isKnown ? { refund_status: 'REFUND_SUCCESS' } : {})
    },
    'alipay.data.dataservice.bill.downloadurl.query'({ bill_type: type, bill_date: day = '' }) {
      if (type !== 'trade') return failed('isp.invalid-parameter')
      if (bank.tradesOf(day).length === 0) return failed('isp.bill_not_exist')
      return done({ bill_download_url: `${url}bill?day=${day}` })
    },
  }

  /** The guest opens the page for phones, which makes the payment unless it has expired. */
  function openPage(fields: Fields): string {
    const given: Fields = JSON.parse(fields.biz_content ?? '{}')
    const { out_trade_no: number = '', total_amount: amount = '', time_expire: until = '' } = given
    const isComplete =
      fields.method === 'alipay.trade.wap.pay' &&
      given.product_code === 'QUICK_WAP_WAY' &&
      /^[^/=&]+$/.test(given.subject ?? '') &&
      /^\d+\.\d{2}$/.test(amount) &&
      [given.quit_url, fields.return_url].every((address) => address?.startsWith('https://'))
    const expiresAt = fromWireTime(until)
    if (!isSigned(fields) || !isComplete || expiresAt <= clock()) return ''
    return bank.await(number, Math.round(Number(amount) * 100), expiresAt).number
  }

  /** Two tables in a ZIP, as GBK: single transactions, and their sums. */
  async function bill(day: string): Promise<Buffer> {
    const line = (trade: Trade, kind: string, amount: string): string =>
      [`${trade.transactionId}\t`, `${trade.number}\t`, kind, '卡丁车', '', '', '', '', '', '', '', amount, amount, '']
        .map((cell) => cell)
        .join(',')
    const lines = bank
      .tradesOf(day)
      .flatMap((trade) => [
        line(trade, '交易', decimal(trade.amount)),
        ...(trade.state === 'reversed' ? [line(trade, '退款', decimal(-trade.amount))] : []),
        ...[...trade.refunds.values()].map((amount) => line(trade, '退款', decimal(-amount))),
      ])
    const headings =
      '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,备注'
    const table = `#支付宝业务明细查询\r\n#账号：[1]\r\n${headings}\r\n${lines.join('\r\n')}\r\n#----列表结束----\r\n`
    const zip = new ZipFile()
    zip.addBuffer(encode(table, 'gbk'), 'details.csv')
    zip.addBuffer(encode('#汇总\r\n门店编号,总笔数\r\n1,2\r\n', 'gbk'), 'sums.csv')
    zip.end()
    return buffer(zip.outputStream)
  }

  function respond(response: ServerResponse, method: string, said: object): void {
    const body = JSON.stringify(said)
    const signature = sign(body, bank.mood.forged ? stranger : platform)
    const serial = serialOf(root, platform.serial)
    const name = `${method.replaceAll('.', '_')}${METHOD_ENDS}`
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(`{"${name}":${body},"alipay_cert_sn":"${serial}","sign":"${signature}"}`)
  }

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', url)
    if (path.pathname === '/bill') {
      void bill(path.searchParams.get('day') ?? '').then((zip) => response.end(zip))
      return
    }
    if (request.method === 'GET') {
      const number = openPage(Object.fromEntries(path.searchParams))
      response.writeHead(number === '' ? 400 : 200, { 'Content-Type': 'text/plain' }).end(number)
      return
    }
    void text(request).then((body) => {
      if (bank.mood.silent) return void request.socket.destroy()
      const fields: Fields = {
        ...Object.fromEntries(path.searchParams),
        ...Object.fromEntries(new URLSearchParams(body)),
      }
      const { method = '' } = fields
      if (!isSigned(fields)) {
        bank.refusedCalls++
        return respond(response, method, { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' })
      }
      const said = methods[method]?.(JSON.parse(fields.biz_content ?? '{}')) ?? failed('isv.no-such-method')
      if (bank.mood.losesAnswers) return void request.socket.destroy()
      respond(response, method, said)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  return {
    bank,
    provider: 'alipay',
    payCode: '281234567890123456',
    openid: '',
    config: { alipayUrl: `${url}gateway.do` },
    settings: {
      appId: APP,
      platformKey: platform.certificate,
      appCertificate: app.certificate,
      rootCertificate: root.certificate,
    },
    secrets: { privateKey: app.privateKey },
    async open({ url: address }) {
      const answer = await fetch(address)
      if (!answer.ok) throw new Error('wrong signature, or expired')
      return answer.text()
    },
    notification(number, { amount, isForged = false } = {}) {
      const trade = bank.trades.get(number)
      if (!trade) throw new Error(`no payment ${number}`)
      const { send_pay_date: paidAt = '', ...said } = wire(trade)
      const fields: Fields = {
        ...said,
        gmt_payment: paidAt,
        total_amount: decimal(amount ?? trade.amount),
        app_id: APP,
        notify_type: 'trade_status_sync',
        notify_id: trade.transactionId,
        charset: 'utf-8',
        version: '1.0',
      }
      // The signature type is sent beside it and is not signed.
      const signature = sign(content(fields), isForged ? stranger : platform)
      const body = new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: signature }).toString()
      return { headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' }, body }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
