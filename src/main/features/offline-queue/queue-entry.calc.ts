import { AppError } from '#shared/core/errors.ts'
import type { QueueEntry } from './queue-entries.store.ts'

/** Throws `line.gone`, `line.started`, `line.paying` or `line.elsewhere` for an entry that no longer waits here. */
export function requireWaiting({ end, chargeStartedAt: askedAt, transfer: given, ticketNo: ticket }: QueueEntry): void {
  if (end === 'cancelled') throw new AppError('line.gone', { ticket })
  if (end) throw new AppError('line.started', { ticket })
  if (askedAt !== null) throw new AppError('line.paying', { ticket })
  if (given) throw new AppError('line.elsewhere', { ticket, by: given.name })
}

/** The same, and throws `line.expired` for an entry whose time is over. */
export function requireStartable(entry: QueueEntry, now: number): void {
  requireWaiting(entry)
  if (entry.expiresAt <= now) throw new AppError('line.expired', { ticket: entry.ticketNo })
}
