import { createHmac } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { publicLookup, requirePublicHost } from '#server/core/http/public-address.ts'

/** The signature of a body: `t=<seconds>,v1=<HMAC-SHA256 of "seconds.body", hexadecimal>`. */
const SIGNATURE_HEADER = 'Pitlane-Signature'
const EVENT_HEADER = 'Pitlane-Event'
const DELIVERY_HEADER = 'Pitlane-Delivery'

export const TIMEOUT_MS = 10_000
/** So much of an answer is read. */
const MAX_ANSWER_BYTES = 4096
/** So much of it is kept. */
const MAX_ANSWER = 300

export interface Posted {
  /** 0: there was no answer. */
  status: number
  /** The beginning of the answer, or why there was none. */
  answer: string
  ms: number
}

interface Post {
  url: string
  secret: string
  body: string
  event: string
  deliveryId: string
  now: Date
  /** Whether addresses of private networks are allowed. */
  allowsPrivate: boolean
}

export function signatureOf(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

const kept = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_ANSWER)

/**
 * Posts an event once. Redirects are not followed, the answer is cut, and the connection ends after a time whatever the receiver does.
 * Never throws.
 */
export async function postEvent({
  url: address,
  secret,
  body,
  event,
  deliveryId,
  now,
  allowsPrivate,
}: Post): Promise<Posted> {
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  try {
    const url = new URL(address)
    if (!allowsPrivate) {
      if (url.protocol !== 'https:') throw new Error('https is required')
      requirePublicHost(url)
    }
    const { status, answer } = await exchange(url, {
      body,
      allowsPrivate,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
        'User-Agent': 'Pitlane-Webhooks/1',
        [SIGNATURE_HEADER]: signatureOf(body, secret, now),
        [EVENT_HEADER]: event,
        [DELIVERY_HEADER]: deliveryId,
      },
    })
    return { status, answer: kept(answer), ms: took() }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return { status: 0, answer: kept(code ? `${code} ${message}` : message), ms: took() }
  }
}

interface Sent {
  body: string
  headers: Record<string, string>
  allowsPrivate: boolean
}

function exchange(url: URL, { body, headers, allowsPrivate }: Sent): Promise<{ status: number; answer: string }> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      headers,
      // A connection of its own: a kept one might have been made to another address.
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(allowsPrivate ? {} : { lookup: publicLookup }),
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      const end = () => {
        resolve({ status: response.statusCode ?? 0, answer: Buffer.concat(parts).toString('utf8') })
        request.destroy()
      }
      response.on('data', (part: Buffer) => {
        parts.push(part.subarray(0, MAX_ANSWER_BYTES - bytes))
        bytes += part.length
        if (bytes >= MAX_ANSWER_BYTES) end()
      })
      response.on('end', end)
      response.on('error', reject)
    })
    request.end(body)
  })
}
