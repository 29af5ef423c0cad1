/**
 * How a terminal proves that a call comes from it: the wire format, for signers and verifiers.
 *
 * A terminal has its own Ed25519 key pair; the server stores the public key at enrolment. One header signs a call. The
 * signature covers the time, the call, its `Idempotency-Key`, the token and the body, byte by byte.
 *
 * The same bytes sent twice are answered twice but take effect once, because such calls carry a key. A retry is signed anew.
 */
export const TERMINAL_HEADER = 'Terminal-Signature'

/** Largest clock difference between terminal and server. The error `terminals.clockOff` carries the server's time to sign by. */
export const SIGNATURE_MAX_AGE_MS = 120_000

const VERSION = '1'

export interface SignedCall {
  terminalId: string
  /** Signing time in milliseconds since 1970. */
  at: number
  method: string
  /** Path below `/api`, with the query exactly as it is sent. */
  path: string
  /** The `Idempotency-Key`, or empty. */
  key: string
  /** The `X-Access-Token`, or empty. */
  token: string
  /** Exactly as it is sent; empty where there is none. */
  body: string
}

/** The parsed header. */
export interface TerminalSignature {
  terminalId: string
  at: number
  /** 64 bytes, base64url. */
  signature: string
}

/** The text that is signed. Token and body are given by their SHA-256 hashes, base64url. */
export const signedText = (
  { terminalId, at, method, path, key }: Omit<SignedCall, 'token' | 'body'>,
  hashes: { token: string; body: string },
): string =>
  ['pitlane terminal', VERSION, terminalId, String(at), method, path, key, hashes.token, hashes.body].join('\n')

/** The platform-specific functions. */
export interface Signer {
  /** SHA-256 of a text's UTF-8 bytes, base64url without padding. */
  sha256(text: string): string
  /** The Ed25519 signature of a text's UTF-8 bytes, base64url without padding. */
  sign(text: string): string
}

/** The header value for a call. Empty tokens and bodies are hashed as well. */
export function signCall(call: SignedCall, { sha256, sign }: Signer): string {
  const signature = sign(signedText(call, { token: sha256(call.token), body: sha256(call.body) }))
  return [VERSION, call.terminalId, String(call.at), signature].join(';')
}

const FORM = /^1;([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12});(\d{1,15});([A-Za-z0-9_-]{86})$/

/** Parses the header; null where it has another form. */
export function readSignature(header: string): TerminalSignature | null {
  const [, terminalId, at, signature] = FORM.exec(header) ?? []
  if (!terminalId || !at || !signature) return null
  return { terminalId, at: Number(at), signature }
}
