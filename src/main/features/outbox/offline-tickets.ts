import type { Log } from '#main/core/log.ts'
import type { Sqlite } from '#main/core/storage/database.ts'
import type { Printer } from '#main/features/printer/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Outbox } from './outbox.store.ts'
import { wristbandsOf } from './wristbands.ts'

interface OfflineTicketsDeps {
  db: Sqlite
  outbox: Outbox
  printer: Pick<Printer, 'enqueueTicket'>
  write<T>(run: () => T): T
  log: Log
}

/** Marks starts as made without the server, and prints this terminal's own tickets for them. */
export function createOfflineTickets({ db, outbox, printer, write, log }: OfflineTicketsDeps) {
  /** Starts that went offline while that could not be stored. */
  const unmarked = new Set<string>()

  /** Enqueues the ticket and wristbands of a start; called in the commit that stores it. */
  function print(id: string): void {
    try {
      const ticket = outbox.ticketOf(id)
      if (!ticket) return
      printer.enqueueTicket(ticket)
      const wristbands = wristbandsOf(ticket, outbox.wristbandsOf(id))
      if (wristbands) printer.enqueueTicket(wristbands)
    } catch (error) {
      if (error instanceof AppError && error.code.startsWith('storage.')) throw error
      // The ride must not fail for it; a ticket can be printed again.
      log.error('the ticket of a start cannot be made', { id, error })
    }
  }

  /**
   * The start is already stored and will be sent. An error here would make the cashier start it a second time. With a
   * full disk its offline mark and its ticket follow when there is room.
   */
  function goOffline(id: string): void {
    try {
      write(() =>
        db.transaction(() => {
          if (outbox.markOffline(id)) print(id)
        })(),
      )
      unmarked.delete(id)
    } catch (error) {
      unmarked.add(id)
      log.error('a start cannot be marked as made without the server', { id, error })
    }
  }

  return {
    print,
    goOffline,
    /** Whether a start went offline and its ticket could not be stored yet. */
    isOwed: (id: string): boolean => unmarked.has(id),
    /** Call when the disk can be written again: marks and prints the offline starts for which that failed. */
    retry(): void {
      for (const id of unmarked) goOffline(id)
    },
  }
}

export type OfflineTickets = ReturnType<typeof createOfflineTickets>
