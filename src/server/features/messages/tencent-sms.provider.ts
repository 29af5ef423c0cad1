import { createHmac, hash } from 'node:crypto'
import { DeliveryRefused, NotTaken, reach } from './http-channel.service.ts'
import { ANSWER_MS, type SendSms, shortened, withCountry } from './sms-provider.types.ts'

const ACTION = 'SendSms'
const VERSION = '2021-01-11'
const SERVICE = 'sms'
const DEFAULT_REGION = 'ap-guangzhou'
const ALGORITHM = 'TC3-HMAC-SHA256'
const TYPE = 'application/json; charset=utf-8'

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

interface SignedCall {
  host: string
  body: string
  keyId: string
  secret: string
  now: Date
}

/** The header `Authorization` of a call, with the signature V3 of Tencent Cloud. */
export function tencentAuthorization({ host, body, keyId, secret, now }: SignedCall): string {
  const signed = 'content-type;host;x-tc-action'
  const lines = `content-type:${TYPE}\nhost:${host}\nx-tc-action:${ACTION.toLowerCase()}\n`
  const request = ['POST', '/', '', lines, signed, hash('sha256', body)].join('\n')
  const day = now.toISOString().slice(0, 10)
  const scope = `${day}/${SERVICE}/tc3_request`
  const text = [ALGORITHM, secondsOf(now), scope, hash('sha256', request)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secret}`, day), SERVICE), 'tc3_request')
  return `${ALGORITHM} Credential=${keyId}/${scope}, SignedHeaders=${signed}, Signature=${hmac(key, text).toString('hex')}`
}

const secondsOf = (at: Date): string => String(Math.floor(at.getTime() / 1000))

interface Answer {
  Response?: { Error?: { Code: string }; SendStatusSet?: { Code: string; SerialNo?: string }[] }
}

/** Errors before the provider looked at the message. */
const BUSY = /^(RequestLimitExceeded|ResourceUnavailable|LimitExceeded\.DeliveryFrequencyLimit$)/

/** Tencent Cloud SMS: `SendSms` of the version 2021-01-11. */
export const sendByTencent: SendSms = async ({ settings, secret, url: address, now }, sms) => {
  const url = new URL(address)
  const body = JSON.stringify({
    PhoneNumberSet: [withCountry(sms.phone)],
    SmsSdkAppId: settings.appId ?? '',
    SignName: settings.signName ?? '',
    TemplateId: sms.providerCode,
    TemplateParamSet: sms.params.map(([, value]) => value),
    SessionContext: sms.id,
  })
  const response = await reach(url.href, {
    method: 'POST',
    headers: {
      'Content-Type': TYPE,
      Authorization: tencentAuthorization({ host: url.host, body, keyId: settings.keyId ?? '', secret, now }),
      'X-TC-Action': ACTION,
      'X-TC-Version': VERSION,
      'X-TC-Timestamp': secondsOf(now),
      'X-TC-Region': settings.region || DEFAULT_REGION,
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(shortened(`${response.status} ${text}`))
  const { Response: answer } = JSON.parse(text) as Answer
  const code = answer?.Error?.Code ?? answer?.SendStatusSet?.[0]?.Code
  if (code === 'Ok') return shortened(`Ok ${answer?.SendStatusSet?.[0]?.SerialNo ?? ''}`)
  if (code !== undefined && BUSY.test(code)) throw new NotTaken(shortened(text))
  if (code === undefined || code.startsWith('InternalError')) throw new Error(shortened(text))
  throw new DeliveryRefused(shortened(text))
}
