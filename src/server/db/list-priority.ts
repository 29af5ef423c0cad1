import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type pg from 'pg'

/** A third of the CPU share of a normal process: charges take precedence, and lists still progress on a busy machine. */
const NICENESS = 5

const isHere = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host)

/**
 * Gives the PostgreSQL process of a list connection a lower priority than the counter's. It has an effect only if PostgreSQL runs on
 * this machine and this account may change it, as with the embedded one.
 */
export function yieldToCounter(client: pg.ClientBase): void {
  const { processID, host } = client as pg.ClientBase & { processID?: number | null; host?: string }
  if (!processID || !isHere(host ?? '')) return
  try {
    // A forwarded port leads to another machine, so the pid here may belong to another process.
    if (readFileSync(`/proc/${processID}/comm`, 'utf8').trim() === 'postgres') setPriority(processID, NICENESS)
  } catch {
    // No such process, or one of another account.
  }
}
