import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import { AppError } from '#shared/core/errors.ts'
import { type SignedCall, signCall } from '#shared/core/terminal-signature.ts'

const ENTRY_NAME = 'terminal-key'

/** The stored key, and the names of the targets at which it is enrolled. */
const StoredKey = z.object({ privateKey: z.string(), places: z.array(z.string()) })
type StoredKey = z.infer<typeof StoredKey>

/** A store of a server, at which the key of this terminal may be enrolled. */
export interface EnrolmentTarget {
  serverUrl: string
  orgCode: string
}

export interface IdentityDeps {
  terminalId: string
  store: SecureStore
  clock: Clock
  log: Log
}

export type Identity = ReturnType<typeof createIdentity>

const targetName = ({ serverUrl, orgCode }: EnrolmentTarget): string => `${serverUrl.replace(/\/+$/, '')} ${orgCode}`

/** The terminal's identity: an Ed25519 key created at the first start; the private key never leaves it. */
export function createIdentity({ terminalId, store, clock, log }: IdentityDeps) {
  let stored = read() ?? generate()
  let privateKey = keyOf(stored)
  /** Offset of the server's clock to this computer's, once known. */
  let clockOffsetMs = 0

  function read(): StoredKey | null {
    const text = store.get(ENTRY_NAME)
    if (text === null) return null
    try {
      const found = StoredKey.parse(JSON.parse(text))
      keyOf(found)
      return found
    } catch (error) {
      log.error('the key of this terminal cannot be read, and it gets a new one', { error })
      return null
    }
  }

  function generate(): StoredKey {
    const { privateKey: made } = generateKeyPairSync('ed25519')
    return save({ privateKey: made.export({ type: 'pkcs8', format: 'der' }).toString('base64'), places: [] })
  }

  function save(next: StoredKey): StoredKey {
    try {
      store.set(ENTRY_NAME, JSON.stringify(next))
    } catch (error) {
      log.error('the key of this terminal cannot be stored and lasts until the next start', { error })
    }
    return next
  }

  function forget(target: EnrolmentTarget): void {
    if (!stored.places.includes(targetName(target))) return
    log.warn('the server no longer accepts this terminal’s key', { orgCode: target.orgCode })
    stored = save({ ...stored, places: stored.places.filter((name) => name !== targetName(target)) })
  }

  const signer = {
    sha256: (text: string) => hash('sha256', text, 'base64url'),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }

  return {
    /** Public key, 32 bytes, base64url. */
    publicKey: (): string => createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '',

    /** Returns the signature header of a call. */
    sign: (call: Omit<SignedCall, 'terminalId' | 'at'>): string =>
      signCall({ ...call, terminalId, at: clock.now() + clockOffsetMs }, signer),

    isEnrolledAt: (target: EnrolmentTarget): boolean => stored.places.includes(targetName(target)),

    noteEnrolled(target: EnrolmentTarget): void {
      stored = save({ ...stored, places: [...new Set([...stored.places, targetName(target)])] })
    },

    /** Replaces a revoked key, which stays refused, by a new one that is not enrolled yet. */
    renew(): void {
      stored = generate()
      privateKey = keyOf(stored)
    },

    /** Handles the refusal of a signed call: a clock difference, or a key that is no longer valid. */
    onServerError(error: unknown, target: EnrolmentTarget): void {
      if (!(error instanceof AppError)) return
      if (error.code === 'terminals.clockOff') {
        const serverTime = Date.parse(String(error.details.serverTime))
        if (!Number.isNaN(serverTime)) clockOffsetMs = serverTime - clock.now()
      }
      if (error.code === 'terminals.notEnrolled' || error.code === 'terminals.revoked') forget(target)
    },
  }
}

const keyOf = ({ privateKey }: StoredKey): KeyObject =>
  createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' })
