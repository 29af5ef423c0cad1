import type { Clock } from '#main/core/clocks/clock.ts'
import type { PrinterStatus, PrintOutcome } from '#shared/ipc/devices.ts'
import { askStatus, PrinterAnswers, type PrinterCondition } from './printer.answers.ts'
import type { PrinterLink, PrinterTransport } from './printer.link.ts'
import { withTimeout } from './time-limit.ts'

/** Reason of an attempt's outcome; its text is `print.detail.<detail>`. */
export type PrintDetail =
  | 'none'
  | 'paper-out'
  | 'cover-open'
  | 'offline'
  | 'error'
  | 'unreachable'
  | 'no-answer'
  | 'cut-off'
  | 'restarted'
  | 'unreadable'
  | 'unmakeable'

export interface Attempt {
  outcome: PrintOutcome
  detail: PrintDetail
  problem: PrinterStatus['problem']
  paperLow: boolean
  /** Technical reason, for the log. */
  reason: string
}

export interface AttemptOptions {
  /** Whether the printer is queried for its state before a job and for a confirmation after it. */
  answers: boolean
  /** Whether it has answered before; silence then means that it is off, not that it never answers. */
  hasAnswered: boolean
  /** Whether the last query got no answer on a transport where that is normal. */
  isSilent: boolean
  baudRate: number
  clock: Clock
  /** Aborts the attempt, for shutdown. */
  signal?: AbortSignal
}

const FENCE_LIMIT = 15_000
const fence = Uint8Array.of(0x1d, 0x72, 1)
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Queries the printer's state without printing. */
export async function probePrinter(transport: PrinterTransport, options: AttemptOptions): Promise<Attempt> {
  return converse(transport, options, async (link, answers) => {
    if (!options.answers || !transport.canAnswer) return attempt('sent', 'none')
    const condition = await askStatus(link, answers)
    if (condition === null && transport.mayBeSilent && !options.hasAnswered) return attempt('sent', 'none')
    if (condition === null) return attempt('not-sent', 'no-answer', { problem: 'offline', paperLow: false })
    return attempt(condition.problem === 'none' ? 'printed' : 'blocked', condition.problem, condition)
  })
}

/**
 * Sends one job over a new connection and returns its outcome. Once its first byte may have
 * been sent, everything but the printer's confirmation is `unknown`.
 */
export async function attemptPrint(
  transport: PrinterTransport,
  bytes: Uint8Array,
  options: AttemptOptions,
): Promise<Attempt> {
  let asks = options.answers && transport.canAnswer && !(transport.mayBeSilent && options.isSilent)
  const writeLimit = 10_000 + (bytes.length * 20_000) / options.baudRate
  return converse(transport, options, async (link, answers, sending) => {
    let condition: PrinterCondition | null = null
    if (asks) {
      condition = await askStatus(link, answers)
      if (condition === null && options.hasAnswered) {
        return attempt('not-sent', 'no-answer', { problem: 'offline', paperLow: false })
      }
      if (condition !== null && condition.problem !== 'none') return attempt('blocked', condition.problem, condition)
      if (condition === null && transport.mayBeSilent) asks = false
    }
    sending()
    answers.clear()
    await withTimeout(options.clock, writeLimit, link.write(bytes), 'write timed out')
    if (!asks) return attempt('sent', 'none')
    await link.write(fence)
    if ((await answers.next('fence', FENCE_LIMIT)) !== null) return attempt('printed', 'none', condition)
    const now = condition === null ? null : await askStatus(link, answers)
    const stopped = now !== null && now.problem !== 'none'
    return attempt('unknown', stopped ? now.problem : 'no-answer', now ?? { problem: 'offline', paperLow: false })
  })
}

type Talk = (link: PrinterLink, answers: PrinterAnswers, sending: () => void) => Promise<Attempt>

async function converse(transport: PrinterTransport, options: AttemptOptions, talk: Talk): Promise<Attempt> {
  const answers = new PrinterAnswers(options.clock)
  let link: PrinterLink
  try {
    link = await transport.open(answers)
  } catch (error) {
    return attempt('not-sent', 'unreachable', { problem: 'unreachable', paperLow: false }, reasonOf(error))
  }
  const abort = (): void => {
    answers.lost(new Error('shut down'))
    link.destroy()
  }
  options.signal?.addEventListener('abort', abort, { once: true })
  let sent = false
  const sending = (): void => {
    sent = true
  }
  let result: Attempt | null = null
  try {
    result = await talk(link, answers, sending)
    await link.close()
    return result
  } catch (error) {
    link.destroy()
    // After the answers the end of the connection does not matter. Without answers it decides the outcome.
    if (result !== null && result.outcome !== 'sent') return result
    return sent
      ? attempt('unknown', 'cut-off', { problem: 'unreachable', paperLow: false }, reasonOf(error))
      : attempt('not-sent', 'unreachable', { problem: 'unreachable', paperLow: false }, reasonOf(error))
  } finally {
    options.signal?.removeEventListener('abort', abort)
  }
}

const attempt = (
  outcome: PrintOutcome,
  detail: PrintDetail,
  condition: PrinterCondition | null = null,
  reason = '',
): Attempt => ({ outcome, detail, problem: 'none', paperLow: false, ...condition, reason })
