import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { isCounterBusy } from '#server/db/counter-priority.ts'
import type { Lane } from '#server/db/database.ts'
import type { Route } from '#shared/core/route.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit.ts'

/** The pool of connections that a call uses: lists, reads of members and workbooks have their own, so that they never take the counter's. */
export function laneOf({ lane, method, access, result }: Route): Lane {
  if (lane) return lane
  // As many guests as there are phones read at once.
  if (access === 'member' && method === 'GET') return 'lists'
  return result instanceof z.ZodObject && 'records' in result.shape ? 'lists' : 'counter'
}

/** Limits of this process for calls that occupy a database connection for long. */
export interface LaneLimits {
  lists: ConcurrencyLimit
  workbooks: ConcurrencyLimit
}

const MAX_WORKBOOKS = 3
/** Together with the duration of the work itself shorter than clients and proxies wait (spec §7: 90 seconds). */
const WAIT_TIMEOUT_MS = 20_000

/**
 * Limits lists and workbooks to the connections of their pools. A screen requests a few lists at once; more requests of one
 * user wait, so that one user never blocks the others. The limits are lower while the counter writes: with two processors, each
 * further list would double the duration of a charge.
 */
export function createLaneLimits(connections: number, processors = availableParallelism()): LaneLimits {
  const workbooks = Math.max(1, Math.min(MAX_WORKBOOKS, Math.floor(connections / 3)))
  const limits = { lists: connections - workbooks, workbooks }
  // Two lists, so that one user does not block the others even then.
  const besideCounter = { lists: Math.max(2, processors - 1), workbooks: Math.max(1, processors - 3) }
  const atOnce = (kind: keyof LaneLimits): number =>
    isCounterBusy() ? Math.min(limits[kind], besideCounter[kind]) : limits[kind]
  return {
    lists: createConcurrencyLimit({
      maxRunning: () => atOnce('lists'),
      maxWaiting: 500,
      waitTimeoutMs: WAIT_TIMEOUT_MS,
      perUser: { maxRunning: () => Math.max(1, Math.min(4, atOnce('lists') - 1)), maxWaiting: 30 },
    }),
    workbooks: createConcurrencyLimit({
      maxRunning: () => atOnce('workbooks'),
      maxWaiting: 20,
      waitTimeoutMs: WAIT_TIMEOUT_MS,
    }),
  }
}

/** Limits reads at a standby to its connections. They take nothing from the counter, whatever it does. */
export const createStandbyLimit = (connections: number): ConcurrencyLimit =>
  createConcurrencyLimit({
    maxRunning: connections,
    maxWaiting: 500,
    waitTimeoutMs: WAIT_TIMEOUT_MS,
    perUser: { maxRunning: Math.max(1, Math.min(4, connections - 1)), maxWaiting: 30 },
  })

/**
 * Limits the writes of members to a part of the counter's connections. Those of one member run one after the other.
 */
export const createMemberLimit = (connections: number): ConcurrencyLimit =>
  createConcurrencyLimit({
    maxRunning: Math.max(1, Math.floor(connections / 4)),
    maxWaiting: 300,
    waitTimeoutMs: WAIT_TIMEOUT_MS,
    perUser: { maxRunning: 1, maxWaiting: 10 },
  })

/** Limits calls with personal access tokens to half of the counter's connections, and those of one user to a few at once. */
export const createTokenLimit = (connections: number): ConcurrencyLimit =>
  createConcurrencyLimit({
    maxRunning: Math.max(1, Math.floor(connections / 2)),
    maxWaiting: 200,
    waitTimeoutMs: WAIT_TIMEOUT_MS,
    perUser: { maxRunning: 3, maxWaiting: 30 },
  })

/**
 * Limits calls without a sign-in. All of them together occupy at most one of the lists' connections, and one caller never blocks all
 * guests. Guests on the venue's own network share one address.
 */
export const createPublicLimit = (): ConcurrencyLimit =>
  createConcurrencyLimit({
    maxRunning: 1,
    maxWaiting: 100,
    waitTimeoutMs: 5000,
    perUser: { maxRunning: 1, maxWaiting: 40 },
  })
