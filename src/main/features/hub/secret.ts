import { z } from 'zod'
import { isUnreachable } from '#main/core/failures.ts'
import type { Log } from '#main/core/log.ts'
import { readEntry } from '#main/core/storage/secure-entry.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import { AppError } from '#shared/core/errors.ts'

const ENTRY = 'store-secret'
const StoredSecret = z.object({ serverUrl: z.string(), orgCode: z.string(), secret: z.string() })
type StoredSecret = z.infer<typeof StoredSecret>

export interface StoreSecretDeps {
  store: SecureStore
  log: Log
  serverUrl(): string
  /** The store that the user works in; undefined while nobody is signed in. */
  orgCode(): string | undefined
  /** Reads the secret from the server; null while that is not possible. */
  ask(): Promise<{ orgCode: string; secret: string } | null>
  /** The secret has changed or is gone. */
  onChange(): void
}

export interface StoreSecret {
  /** The secret that authenticates the terminals of a store to each other; null for one that is not enrolled. */
  current(): Buffer | null
  /** Reads the secret again: it changes whenever a terminal is enrolled or revoked. False where no answer came. */
  refresh(): Promise<boolean>
}

/** The secret of the store that this terminal works in, stored for when the server is away. */
export function createStoreSecret({ store, log, serverUrl, orgCode, ask, onChange }: StoreSecretDeps): StoreSecret {
  let stored = readEntry(store, ENTRY, StoredSecret)

  function save(next: StoredSecret | null): void {
    if (next?.secret === stored?.secret && next?.serverUrl === stored?.serverUrl) return
    stored = next
    try {
      if (next) store.set(ENTRY, JSON.stringify(next))
      else store.remove(ENTRY)
    } catch (error) {
      log.warn('the secret of the store cannot be stored and lasts until the next start', { error })
    }
    onChange()
  }

  return {
    current() {
      const current = orgCode()
      if (!stored || stored.serverUrl !== serverUrl() || (current !== undefined && current !== stored.orgCode))
        return null
      return Buffer.from(stored.secret, 'base64url')
    },
    async refresh() {
      const url = serverUrl()
      try {
        const answer = await ask()
        if (answer) save({ serverUrl: url, ...answer })
        return true
      } catch (error) {
        const isRevoked =
          error instanceof AppError && ['terminals.revoked', 'terminals.notEnrolled'].includes(error.code)
        if (isRevoked) save(null)
        else if (!isUnreachable(error)) log.warn('the secret of the store cannot be read', { error })
        return isRevoked
      }
    },
  }
}
