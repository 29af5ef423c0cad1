import { randomUUID } from 'node:crypto'
import type { Bus } from '#server/core/realtime/bus.ts'
import { AppError } from '#shared/core/errors.ts'

/** Calls that one personal access token may make each minute, at all copies of the server together. */
export const TOKEN_CALLS_PER_MINUTE = 600

const WINDOW_MS = 60_000
const MAX_NAMES = 10_000
const SHARE_MS = 1000
/** A notification has at most 8,000 bytes. */
const NAMES_PER_MESSAGE = 100

declare module '#server/core/realtime/bus.ts' {
  interface BusMessages {
    /** The calls that one copy has counted in a minute since 1970, by name. */
    calls: { copy: string; minute: number; counts: [name: string, calls: number][] }
  }
}

/** Counts calls by name within the minutes of the clock. */
export interface RateLimit {
  /** Counts a call. Throws `common.tooManyRequests` above the limit. */
  count(name: string): void
  close(): void
}

/**
 * A limit over all copies of the server. Each counts by itself, so a call waits for nothing, and tells the others once a second what it has
 * counted. Within that second copies may together admit more.
 */
export function createRateLimit(
  perMinute: number,
  bus: Pick<Bus, 'listen' | 'send'>,
  clock: () => Date,
  onTrouble: (error: unknown) => void,
): RateLimit {
  const copy = randomUUID()
  let minute = 0
  const own = new Map<string, number>()
  /** By copy and name. */
  const others = new Map<string, Map<string, number>>()
  const unsent = new Set<string>()

  const turn = (): void => {
    const now = Math.floor(clock().getTime() / WINDOW_MS)
    if (now === minute) return
    minute = now
    for (const one of [own, others, unsent]) one.clear()
  }

  const elsewhere = (name: string): number => {
    let calls = 0
    for (const counts of others.values()) calls += counts.get(name) ?? 0
    return calls
  }

  bus.listen((message) => {
    if (message.kind !== 'calls' || message.copy === copy) return
    turn()
    if (message.minute !== minute) return
    const counts = others.get(message.copy) ?? new Map<string, number>()
    others.set(message.copy, counts)
    for (const [name, calls] of message.counts) counts.set(name, calls)
  })

  const share = (): void => {
    turn()
    const names = [...unsent]
    unsent.clear()
    for (let from = 0; from < names.length; from += NAMES_PER_MESSAGE) {
      const counts = names
        .slice(from, from + NAMES_PER_MESSAGE)
        .map((name): [string, number] => [name, own.get(name) ?? 0])
      bus.send({ kind: 'calls', copy, minute, counts }).catch(onTrouble)
    }
  }
  const timer = setInterval(share, SHARE_MS)
  timer.unref()

  return {
    count(name) {
      turn()
      const calls = (own.get(name) ?? 0) + 1
      if (calls + elsewhere(name) > perMinute) throw new AppError('common.tooManyRequests')
      if (own.size >= MAX_NAMES && !own.has(name)) own.delete(own.keys().next().value ?? '')
      own.set(name, calls)
      unsent.add(name)
    },
    close: () => clearInterval(timer),
  }
}
