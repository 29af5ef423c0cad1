import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { useMay } from '#renderer/core/session.ts'
import type { RowAction } from '#renderer/ui/crud/crud-types.ts'
import { usePrintNotice } from '#renderer/ui/print/use-print-notice.ts'
import type { QueueEntry } from '#shared/features/queue/queue.schema.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { EditQueuedDialog } from './edit-dialog.tsx'
import { StartDialog } from './start-dialog.tsx'
import { refreshFloor } from './use-queue.ts'

interface Open {
  what: 'start' | 'edit' | 'cancel'
  entry: QueueEntry
}

/** The actions on a queue entry, and the dialog that they open (spec §2 queue actions). */
export function useQueueActions(): {
  actionsOf(entry: QueueEntry): RowAction[]
  /** The default action, for a click on the number. */
  open(entry: QueueEntry): void
  start: ((entry: QueueEntry) => void) | null
  dialog: ReactNode
} {
  const { t } = useText()
  const { message } = App.useApp()
  const [open, setOpen] = useState<Open | null>(null)
  const [mayStart, mayCall, mayEdit, mayCancel] = [
    useMay('queue:start'),
    useMay('queue:call'),
    useMay('queue:edit'),
    useMay('queue:cancel'),
  ]
  const mayPrint = useMay('consume:print')
  const mayRemind = useMay('recharge:remind')

  const showPrinted = usePrintNotice()
  const showDone = (answer: { message: string }) => void message.success(answer.message)
  const run = async <A extends { message: string }>(work: () => Promise<A>, show: (answer: A) => void = showDone) => {
    try {
      show(await work())
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
    await refreshFloor()
  }
  const opens = (what: Open['what'], entry: QueueEntry) => () => setOpen({ what, entry })

  const actionsOf = (entry: QueueEntry): RowAction[] => {
    const { id, playId, userId, queueState, endReason } = entry
    const waits = queueState === 'WAITING' || queueState === 'CALLED'
    const all: (RowAction & { may: boolean })[] = [
      { key: 'start', label: t('queue.start'), may: mayStart && waits, act: opens('start', entry) },
      {
        key: 'call',
        label: t(queueState === 'CALLED' ? 'queue.callAgain' : 'queue.call'),
        may: mayCall && waits,
        act: () => void run(() => client.queue.call({ body: { id } })),
      },
      {
        key: 'restore',
        label: t('queue.restore'),
        may: mayCall && queueState === 'CANCELLED' && endReason === 'expired',
        act: () => void run(() => client.queue.restore({ body: { id } })),
      },
      {
        key: 'remind',
        label: t('queue.remind'),
        may: mayRemind && waits && userId !== '',
        act: () => void run(() => client.rechargeOrders.remind({ query: { consumeid: id } })),
      },
      {
        key: 'print',
        label: t('queue.print'),
        may: mayPrint && waits,
        act: () =>
          void run(
            () => client.consume.reprintTicket({ query: { id: playId, printId: storedPrintId() } }),
            showPrinted,
          ),
      },
      {
        key: 'edit',
        label: t('queue.edit'),
        may: mayEdit && (waits || queueState === 'STARTED'),
        act: opens('edit', entry),
      },
      {
        key: 'cancel',
        label: t('queue.cancel'),
        danger: true,
        may: mayCancel && (waits || endReason === 'expired'),
        act: opens('cancel', entry),
      },
    ]
    return all.filter(({ may }) => may).map(({ may: _, ...action }) => action)
  }

  const close = () => setOpen(null)
  const dialogs = {
    start: (entry: QueueEntry) => <StartDialog entry={entry} onClose={close} />,
    edit: (entry: QueueEntry) => <EditQueuedDialog entry={entry} onClose={close} />,
    cancel: (entry: QueueEntry) => <CancelDialog entry={entry} onClose={close} />,
  }
  return {
    actionsOf,
    open: (entry) => actionsOf(entry)[0]?.act(),
    start: mayStart ? (entry) => setOpen({ what: 'start', entry }) : null,
    dialog: open ? dialogs[open.what](open.entry) : null,
  }
}
