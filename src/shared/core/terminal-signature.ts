/**
 * How a terminal proves that a call comes from it: the wire format, for everyone who signs or checks.
 *
 * A terminal has an Ed25519 key pair of its own, whose public half the server keeps since the terminal was enrolled there. It
 * signs what it sends by one header. The signature covers the time, the call, its `Idempotency-Key`, the token that it goes with
 * and the body, byte by byte, so that it is good for nothing else. Calls that may do something once only carry a key anyway, so
 * the same bytes sent twice are answered twice and done once; a call that is repeated later is signed anew.
 */
export const TERMINAL_HEADER = 'Terminal-Signature'

/** How far a terminal's clock may be from the server's; `terminals.clockOff` tells the server's time, to sign by from then on. */
export const SIGNATURE_MAX_AGE_MS = 120_000

const VERSION = '1'

export interface SignedCall {
  terminalId: string
  /** When it is signed, in milliseconds since 1970. */
  at: number
  method: string
  /** Below `/api`, with the query exactly as it is sent. */
  path: string
  /** The `Idempotency-Key`, or empty. */
  key: string
  /** The `X-Access-Token`, or empty. */
  token: string
  /** Exactly as it is sent; empty where there is none. */
  body: string
}

/** What the header says. */
export interface TerminalSignature {
  terminalId: string
  at: number
  /** 64 bytes, base64url. */
  signature: string
}

/** What is signed, once token and body are known by their hashes only: SHA-256, base64url. */
export const signedText = (
  { terminalId, at, method, path, key }: Omit<SignedCall, 'token' | 'body'>,
  hashes: { token: string; body: string },
): string =>
  ['pitlane terminal', VERSION, terminalId, String(at), method, path, key, hashes.token, hashes.body].join('\n')

/** The two things that platforms do differently. */
export interface Signer {
  /** SHA-256 of a text's UTF-8 bytes, base64url without padding. */
  sha256(text: string): string
  /** The Ed25519 signature of a text's UTF-8 bytes, base64url without padding. */
  sign(text: string): string
}

/** The header's value for a call. The token and the body count as their hashes, also where they are empty. */
export function signCall(call: SignedCall, { sha256, sign }: Signer): string {
  const signature = sign(signedText(call, { token: sha256(call.token), body: sha256(call.body) }))
  return [VERSION, call.terminalId, String(call.at), signature].join(';')
}

const FORM = /^1;([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12});(\d{1,15});([A-Za-z0-9_-]{86})$/

/** Reads the header; null where it is of another form. */
export function readSignature(header: string): TerminalSignature | null {
  const [, terminalId, at, signature] = FORM.exec(header) ?? []
  if (!terminalId || !at || !signature) return null
  return { terminalId, at: Number(at), signature }
}
