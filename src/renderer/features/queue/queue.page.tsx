import { App, Button, Segmented } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { play } from '#renderer/core/sounds.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { EmptyBlock } from '#renderer/ui/blocks.tsx'
import { CrudRows, useRows } from '#renderer/ui/crud-rows.tsx'
import type { CrudColumn } from '#renderer/ui/crud-types.ts'
import { PageHead } from '#renderer/ui/page-head.tsx'
import { useScan } from '#renderer/ui/scans.ts'
import { When } from '#renderer/ui/when.tsx'
import type { QueueEntry } from '#shared/features/queue/queue.schema.ts'
import { QueueTag, useLineFigures, useRide, useWait } from './queue-tag.tsx'
import { useCalledSound } from './use-called-sound.ts'
import { refreshFloor, useLine } from './use-line.ts'
import { useQueueActions } from './use-queue-actions.tsx'
import './queue.css'

/** The line: who is next, who was called, and what became of those who left it (spec §2 queue actions). */
export function QueuePage() {
  const { t } = useText()
  const [shown, setShown] = useState<'line' | 'left'>('line')
  useCalledSound(useLine().data?.records)
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
        <CallNext />
      </PageHead>
      {shown === 'line' ? <Line /> : <Left />}
    </div>
  )
}

function LineFigures() {
  const figuresOf = useLineFigures()
  const { data } = useLine()
  return data ? (
    <span className="pl-queue-figures" aria-live="polite">
      {figuresOf(data)}
    </span>
  ) : null
}

function CallNext() {
  const { t } = useText()
  const { message } = App.useApp()
  const mayCall = useMay('queue:call')
  const { data } = useLine()
  const [isBusy, setBusy] = useState(false)
  const keyOf = useAttemptKey()
  if (!mayCall) return null
  const next = data?.records.find(({ queueState }) => queueState === 'WAITING')
  const call = async () => {
    setBusy(true)
    try {
      // The same press, asked again, is the same call; the next press is for whoever is next then.
      const { result } = await client.queue.callNext({ key: keyOf(next?.id), body: { count: 1 } })
      void message.success(t('queue.calledNow', { tickets: result.map(({ ticketNo }) => ticketNo).join(', ') }))
    } catch (error) {
      void message.warning(textOfError(t, error))
    } finally {
      setBusy(false)
      await refreshFloor()
    }
  }
  return (
    <Button type="primary" loading={isBusy} disabled={!next} onClick={() => void call()}>
      {t('queue.callNext')}
    </Button>
  )
}

/** The columns that both lists have. */
function useColumns(): Record<'ticket' | 'ride' | 'who' | 'state' | 'since', CrudColumn<QueueEntry>> {
  const { t } = useText()
  const rideOf = useRide()
  return {
    ticket: {
      name: 'ticketNo',
      title: 'queue.ticketNo',
      width: 110,
      render: ({ ticketNo }) => <strong className="pl-queue-number">{ticketNo}</strong>,
    },
    who: {
      name: 'cheshou',
      title: 'records.racer',
      width: 150,
      render: ({ cheshou, userNickname, people }) =>
        [cheshou, userNickname === cheshou ? '' : userNickname, people > 1 ? t('queue.people', { count: people }) : '']
          .filter(Boolean)
          .join(' · '),
    },
    ride: { name: 'consumeRoleName', title: 'records.ruleName', onCard: true, render: rideOf },
    state: {
      name: 'queueState',
      title: 'dict.queueState',
      width: 110,
      onCard: true,
      render: (row) => <QueueTag {...row} />,
    },
    since: {
      name: 'createTime',
      title: 'queue.since',
      width: 130,
      render: ({ createTime }) => <When value={createTime} />,
    },
  }
}

function Line() {
  const { t } = useText()
  const waitOf = useWait()
  const { ticket, ride, who, state, since } = useColumns()
  const { actionsOf, start, dialog } = useQueueActions()
  useTicketScan(start, dialog === null)
  const rows = useRows(['queue', 'lineRows'], async () => (await client.queue.line({ query: {} })).result.records, {
    everyMs: 30_000,
  })
  return (
    <>
      <CrudRows
        crud={rows}
        columns={[
          ticket,
          state,
          who,
          ride,
          {
            name: 'waitMinutes',
            title: 'queue.wait',
            onCard: true,
            width: 130,
            render: ({ waitMinutes }) => waitOf(waitMinutes),
          },
          {
            name: 'vehicleName',
            title: 'queue.wanted',
            width: 110,
            render: ({ vehicleName }) => vehicleName || t('queue.any'),
          },
          since,
          { name: 'remark', title: 'records.remark', width: 160 },
        ]}
        actionsOf={actionsOf}
        empty={<EmptyBlock title={t('queue.empty')} hint={t('queue.emptyHint')} />}
      />
      {dialog}
    </>
  )
}

/** A ticket that is scanned is about to ride. */
function useTicketScan(start: ((entry: QueueEntry) => void) | null, isActive: boolean): void {
  const { t } = useText()
  const { message } = App.useApp()
  const { data } = useLine()
  const find = async (value: string) => {
    const line = data?.records ?? []
    const named = ({ id, playId, ticketNo }: QueueEntry) => [id, playId, ticketNo].includes(value)
    const found = line.find(named)
    if (found || value.length < UUID_LENGTH) return found
    // The code of the guest's page holds a key, by which the server knows the number.
    const { result } = await client.queue.status({ query: { key: value } })
    return line.find(({ ticketNo }) => ticketNo === result.ticketNo)
  }
  useScan(
    (scan) => {
      if (scan.kind !== 'ticket') return
      const open = (found: QueueEntry | undefined) => {
        if (found) return start?.(found)
        play('error')
        void message.warning(t('queue.notInLine'))
      }
      find(scan.value).then(open, () => open(undefined))
    },
    'page',
    isActive && start !== null,
  )
}
const UUID_LENGTH = 36

function Left() {
  const { t } = useText()
  const { ticket, ride, who, state, since } = useColumns()
  const { actionsOf, dialog } = useQueueActions()
  const rows = useRows(['queue', 'left'], async () => (await client.queue.left({ query: {} })).result)
  return (
    <>
      <CrudRows
        crud={rows}
        columns={[
          ticket,
          state,
          who,
          ride,
          { name: 'vehicleName', title: 'records.vehicle', width: 110 },
          {
            name: 'changeBy',
            title: 'queue.changeBy',
            width: 130,
            render: ({ changeBy }) => changeBy || t('queue.byItself'),
          },
          {
            name: 'changeTime',
            title: 'queue.changeTime',
            width: 130,
            render: ({ changeTime }) => (changeTime ? <When value={changeTime} /> : '—'),
          },
          since,
        ]}
        actionsOf={actionsOf}
        empty={<EmptyBlock title={t('queue.leftEmpty')} />}
      />
      {dialog}
    </>
  )
}
