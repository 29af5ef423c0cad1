import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { isCounterBusy } from '#server/db/counter-first.ts'
import type { Lane } from '#server/db/database.ts'
import type { Route } from '#shared/core/route.ts'
import { createTurns, type Turns } from './turns.ts'

/** Whose connections a call uses: lists and workbooks have some of their own, so that they never take the counter's. */
export function laneOf({ lane, result }: Route): Lane {
  if (lane) return lane
  return result instanceof z.ZodObject && 'records' in result.shape ? 'lists' : 'counter'
}

/** Turns of this copy of the server for what keeps a database connection busy for long. */
export interface LaneTurns {
  lists: Turns
  workbooks: Turns
}

const WORKBOOKS_AT_ONCE = 3
/** Shorter than people and proxies wait for an answer (spec §7: 90 seconds), with what the work itself may take. */
const PATIENCE_MS = 20_000

/**
 * Shares the connections of lists and workbooks out: whoever has a turn has a connection. A screen asks for a few lists at
 * once; more of one person wait, so that one person's questions never keep all others waiting. While the counter writes there are fewer
 * turns: on a machine with two processors, each list more would double what a charge takes.
 */
export function createLaneTurns(connections: number, processors = availableParallelism()): LaneTurns {
  const workbooks = Math.max(1, Math.min(WORKBOOKS_AT_ONCE, Math.floor(connections / 3)))
  const most = { lists: connections - workbooks, workbooks }
  // Two lists are those of two people, so that no one person keeps the others waiting then either.
  const besideCounter = { lists: Math.max(2, processors - 1), workbooks: Math.max(1, processors - 3) }
  const atOnce = (kind: keyof LaneTurns): number =>
    isCounterBusy() ? Math.min(most[kind], besideCounter[kind]) : most[kind]
  return {
    lists: createTurns({
      atOnce: () => atOnce('lists'),
      mostWaiting: 500,
      patienceMs: PATIENCE_MS,
      perPerson: { atOnce: () => Math.max(1, Math.min(4, atOnce('lists') - 1)), mostWaiting: 30 },
    }),
    workbooks: createTurns({ atOnce: () => atOnce('workbooks'), mostWaiting: 20, patienceMs: PATIENCE_MS }),
  }
}

/**
 * Whoever has no key may ask for somebody's page as well: together strangers never keep more than one of the lists' connections busy, and
 * one of them alone never keeps all guests waiting. Guests on the venue's own network come from one address.
 */
export const createStrangersTurns = (): Turns =>
  createTurns({ atOnce: 1, mostWaiting: 100, patienceMs: 5000, perPerson: { atOnce: 1, mostWaiting: 40 } })
