import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type pg from 'pg'

/** A third of a usual process: a charge runs at once beside lists, and lists go on beside whatever else the machine does. */
const NICENESS = 5

const isHere = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host)

/**
 * Gives a connection for lists a lower priority than the counter's, where PostgreSQL runs on this machine and this account may say so:
 * the one that the server brings along. Elsewhere nothing changes.
 */
export function yieldToCounter(client: pg.ClientBase): void {
  const { processID, host } = client as pg.ClientBase & { processID?: number | null; host?: string }
  if (!processID || !isHere(host ?? '')) return
  try {
    // A forwarded port leads to another machine, where the number is somebody else's.
    if (readFileSync(`/proc/${processID}/comm`, 'utf8').trim() === 'postgres') setPriority(processID, NICENESS)
  } catch {
    // No such process here, or not ours.
  }
}
