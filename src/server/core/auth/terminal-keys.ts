import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Bus } from '#server/core/realtime/bus.ts'
import type { Database } from '#server/db/database.ts'
import { EVERY_STORE } from '#server/db/database.ts'

declare module '#server/core/realtime/bus.ts' {
  interface BusMessages {
    /** A key of a terminal has changed. */
    terminals: object
  }
}

/** A terminal's public key at a store; `revoked` if its enrolment was revoked, null if none was ever enrolled. */
export type TerminalKey = KeyObject | 'revoked' | null

export interface TerminalKeys {
  find(terminalId: string, orgCode: string): Promise<TerminalKey>
  /** Call after enrolling a key through this copy: the terminal's next call may arrive before the notification. */
  forget(): void
}

/** How long an entry is used while notifications may be missed, and so how long a revoked terminal may work. */
const FRESH_MS = 60_000
const FRESH_WITHOUT_BUS_MS = 2000
const MAX_CACHED = 10_000

/** Parses 32 bytes of base64url as an Ed25519 public key; throws if they are invalid. */
export const publicKeyOf = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })

/** Caches the keys; a trigger on the terminals' table invalidates them on every copy of the server. */
export function createTerminalKeys(db: Database, bus: Bus): TerminalKeys {
  const remembered = new Map<string, { key: TerminalKey; loadedAt: number }>()
  /** Incremented with each invalidation, so that a load that began before is not cached. */
  let generation = 0
  const forget = (): void => {
    generation++
    remembered.clear()
  }
  bus.listen((message) => {
    if (message.kind === 'terminals') forget()
  })
  bus.onReconnect(forget)

  const load = (terminalId: string, orgCode: string): Promise<TerminalKey> =>
    db.scoped(EVERY_STORE, async (trx) => {
      const row = await trx
        .selectFrom('terminal')
        .select(['publicKey', 'revokedAt'])
        .where('id', '=', terminalId)
        .where('orgCode', '=', orgCode)
        .executeTakeFirst()
      if (!row?.publicKey) return null
      return row.revokedAt ? 'revoked' : publicKeyOf(row.publicKey)
    })

  return {
    forget,
    async find(terminalId, orgCode) {
      const name = `${terminalId} ${orgCode}`
      const known = remembered.get(name)
      const life = bus.connected ? FRESH_MS : FRESH_WITHOUT_BUS_MS
      if (known && performance.now() - known.loadedAt < life) return known.key
      const begun = generation
      const key = await load(terminalId, orgCode)
      if (begun === generation) {
        if (remembered.size >= MAX_CACHED) remembered.delete(remembered.keys().next().value ?? '')
        remembered.set(name, { key, loadedAt: performance.now() })
      }
      return key
    },
  }
}
