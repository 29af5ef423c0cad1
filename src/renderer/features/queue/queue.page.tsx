import { App, Button, Segmented } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useHelpKeys } from '#renderer/core/help.ts'
import { useNarrow } from '#renderer/core/hooks.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { CrudRows, useRows } from '#renderer/ui/crud/crud-rows.tsx'
import { useOpenedRow } from '#renderer/ui/crud/opened-row.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { useScan } from '#renderer/ui/scan/scans.ts'
import type { QueueEntry } from '#shared/features/queue/queue.schema.ts'
import { QueueCard, useLeftColumns, useLineColumns } from './queue-columns.tsx'
import { useQueueSummary } from './queue-tag.tsx'
import { useCalledSound } from './use-called-sound.ts'
import { refreshFloor, useQueue } from './use-queue.ts'
import { useQueueActions } from './use-queue-actions.tsx'
import { useQueueKeys } from './use-queue-keys.ts'
import './queue.css'

/** The queue: waiting, called, and ended entries (spec §2 queue actions). */
export function QueuePage() {
  const { t } = useText()
  const isPhone = useNarrow(768)
  const [shown, setShown] = useState<'line' | 'left'>('line')
  const { data } = useQueue()
  useCalledSound(data?.records)
  const next = useCallNext()
  useLineHelpKeys()
  return (
    <div className="pl-page">
      <PageHead title={t('menu.queue')}>
        <LineFigures />
        <Segmented
          value={shown}
          onChange={setShown}
          options={[
            { value: 'line', label: t('queue.inLine') },
            { value: 'left', label: t('queue.left') },
          ]}
        />
        {next ? (
          <Button type="primary" loading={next.isBusy} disabled={!next.call} onClick={next.call}>
            {isPhone ? null : <kbd>N</kbd>} {t('queue.callNext')}
          </Button>
        ) : null}
      </PageHead>
      <div className="pl-queue-rows">
        {shown === 'line' ? <Line callNext={next?.call} /> : <Left callNext={next?.call} />}
      </div>
    </div>
  )
}

/** Lists the keys that the user may press in the help. */
function useLineHelpKeys(): void {
  const { t } = useText()
  const [mayStart, mayCall, mayEdit, mayCancel] = [
    useMay('queue:start'),
    useMay('queue:call'),
    useMay('queue:edit'),
    useMay('queue:cancel'),
  ]
  const [mayPrint, mayRemind] = [useMay('consume:print'), useMay('recharge:remind')]
  const keys: [may: boolean, key: string, text: string][] = [
    [mayCall, 'N', t('queue.callNext')],
    [true, '1 … 9', t('queue.key.digit')],
    [true, '↑ ↓', t('shellKeys.rows')],
    [mayStart, 'Enter', t('queue.start')],
    [mayCall, 'C', t('queue.key.call')],
    [mayPrint, 'P', t('queue.print')],
    [mayRemind, 'M', t('queue.remind')],
    [mayEdit, 'E', t('queue.edit')],
    [mayCancel, 'Delete', t('queue.cancel')],
  ]
  useHelpKeys(
    t('queue.keys'),
    keys.filter(([may]) => may).map(([, key, text]) => [key, text] as const),
  )
}

function LineFigures() {
  const figuresOf = useQueueSummary()
  const { data } = useQueue()
  return data ? (
    <span className="pl-queue-figures" aria-live="polite">
      {figuresOf(data)}
    </span>
  ) : null
}

/** Calls the next entry; idle while nobody waits or a call is in progress. Null without permission. */
function useCallNext(): { isBusy: boolean; call: (() => void) | undefined } | null {
  const { t } = useText()
  const { message } = App.useApp()
  const mayCall = useMay('queue:call')
  const { data } = useQueue()
  const [isBusy, setBusy] = useState(false)
  const withKey = useAttemptKey()
  if (!mayCall) return null
  const next = data?.records.find(({ queueState }) => queueState === 'WAITING')
  const call = async () => {
    setBusy(true)
    try {
      // A retry of the same press is the same call; the next press calls the next entry.
      const { result } = await withKey(next?.id, (key) => client.queue.callNext({ key, body: { count: 1 } }))
      void message.success(t('queue.calledNow', { tickets: result.map(({ ticketNo }) => ticketNo).join(', ') }))
    } catch (error) {
      void message.warning(textOfError(t, error))
    } finally {
      setBusy(false)
      await refreshFloor()
    }
  }
  return { isBusy, call: next && !isBusy ? () => void call() : undefined }
}

interface RowsProps {
  callNext: (() => void) | undefined
}

function Line(keys: RowsProps) {
  const { t } = useText()
  const columns = useLineColumns()
  const { actionsOf, open, start, dialog } = useQueueActions()
  useTicketScan(start, dialog === null)
  const rows = useRows(['queue', 'lineRows'], async () => (await client.queue.line({ query: {} })).result.records, {
    everyMs: 30_000,
  })
  useQueueKeys({ ...keys, entries: rows.records, actionsOf })
  const queue = useQueue()
  useOpenedRow(queue.data?.records ?? [], queue.isSuccess && !queue.isFetching, open)
  return (
    <>
      <CrudRows
        crud={rows}
        columns={columns}
        cardOf={(entry) => <QueueCard entry={entry} />}
        actionsOf={actionsOf}
        onOpen={open}
        empty={<EmptyBlock title={t('queue.empty')} hint={t('queue.emptyHint')} />}
      />
      {dialog}
    </>
  )
}

/** Scanning a ticket opens its start. */
function useTicketScan(start: ((entry: QueueEntry) => void) | null, isActive: boolean): void {
  const { t } = useText()
  const { message } = App.useApp()
  const { data } = useQueue()
  const find = async (value: string) => {
    const entries = data?.records ?? []
    const named = ({ id, playId, ticketNo }: QueueEntry) => [id, playId, ticketNo].includes(value)
    const found = entries.find(named)
    if (found || value.length < UUID_LENGTH) return found
    // The code of the guest's page contains a key, which the server maps to the number.
    const { result } = await client.queue.status({ query: { key: value } })
    return entries.find(({ ticketNo }) => ticketNo === result.ticketNo)
  }
  useScan(
    (scan) => {
      if (scan.kind !== 'ticket') return
      const open = (found: QueueEntry | undefined) => {
        if (found) return start?.(found)
        playSound('error')
        void message.warning(t('queue.notInLine'))
      }
      find(scan.value).then(open, () => open(undefined))
    },
    'page',
    isActive && start !== null,
  )
}
const UUID_LENGTH = 36

function Left(keys: RowsProps) {
  const { t } = useText()
  const columns = useLeftColumns()
  const { actionsOf, open, dialog } = useQueueActions()
  const rows = useRows(['queue', 'left'], async () => (await client.queue.left({ query: {} })).result)
  useQueueKeys({ ...keys, entries: rows.records, actionsOf })
  return (
    <>
      <CrudRows
        crud={rows}
        columns={columns}
        cardOf={(entry) => <QueueCard entry={entry} />}
        actionsOf={actionsOf}
        onOpen={open}
        empty={<EmptyBlock title={t('queue.leftEmpty')} />}
      />
      {dialog}
    </>
  )
}
