import { createHmac, hash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a gateway answers for a phone: taken, refused for good, busy, broken, or not at all. */
type Says = (phone: string) => 'ok' | 'refused' | 'busy' | 'broken' | 'silent'

interface Received {
  phone: string
  params: unknown
  template: string
  sign: string
  id: string
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const header = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? '')

/** The test's own gateway that checks signatures and answers as Alibaba Cloud documents `SendSms` of its version 2017-05-25. */
export const startAliyunGateway = (secret: string) =>
  startGateway((request, body) => {
    const url = new URL(request.url ?? '', 'http://gateway')
    const signedNames = /SignedHeaders=([^,]+)/.exec(header(request, 'authorization'))?.[1]?.split(';') ?? []
    const query = [...url.searchParams]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map((pair) =>
        pair
          .map((text) =>
            encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
          )
          .join('='),
      )
      .join('&')
    const lines = signedNames.map((name) => `${name}:${header(request, name).trim()}\n`).join('')
    const canonical = ['POST', url.pathname, query, lines, signedNames.join(';'), hash('sha256', body)].join('\n')
    const expected = createHmac('sha256', secret)
      .update(`ACS3-HMAC-SHA256\n${hash('sha256', canonical)}`)
      .digest('hex')
    const isSigned =
      header(request, 'authorization').endsWith(`Signature=${expected}`) &&
      ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version'].every(
        (name) => signedNames.includes(name),
      )
    if (!isSigned)
      return { status: 400, reply: { Code: 'SignatureDoesNotMatch', Message: 'signature', RequestId: 'R' } }
    const of = (name: string): string => url.searchParams.get(name) ?? ''
    return {
      received: {
        phone: of('PhoneNumbers'),
        params: JSON.parse(of('TemplateParam')),
        template: of('TemplateCode'),
        sign: of('SignName'),
        id: of('OutId'),
      },
      replies: {
        ok: { Code: 'OK', Message: 'OK', BizId: '9006197469364984400', RequestId: 'R' },
        refused: { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: 'illegal', RequestId: 'R' },
        busy: { Code: 'Throttling.User', Message: 'Request was denied due to user flow control.', RequestId: 'R' },
      },
    }
  })

/** The same for Tencent Cloud, `SendSms` of its version 2021-01-11. */
export const startTencentGateway = (secret: string) =>
  startGateway((request, body) => {
    const authorization = header(request, 'authorization')
    const day = /Credential=[^/]+\/(\d{4}-\d\d-\d\d)\/sms\/tc3_request/.exec(authorization)?.[1] ?? ''
    const lines = `content-type:${header(request, 'content-type')}\nhost:${header(request, 'host')}\nx-tc-action:sendsms\n`
    const canonical = ['POST', '/', '', lines, 'content-type;host;x-tc-action', hash('sha256', body)].join('\n')
    const text = [
      'TC3-HMAC-SHA256',
      header(request, 'x-tc-timestamp'),
      `${day}/sms/tc3_request`,
      hash('sha256', canonical),
    ].join('\n')
    const key = hmac(hmac(hmac(`TC3${secret}`, day), 'sms'), 'tc3_request')
    if (!authorization.endsWith(`Signature=${hmac(key, text).toString('hex')}`))
      return {
        status: 200,
        reply: { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'x' }, RequestId: 'R' } },
      }
    const sent = JSON.parse(body) as Record<string, string & string[]>
    const phone = String(sent.PhoneNumberSet?.[0] ?? '')
    const status = (Code: string) => ({
      Response: {
        SendStatusSet: [
          { SerialNo: '5000:1045710669157053657849499619', PhoneNumber: phone, Fee: 1, Code, Message: Code },
        ],
        RequestId: 'R',
      },
    })
    return {
      received: {
        phone,
        params: sent.TemplateParamSet,
        template: String(sent.TemplateId),
        sign: String(sent.SignName),
        id: String(sent.SessionContext),
      },
      replies: {
        ok: status('Ok'),
        refused: status('InvalidParameterValue.IncorrectPhoneNumber'),
        busy: { Response: { Error: { Code: 'RequestLimitExceeded', Message: 'busy' }, RequestId: 'R' } },
      },
    }
  })

type Read = (
  request: IncomingMessage,
  body: string,
) => { status: number; reply: object } | { received: Received; replies: Record<'ok' | 'refused' | 'busy', object> }

async function startGateway(read: Read) {
  const received: Received[] = []
  let says: Says = () => 'ok'
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const found = read(request, body)
      if ('reply' in found) return void response.writeHead(found.status).end(JSON.stringify(found.reply))
      received.push(found.received)
      const answer = says(found.received.phone)
      if (answer === 'silent') return void request.socket.destroy()
      if (answer === 'broken') return void response.writeHead(502).end('bad gateway')
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(found.replies[answer]))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    /** How it answers from now on; without an argument it takes everything. */
    says: (by: Says = () => 'ok'): void => {
      says = by
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
