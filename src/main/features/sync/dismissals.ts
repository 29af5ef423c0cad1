import type { Log } from '#main/core/log.ts'
import type { Outbox } from '#main/features/outbox/index.ts'
import type { Grant } from '#main/features/session/index.ts'
import { sendFailure } from './send-failure.ts'

export interface DismissalsDeps {
  outbox: Pick<Outbox, 'untold' | 'markTold'>
  log: Log
  grant(): Grant | null
  isOnline(): boolean
  send(id: string, remark: string, grant: Grant): Promise<unknown>
  write(run: () => void): void
}

/** Tells the server which refused starts were dismissed here; what cannot be told now is told later. */
export function createDismissals({ outbox, log, grant, isOnline, send, write }: DismissalsDeps) {
  let running: Promise<void> | null = null
  let again = false

  async function tellAll(): Promise<void> {
    do {
      again = false
      const now = grant()
      if (!now || !isOnline()) return
      for (const { id, remark } of outbox.untold(now.orgCode)) {
        try {
          await send(id, remark, now)
        } catch (error) {
          const failure = sendFailure(error)
          if (failure.kind !== 'refused') return
          // The server has nothing to dismiss, or it is closed already: either way there is nothing left to say.
          log.warn('the server did not take a dismissal', { id, code: failure.code })
        }
        write(() => outbox.markTold(id))
      }
    } while (again)
  }

  return {
    tell(): Promise<void> {
      again = true
      running ??= tellAll()
        .catch((error: unknown) => log.error('dismissals cannot be told', { error }))
        .finally(() => {
          running = null
        })
      return running
    },
  }
}
