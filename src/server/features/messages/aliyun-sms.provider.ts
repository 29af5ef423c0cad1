import { createHmac, hash } from 'node:crypto'
import { DeliveryRefused, NotTaken, reach } from './http-channel.service.ts'
import { ANSWER_MS, type SendSms, shortened } from './sms-provider.types.ts'

const ACTION = 'SendSms'
const VERSION = '2017-05-25'
const ALGORITHM = 'ACS3-HMAC-SHA256'

/** Percent-encoding as the signature wants it (RFC 3986). */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const queryOf = (params: Record<string, string>): string =>
  Object.entries(params)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&')

interface SignedCall {
  url: URL
  query: string
  keyId: string
  secret: string
  now: Date
  /** Our id: a repeat is another call for the provider. */
  nonce: string
}

/** The headers of a call, with the signature V3 of Alibaba Cloud. */
export function aliyunHeaders({ url, query, keyId, secret, now, nonce }: SignedCall): Record<string, string> {
  const bodyHash = hash('sha256', '')
  const headers: Record<string, string> = {
    host: url.host,
    'x-acs-action': ACTION,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': `${now.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': VERSION,
  }
  const names = Object.keys(headers).sort()
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const request = ['POST', url.pathname, query, lines, names.join(';'), bodyHash].join('\n')
  const signature = createHmac('sha256', secret)
    .update(`${ALGORITHM}\n${hash('sha256', request)}`)
    .digest('hex')
  const { host: _, ...sent } = headers
  return {
    ...sent,
    Authorization: `${ALGORITHM} Credential=${keyId},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}

/** Alibaba Cloud SMS: `SendSms` of the version 2017-05-25. */
export const sendByAliyun: SendSms = async ({ settings, secret, url: address, now }, sms) => {
  const url = new URL(address)
  const query = queryOf({
    // Numbers of China have no country, others have it without the sign.
    PhoneNumbers: sms.phone.replace(/^\+(86(?=1\d{10}$))?/, ''),
    SignName: settings.signName ?? '',
    TemplateCode: sms.providerCode,
    TemplateParam: JSON.stringify(Object.fromEntries(sms.params)),
    OutId: sms.id,
  })
  const headers = aliyunHeaders({ url, query, keyId: settings.keyId ?? '', secret, now, nonce: crypto.randomUUID() })
  const response = await reach(`${url.href}?${query}`, {
    method: 'POST',
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  const answer = await response.text()
  const { Code: code, BizId: receipt } = JSON.parse(answer) as { Code?: string; BizId?: string }
  if (response.ok && code === 'OK') return shortened(`OK ${receipt ?? ''}`)
  if (code?.startsWith('Throttling')) throw new NotTaken(shortened(answer))
  if (response.status >= 500 || code === undefined) throw new Error(shortened(`${response.status} ${answer}`))
  throw new DeliveryRefused(shortened(answer))
}
