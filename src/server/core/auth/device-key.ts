import { randomBytes } from 'node:crypto'
import { hashOf } from '#server/core/secrets/token-hash.ts'

const KEY_BYTES = 32

/** A new key of a device without sign-in, with the hash that it is looked up by. */
export function newDeviceKey(): { key: string; keyHash: string } {
  const key = randomBytes(KEY_BYTES).toString('base64url')
  return { key, keyHash: hashOf(key) }
}
