import { z } from 'zod'
import { isUnreachable } from '#main/core/failures.ts'
import type { Log } from '#main/core/log.ts'
import { readEntry } from '#main/core/secure-entry.ts'
import type { SecureStore } from '#main/core/secure-store.ts'
import { AppError } from '#shared/core/errors.ts'

const ENTRY = 'store-secret'
const Kept = z.object({ serverUrl: z.string(), orgCode: z.string(), secret: z.string() })
type Kept = z.infer<typeof Kept>

export interface StoreSecretDeps {
  store: SecureStore
  log: Log
  serverUrl(): string
  /** The store worked in; undefined while nobody works. */
  orgCode(): string | undefined
  /** Asks the server; null while nobody can. */
  ask(): Promise<{ orgCode: string; secret: string } | null>
  /** It is another one now, or none. */
  onChange(): void
}

export interface StoreSecret {
  /** What the terminals of the store know each other by; null for a terminal that is none of them. */
  current(): Buffer | null
  /** Asks the server, which has another one whenever a terminal is enrolled or revoked; false where no answer came. */
  refresh(): Promise<boolean>
}

/** The secret of the store that this terminal works in, kept for when the server is away. */
export function createStoreSecret({ store, log, serverUrl, orgCode, ask, onChange }: StoreSecretDeps): StoreSecret {
  let kept = readEntry(store, ENTRY, Kept)

  function keep(next: Kept | null): void {
    if (next?.secret === kept?.secret && next?.serverUrl === kept?.serverUrl) return
    kept = next
    try {
      if (next) store.set(ENTRY, JSON.stringify(next))
      else store.remove(ENTRY)
    } catch (error) {
      log.warn('the secret of the store lasts until the next start', { error })
    }
    onChange()
  }

  return {
    current() {
      const place = orgCode()
      if (!kept || kept.serverUrl !== serverUrl() || (place !== undefined && place !== kept.orgCode)) return null
      return Buffer.from(kept.secret, 'base64url')
    },
    async refresh() {
      const url = serverUrl()
      try {
        const told = await ask()
        if (told) keep({ serverUrl: url, ...told })
        return true
      } catch (error) {
        const isOut = error instanceof AppError && ['terminals.revoked', 'terminals.notEnrolled'].includes(error.code)
        if (isOut) keep(null)
        else if (!isUnreachable(error)) log.warn('the secret of the store cannot be read', { error })
        return isOut
      }
    },
  }
}
