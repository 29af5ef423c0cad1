import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type SignedRelease, TerminalRelease } from '#shared/features/terminals/terminal-releases.contract.ts'

/** The vendor's public keys in a package: Ed25519, 32 bytes each in base64url. `npm run release` writes them. */
const KEYS_FILE = 'release-keys.json'

/** The keys that came with this package; none for a build that was not made as a release. */
export function readReleaseKeys(mainDir: string): KeyObject[] {
  let text: string
  try {
    text = readFileSync(join(mainDir, KEYS_FILE), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  const keys = z.array(z.string()).parse(JSON.parse(text))
  return keys.map((x) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }))
}

/** The release, if one of the keys has signed exactly this text; otherwise null. */
export function verifiedRelease(
  { text, signature }: SignedRelease,
  keys: readonly KeyObject[],
): TerminalRelease | null {
  const [bytes, signed] = [Buffer.from(text, 'utf8'), Buffer.from(signature, 'base64')]
  if (!keys.some((key) => verify(null, bytes, key, signed))) return null
  return TerminalRelease.parse(JSON.parse(text))
}
