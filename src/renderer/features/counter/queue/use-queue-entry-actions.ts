import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import type { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'

export interface QueueEntryAction {
  key: 'start' | 'restore' | 'call' | 'print' | 'rename' | 'cancel'
  label: string
  danger?: boolean
  run(): void
}

type NoticeKey = 'line.called' | 'line.restored' | 'line.cancelled' | 'line.printing' | 'counter.reprintNobody'

/**
 * Returns the actions for an entry of the offline queue, the most likely one first. An action on another counter's entry
 * first takes the entry over.
 */
export function useQueueEntryActions(
  counter: Pick<Counter, 'resume' | 'showNotice' | 'fail'>,
  rename: (entry: OfflineQueueEntry) => void,
): (entry: OfflineQueueEntry) => QueueEntryAction[] {
  const { t } = useText()
  const { offlineQueue, reprint } = usePlatform()
  const ask = useQuestion()
  const [mayStart, mayCall, mayEdit, mayCancel] = [
    useMay('queue:start'),
    useMay('queue:call'),
    useMay('queue:edit'),
    useMay('consume:add'),
  ]

  const notify = (key: NoticeKey, ticket: string) => counter.showNotice({ key, values: { ticket } })
  const attempt = async <R>(work: () => Promise<R>, done: (result: R) => void) => {
    try {
      done(await work())
    } catch (error) {
      counter.fail(error, null)
    }
  }

  return (entry) => {
    const { id, ticketNo, state } = entry
    // Its payment is undecided, or another counter is already taking it over.
    if (!offlineQueue || state === 'paying' || (state === 'moving' && entry.at)) return []
    const isExpired = state === 'expired'
    const call = () => {
      playSound('notice')
      notify('line.called', ticketNo)
    }
    const cancel = () =>
      ask({
        title: t('line.cancelAsk', { ticket: ticketNo, racer: entry.fields.racer }),
        content: t('line.cancelHint'),
        ok: t('queue.cancelReason'),
        enter: 'no',
        onOk: () =>
          attempt(
            () => offlineQueue.cancel(id),
            () => notify('line.cancelled', ticketNo),
          ),
      })
    const actions: (QueueEntryAction & { may: boolean })[] = [
      { key: 'start', label: t('queue.start'), may: mayStart && !isExpired, run: () => counter.resume(entry) },
      {
        key: 'restore',
        label: t('queue.restore'),
        may: mayCall && isExpired,
        run: () =>
          void attempt(
            () => offlineQueue.restore(id),
            () => notify('line.restored', ticketNo),
          ),
      },
      {
        key: 'call',
        label: t(state === 'called' ? 'queue.callAgain' : 'queue.call'),
        may: mayCall && !isExpired,
        run: () => void attempt(() => offlineQueue.call(id), call),
      },
      {
        key: 'print',
        label: t('queue.print'),
        may: true,
        run: () =>
          void attempt(
            () => reprint(id),
            ({ hasPrinter }) => notify(hasPrinter ? 'line.printing' : 'counter.reprintNobody', ticketNo),
          ),
      },
      { key: 'rename', label: t('queue.edit'), may: mayEdit, run: () => rename(entry) },
      { key: 'cancel', label: t('queue.cancelReason'), danger: true, may: mayCancel, run: cancel },
    ]
    // The terminal that was to take it over may never do so.
    const possible = state === 'moving' ? actions.filter(({ key }) => key === 'cancel') : actions
    return possible.filter(({ may }) => may).map(({ may: _, ...action }) => action)
  }
}
