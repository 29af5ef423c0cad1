import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { Sqlite } from '#main/core/storage/database.ts'
import { type Outbox, wristbandsOf } from '#main/features/outbox/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import type { ChargePapers } from '#shared/ipc/prints.ts'
import type { PrintJobs } from './print-jobs.ts'

/** Well within the minute for which the server reserves the papers of a charge for the selling terminal. */
const PRINT_WINDOW_MS = 30_000
/** Longer than a call with a lost answer is repeated. */
const RETENTION_MS = 24 * 3600_000

interface AnswerPapersDeps {
  db: Sqlite
  outbox: Pick<Outbox, 'markSent' | 'isOffline' | 'isFresh'>
  printJobs: Pick<PrintJobs, 'printOwn' | 'work'>
  write<T>(run: () => T): T
  clock: Pick<Clock, 'now'>
  log: Log
}

/** Prints the papers that come with the server's answers: the ticket of a start, and the papers of a charge. */
export function answerPapers({ db, outbox, printJobs, write, clock: { now }, log }: AnswerPapersDeps) {
  /** When calls were first sent from here, in order of sending, and for which store. */
  const sent = new Map<string, { at: number; orgCode: string }>()

  /**
   * The store of a charge whose papers this terminal may print now: shortly after the charge was first sent. After a later
   * answer another terminal of the store may have printed them already. Null where it may not.
   */
  function storeOf(key: string): string | null {
    const first = sent.get(key)
    if (!first) return null
    const age = now() - first.at
    return age >= 0 && age <= PRINT_WINDOW_MS ? first.orgCode : null
  }

  function print(ticket: TicketData, orgCode: string): void {
    try {
      printJobs.printOwn(ticket, orgCode)
    } catch (error) {
      if (error instanceof AppError && error.code.startsWith('storage.')) throw error
      // The ride must not fail for it; a ticket can be printed again.
      log.error('the ticket of a start cannot be made', { id: ticket.orderId, error })
    }
  }

  return {
    /** A page sends a call with a key: the papers that it sells may be printed from its answer. */
    noteSending(key: string, orgCode: string): void {
      for (const [old, { at }] of sent) {
        if (now() - at < RETENTION_MS) break
        sent.delete(old)
      }
      if (!sent.has(key)) sent.set(key, { at: now(), orgCode })
    },

    /** Prints the papers of a charge from its answer: each once, whether this or the server's print job comes first. */
    printCharge({ key, papers }: ChargePapers): void {
      const orgCode = storeOf(key)
      if (orgCode === null) return
      // The server does not reserve a ticket without a terminal: another terminal may be printing it.
      const reserved = papers.filter(({ ticket }) => ticket.terminal !== '')
      write(() =>
        db.transaction(() => {
          for (const { ticket, wristbands } of reserved) {
            print(ticket, orgCode)
            const labels = wristbandsOf(ticket, wristbands)
            if (labels) print(labels, orgCode)
          }
        })(),
      )
      void printJobs.work()
    },

    /**
     * Stores in one commit that the server has a start, and its ticket. The ticket of a start that has waited for long may
     * have been printed elsewhere meanwhile: it comes as a print job of the store, like any other.
     */
    settleStart(id: string, result: StartResult, orgCode: string): void {
      db.transaction(() => {
        outbox.markSent(id, result.ticketNo)
        if (!outbox.isOffline(id) && outbox.isFresh(id)) print(result.ticket, orgCode)
      })()
      void printJobs.work()
    },
  }
}
