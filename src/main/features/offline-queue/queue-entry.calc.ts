import { AppError } from '#shared/core/errors.ts'
import type { QueueEntry } from './queue-entries.store.ts'

/** Refuses a place that waits no more, or not here. */
export function requireWaiting({ end, chargeStartedAt: askedAt, transfer: given, ticketNo: ticket }: QueueEntry): void {
  if (end === 'cancelled') throw new AppError('line.gone', { ticket })
  if (end) throw new AppError('line.started', { ticket })
  if (askedAt !== null) throw new AppError('line.paying', { ticket })
  if (given) throw new AppError('line.elsewhere', { ticket, by: given.name })
}

/** Refuses one whose ride cannot begin now. */
export function requireStartable(place: QueueEntry, now: number): void {
  requireWaiting(place)
  if (place.expiresAt <= now) throw new AppError('line.expired', { ticket: place.ticketNo })
}
