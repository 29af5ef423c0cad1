import type { Log } from '#main/core/log.ts'
import type { Outbox } from '#main/features/outbox/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import { sendFailure } from './send-failure.ts'

export interface DismissalsDeps {
  outbox: Pick<Outbox, 'unreportedDismissals' | 'markReported'>
  log: Log
  grant(): Grant | null
  isOnline(): boolean
  send(id: string, remark: string, grant: Grant): Promise<unknown>
  write(run: () => void): void
}

/** Reports to the server which refused starts were dismissed here; retried later where that fails. */
export function createDismissals({ outbox, log, grant, isOnline, send, write }: DismissalsDeps) {
  let running: Promise<void> | null = null
  let again = false

  async function sendUnreported(): Promise<void> {
    do {
      again = false
      const user = grant()
      if (!user || !isOnline()) return
      for (const { id, remark } of outbox.unreportedDismissals(user.orgCode)) {
        try {
          await send(id, remark, user)
        } catch (error) {
          const failure = sendFailure(error)
          if (failure.kind !== 'refused') return
          // The server has no such refusal, or it is closed already: there is nothing left to report.
          log.warn('the server did not take a dismissal', { id, code: failure.code })
        }
        write(() => outbox.markReported(id))
      }
    } while (again)
  }

  return {
    /** Also sends what is dismissed while it runs. */
    sendAll(): Promise<void> {
      again = true
      running ??= sendUnreported()
        .catch((error: unknown) => log.error('dismissals cannot be sent', { error }))
        .finally(() => {
          running = null
        })
      return running
    },
  }
}
