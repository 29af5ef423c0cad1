import { createHash, type KeyObject, verify } from 'node:crypto'
import { type PassThrough, Transform, type TransformCallback } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/core/errors.ts'
import {
  readSignature,
  SIGNATURE_MAX_AGE_MS,
  signedText,
  TERMINAL_HEADER,
  type TerminalSignature,
} from '#shared/core/terminal-signature.ts'

const header = TERMINAL_HEADER.toLowerCase()
const EMPTY_HASH = createHash('sha256').digest('base64url')

/** The body hashes of signed requests, available after the body was read completely. */
const bodyHashes = new WeakMap<FastifyRequest, string | null>()

/** A stream that hashes what passes through it. */
class Hashing extends Transform {
  /** Fastify compares it with the length that the client announced. */
  receivedEncodedLength = 0
  readonly #hash = createHash('sha256')
  readonly #done: (hash: string) => void

  constructor(done: (hash: string) => void) {
    super()
    this.#done = done
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, next: TransformCallback): void {
    this.receivedEncodedLength += chunk.length
    this.#hash.update(chunk)
    next(null, chunk)
  }

  override _flush(next: TransformCallback): void {
    this.#done(this.#hash.digest('base64url'))
    next()
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Hashes the bodies of signed requests while they are received. */
export function hashSignedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    // A request without a body is not waited for: its stream may end after the handler has checked the signature.
    if (request.headers[header] === undefined || !hasBody(request)) return done(null, payload)
    // A body that is not read completely, such as an upload's, has no hash, so its signature cannot be verified.
    bodyHashes.set(request, null)
    const hashing = new Hashing((hash) => bodyHashes.set(request, hash))
    payload.on('error', (error) => hashing.destroy(error))
    done(null, payload.pipe(hashing) as PassThrough)
  })
}

/** The parsed header of the terminal; null if there is none. */
export function signatureOf(request: FastifyRequest): TerminalSignature | null {
  const given = request.headers[header]
  if (given === undefined) return null
  const signature = typeof given === 'string' ? readSignature(given) : null
  if (!signature) throw new AppError('terminals.signatureInvalid')
  return signature
}

interface Proof {
  request: FastifyRequest
  signature: TerminalSignature
  key: KeyObject
  /** The caller's `Idempotency-Key` as it was sent, and the hash of the token. */
  idempotencyKey: string
  tokenHash: string
  now: Date
}

/** Throws unless the terminal has signed exactly this request, within the allowed time. */
export function checkSignature({ request, signature, key, idempotencyKey, tokenHash, now }: Proof): void {
  if (Math.abs(now.getTime() - signature.at) > SIGNATURE_MAX_AGE_MS) {
    throw new AppError('terminals.clockOff', { serverTime: now.toISOString() })
  }
  const body = bodyHashes.has(request) ? bodyHashes.get(request) : EMPTY_HASH
  const { terminalId, at } = signature
  const call = { terminalId, at, method: request.method, path: request.url.replace(/^\/api/, ''), key: idempotencyKey }
  const text = signedText(call, { token: tokenHash === '' ? EMPTY_HASH : tokenHash, body: body ?? '' })
  const right = body && verify(null, Buffer.from(text), key, Buffer.from(signature.signature, 'base64url'))
  if (!right) throw new AppError('terminals.signatureInvalid')
}
