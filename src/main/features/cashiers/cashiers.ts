import { z } from 'zod'
import type { Clock } from '#main/core/clocks/clock.ts'
import { isUnreachable } from '#main/core/failures.ts'
import type { Log } from '#main/core/log.ts'
import { createTries, HashedSecret, hashSecret, isSecret } from '#main/core/storage/secret-hash.ts'
import { readEntry } from '#main/core/storage/secure-entry.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import type { Client } from '#shared/core/client.ts'
import { AppError } from '#shared/core/errors.ts'
import { isBadgeOf } from '#shared/features/sessions/badge.calc.ts'
import type { Cashier, consume } from '#shared/features/sessions/consume.contract.ts'

/** Validity of offline takeovers after an online one (domain.md "Cashier"). */
const KEPT_MS = 72 * 3600_000
const ENTRY = 'cashiers'

const Known = z.record(z.string(), HashedSecret.extend({ at: z.number() }))

export interface CashiersDeps {
  store: SecureStore
  clock: Clock
  log: Log
  /** Signed calls; null without a sign-in at the server. */
  client(): Client<{ consume: typeof consume }> | null
  /** Cashiers of the current store. */
  cashiers(): readonly Cashier[]
  /** Whether a badge suffices at this terminal. */
  takesBadges(): boolean
}

/** Credentials of a takeover: a password or a badge. */
interface Shown {
  cashierId: string
  password: string
  badge: string
}

export type Cashiers = ReturnType<typeof createCashiers>

/** Checks takeovers of this counter: at the server, or offline by credentials used here in the last 72 hours. */
export function createCashiers({ store, clock, log, client, cashiers, takesBadges }: CashiersDeps) {
  const tries = createTries(clock)
  /** Cashiers confirmed since the program started. */
  const shown = new Set<string>()

  const known = (): z.infer<typeof Known> =>
    Object.fromEntries(
      Object.entries(readEntry(store, ENTRY, Known) ?? {}).filter(
        ([, { at }]) => Math.abs(clock.now() - at) <= KEPT_MS,
      ),
    )

  async function remember(id: string, password: string): Promise<void> {
    try {
      const entry = { ...(await hashSecret(password)), at: clock.now() }
      store.set(ENTRY, JSON.stringify({ ...known(), [id]: entry }))
    } catch (error) {
      log.error('a cashier cannot be cached for offline work', { error })
    }
  }

  /** A password refused by the server but valid here was changed: remove it. */
  async function forgetChanged(id: string, password: string): Promise<void> {
    const { [id]: old, ...rest } = known()
    if (old && (await isSecret(password, old))) store.set(ENTRY, JSON.stringify(rest))
  }

  async function checkHere({ cashierId: id, password, badge }: Shown): Promise<boolean> {
    const cashier = cashiers().find((one) => one.id === id)
    if (!cashier) throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
    if (cashier.havePassword === 'NO') return true
    if (badge !== '' && !takesBadges()) throw new AppError('cashiers.badgeAlone', { field: 'badge' })
    const secret = known()[id]
    if (badge === '' && !secret) throw new AppError('cashiers.offlineUnknown')
    tries.take(id)
    const isRight =
      badge !== '' ? isBadgeOf(cashier.workNo, badge) : secret !== undefined && (await isSecret(password, secret))
    if (isRight) tries.forgive(id)
    return isRight
  }

  async function check(asked: Shown): Promise<boolean> {
    const { cashierId: id, password } = asked
    const calls = client()
    if (!calls) return checkHere(asked)
    let isRight: boolean
    try {
      isRight = (await calls.consume.checkCashier({ body: asked })).result
    } catch (error) {
      if (isUnreachable(error)) return checkHere(asked)
      throw error
    }
    if (isRight && password !== '') await remember(id, password)
    if (!isRight && password !== '') await forgetChanged(id, password)
    return isRight
  }

  return {
    async check(asked: Shown): Promise<boolean> {
      const isRight = await check(asked)
      if (isRight) shown.add(asked.cashierId)
      return isRight
    },
    hasShown: (id: string): boolean => shown.has(id),
  }
}
