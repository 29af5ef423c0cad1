import { createCipheriv, createDecipheriv, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Path below `/api` of an account's callbacks. */
export const callbackPath = (kind: string, orgCode: string): string => `/wechat/callback/${kind}/${orgCode}`

const NONCE_BYTES = 16
const LENGTH_BYTES = 4
/** Padding is to multiples of 32 bytes, unlike PKCS #7 of AES. */
const BLOCK_BYTES = 32

/** WeChat's signature: SHA-1 of the sorted and joined texts. */
export const signatureOf = (...parts: string[]): string => hash('sha1', parts.toSorted().join(''))

/** Compares without revealing by its duration how much is equal. */
export function isSignature(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The AES key of a callback key of 43 characters. */
const keyOf = (callbackKey: string): Buffer => Buffer.from(`${callbackKey}=`, 'base64')

/** Decrypts a callback; null unless it was encrypted for this app with this key. */
export function decrypted(callbackKey: string, appId: string, sealed: string): string | null {
  const key = keyOf(callbackKey)
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
    const bytes = Buffer.concat([decipher.update(Buffer.from(sealed, 'base64')), decipher.final()])
    const padding = bytes.at(-1) ?? 0
    if (padding < 1 || padding > BLOCK_BYTES) return null
    const plain = bytes.subarray(NONCE_BYTES, bytes.length - padding)
    const length = plain.readUInt32BE(0)
    const end = LENGTH_BYTES + length
    if (plain.subarray(end).toString('utf8') !== appId) return null
    return plain.subarray(LENGTH_BYTES, end).toString('utf8')
  } catch {
    return null
  }
}

/** Encrypts a reply in the form of callbacks. */
export function encrypted(callbackKey: string, appId: string, text: string): string {
  const key = keyOf(callbackKey)
  const message = Buffer.from(text)
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(message.length)
  const plain = Buffer.concat([randomBytes(NONCE_BYTES), length, message, Buffer.from(appId)])
  const padding = BLOCK_BYTES - (plain.length % BLOCK_BYTES)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(padding, padding)), cipher.final()]).toString(
    'base64',
  )
}
