import { type RefObject, useRef } from 'react'
import type { useMember } from '#renderer/features/members/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'
import type { Notice } from './counter.calc.ts'
import type { useChoices } from './use-choices.ts'
import type { useOfflineQueue } from './use-offline-queue.ts'
import type { useStart } from './use-start.ts'

interface ResumeInput {
  guest: number
  offlineQueue: ReturnType<typeof useOfflineQueue>
  choices: ReturnType<typeof useChoices>
  who: ReturnType<typeof useMember>
  starting: Pick<ReturnType<typeof useStart>, 'isBusy'>
  /** The text in the member search. */
  searched: RefObject<string>
  showNotice(notice: Notice): void
  fail(error: unknown, field: null): void
  reset(): void
}

/** A fingerprint of the screen, to detect changes during a take-over. */
const boardOf = ({ guest, offlineQueue, choices, who }: ResumeInput): string =>
  JSON.stringify([guest, offlineQueue.resumed, choices, who.view])

/**
 * Resumes an entry of the offline queue on the screen. An entry of another counter is taken over first, which takes a
 * moment. If the cashier has continued meanwhile, the screen stays and the entry waits in this counter's queue.
 */
export function useResume(input: ResumeInput): (entry: OfflineQueueEntry) => void {
  const { offlineQueue: port } = usePlatform()
  const latest = useRef(input)
  latest.current = input

  async function fetch({ id, ticketNo, at }: OfflineQueueEntry): Promise<void> {
    const before = boardOf(input)
    input.showNotice({ key: 'line.coming', values: { ticket: ticketNo, at: at?.name ?? '' } })
    try {
      const here = await port?.take(id)
      await input.offlineQueue.refresh()
      const { current } = latest
      const isAsBefore = !current.starting.isBusy() && current.searched.current === '' && boardOf(current) === before
      if (here && isAsBefore) current.offlineQueue.resume(here, current)
      else current.showNotice({ key: 'line.here', values: { ticket: ticketNo } })
    } catch (error) {
      latest.current.fail(error, null)
    }
  }

  return (entry) => {
    if (input.starting.isBusy()) return
    if (entry.at) void fetch(entry)
    else input.offlineQueue.resume(entry, input)
  }
}
