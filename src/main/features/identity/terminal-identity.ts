import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import { AppError } from '#shared/core/errors.ts'
import { type SignedCall, signCall } from '#shared/core/terminal-signature.ts'

const ENTRY_NAME = 'terminal-key'

/** The key, and the stores and servers where it is enrolled. */
const Kept = z.object({ privateKey: z.string(), places: z.array(z.string()) })
type Kept = z.infer<typeof Kept>

/** A store at a server. */
export interface Place {
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

const placeName = ({ serverUrl, orgCode }: Place): string => `${serverUrl.replace(/\/+$/, '')} ${orgCode}`

/** The terminal's identity: an Ed25519 key created at the first start; the private key never leaves it. */
export function createIdentity({ terminalId, store, clock, log }: IdentityDeps) {
  let kept = read() ?? make()
  let privateKey = keyOf(kept)
  /** Offset of the server's clock to this computer's, once known. */
  let ahead = 0

  function read(): Kept | null {
    const text = store.get(ENTRY_NAME)
    if (text === null) return null
    try {
      const found = Kept.parse(JSON.parse(text))
      keyOf(found)
      return found
    } catch (error) {
      log.error('the key of this terminal cannot be read, and it gets a new one', { error })
      return null
    }
  }

  function make(): Kept {
    const { privateKey: made } = generateKeyPairSync('ed25519')
    return keep({ privateKey: made.export({ type: 'pkcs8', format: 'der' }).toString('base64'), places: [] })
  }

  function keep(next: Kept): Kept {
    try {
      store.set(ENTRY_NAME, JSON.stringify(next))
    } catch (error) {
      log.error('the key of this terminal cannot be stored and lasts until the next start', { error })
    }
    return next
  }

  function forget(place: Place): void {
    if (!kept.places.includes(placeName(place))) return
    log.warn('the server no longer accepts this terminal’s key', { orgCode: place.orgCode })
    kept = keep({ ...kept, places: kept.places.filter((name) => name !== placeName(place)) })
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
      signCall({ ...call, terminalId, at: clock.now() + ahead }, signer),

    isEnrolledAt: (place: Place): boolean => kept.places.includes(placeName(place)),

    noteEnrolled(place: Place): void {
      kept = keep({ ...kept, places: [...new Set([...kept.places, placeName(place)])] })
    },

    /** Replaces a revoked key, which stays refused, by a new one that is not enrolled yet. */
    renew(): void {
      kept = make()
      privateKey = keyOf(kept)
    },

    /** Handles the refusal of a signed call: a clock difference, or a key that is no longer valid. */
    onServerError(error: unknown, place: Place): void {
      if (!(error instanceof AppError)) return
      if (error.code === 'terminals.clockOff') {
        const serverTime = Date.parse(String(error.details.serverTime))
        if (!Number.isNaN(serverTime)) ahead = serverTime - clock.now()
      }
      if (error.code === 'terminals.notEnrolled' || error.code === 'terminals.revoked') forget(place)
    },
  }
}

const keyOf = ({ privateKey }: Kept): KeyObject =>
  createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' })
