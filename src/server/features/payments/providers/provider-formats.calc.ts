import type { Minor } from '#shared/core/money.ts'

/** Our id in the format of providers: 32 hexadecimal digits. */
export const toTradeNumber = (id: string): string => id.replaceAll('-', '')

/** Our id from that format; null if it is not one. */
export function fromTradeNumber(number: string): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(number)
  return parts ? parts.slice(1).join('-') : null
}

/** A key in PEM format; adds the header and footer that some sites omit. */
export function pemOf(text: string, kind: string): string {
  const trimmed = text.trim()
  if (trimmed.startsWith('-----')) return `${trimmed}\n`
  const lines = trimmed.replace(/\s+/g, '').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${kind}-----\n${lines.join('\n')}\n-----END ${kind}-----\n`
}

/** Parses a decimal amount such as `-30.00` to minor units. Throws `RangeError`. */
export function minorOf(text: string): Minor {
  const parts = /^(-?)(\d{1,11})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!parts) throw new RangeError(`not an amount: ${text.slice(0, 20)}`)
  const [, sign, whole = '0', cents = ''] = parts
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return sign && minor !== 0 ? -minor : minor
}

/** Formats minor units as `30.00`. */
export const decimalOf = (minor: Minor): string => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`

/** The beginning of a text that fits into so many bytes of UTF-8; no character is cut in two. */
export function textWithin(maxBytes: number, text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes))
  return text.slice(0, read)
}
