import { AppError } from '#shared/core/errors.ts'
import type { Place } from './places.store.ts'

/** Refuses a place that waits no more, or not here. */
export function checkOpen({ end, askedAt, given, ticketNo: ticket }: Place): void {
  if (end === 'cancelled') throw new AppError('line.gone', { ticket })
  if (end) throw new AppError('line.started', { ticket })
  if (askedAt !== null) throw new AppError('line.paying', { ticket })
  if (given) throw new AppError('line.elsewhere', { ticket, by: given.name })
}

/** Refuses one whose ride cannot begin now. */
export function checkStartable(place: Place, now: number): void {
  checkOpen(place)
  if (place.expiresAt <= now) throw new AppError('line.expired', { ticket: place.ticketNo })
}
