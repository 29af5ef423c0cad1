import type { Clock } from '#main/core/clocks/clock.ts'
import type { PrinterStatus } from '#shared/ipc/devices.ts'
import type { PrinterLink } from './printer.link.ts'

const REPLY_LIMIT = 1000

type Kind = 'status' | 'fence'

interface Waiter {
  kind: Kind
  settle(answer: number | null): void
  fail(error: Error): void
}

/**
 * Sorts received bytes by the fixed bits of each kind of answer: replies to `DLE EOT`, replies to `GS r`, and the
 * four-byte status that some printers send automatically, which is skipped like flow control.
 */
export class PrinterAnswers {
  readonly #clock: Clock
  readonly #arrived: { kind: Kind; byte: number }[] = []
  #unasked = 0
  #waiter: Waiter | null = null
  #lost: Error | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  readonly data = (bytes: Uint8Array): void => {
    for (const byte of bytes) this.#take(byte)
  }

  readonly lost = (error: Error): void => {
    this.#lost ??= error
    this.#waiter?.fail(error)
  }

  /** Discards unsolicited bytes, so that the next answer belongs to the next query. */
  clear(): void {
    this.#arrived.length = 0
  }

  /** Resolves with the next answer of a kind, or null on timeout; rejects if the connection is lost. */
  next(kind: Kind, limit: number): Promise<number | null> {
    const index = this.#arrived.findIndex((answer) => answer.kind === kind)
    const [found] = index < 0 ? [] : this.#arrived.splice(index, 1)
    if (found) return Promise.resolve(found.byte)
    if (this.#lost) return Promise.reject(this.#lost)
    return new Promise((resolve, reject) => {
      const stop = this.#clock.after(limit, () => this.#waiter?.settle(null))
      const done = (): void => {
        stop()
        this.#waiter = null
      }
      this.#waiter = {
        kind,
        settle(answer) {
          done()
          resolve(answer)
        },
        fail(error) {
          done()
          reject(error)
        },
      }
    })
  }

  #take(byte: number): void {
    if (this.#unasked > 0) this.#unasked--
    else if ((byte & 0x93) === 0x10) this.#unasked = 3
    else if ((byte & 0x93) === 0x12) this.#arrive('status', byte)
    else if ((byte & 0x90) === 0) this.#arrive('fence', byte)
  }

  #arrive(kind: Kind, byte: number): void {
    if (this.#waiter?.kind === kind) this.#waiter.settle(byte)
    else this.#arrived.push({ kind, byte })
  }
}

export interface PrinterCondition {
  problem: PrinterStatus['problem']
  paperLow: boolean
}

/** Queries the printer's state (`DLE EOT 1` to `4`, answered even when it is stopped); null if it does not answer. */
export async function askStatus(link: PrinterLink, answers: PrinterAnswers): Promise<PrinterCondition | null> {
  const replies: number[] = []
  for (const question of [1, 2, 3, 4]) {
    answers.clear()
    await link.write(Uint8Array.of(0x10, 0x04, question))
    const reply = await answers.next('status', REPLY_LIMIT)
    if (reply === null && question === 1) return null
    // Some printers answer only a few of the four; a missing answer is not a problem.
    replies.push(reply ?? 0)
  }
  const [printer = 0, cause = 0, error = 0, paper = 0] = replies
  return { problem: problemOf(printer, cause, error, paper), paperLow: (paper & 0x0c) !== 0 }
}

function problemOf(printer: number, cause: number, error: number, paper: number): PrinterStatus['problem'] {
  if ((paper & 0x60) !== 0 || (cause & 0x20) !== 0) return 'paper-out'
  if ((cause & 0x04) !== 0) return 'cover-open'
  if ((cause & 0x40) !== 0 || (error & 0x68) !== 0) return 'error'
  return (printer & 0x08) !== 0 ? 'offline' : 'none'
}
