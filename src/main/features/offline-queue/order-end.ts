import type { Grant } from '#main/features/session/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { OrderEnd } from './offline-queue.service.ts'

/** What became of the charge of a queue entry, by the state of its order at the server. Never throws. */
export async function orderEnd(
  who: Grant | null,
  ask: (who: Grant) => Promise<{ payState: string }>,
): Promise<OrderEnd> {
  if (!who) return 'unknown'
  try {
    const { payState } = await ask(who)
    if (payState === 'nopay') return 'open'
    return payState === 'closed' ? 'closed' : 'charged'
  } catch (error) {
    return error instanceof AppError && error.code === 'common.recordNotFound' ? 'none' : 'unknown'
  }
}
