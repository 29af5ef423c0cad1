import { useText } from '#renderer/core/locale.ts'
import type { CrudColumn } from '#renderer/ui/crud/crud-types.ts'
import { When } from '#renderer/ui/display/when.tsx'
import type { QueueEntry } from '#shared/features/queue/queue.schema.ts'
import { QueueCue, QueueTag, useRide, useWait } from './queue-tag.tsx'

type Column = CrudColumn<QueueEntry>

/** The columns that both lists share. */
function useColumns(): Record<'ticket' | 'ride' | 'who' | 'state' | 'since', Column> {
  const rideOf = useRide()
  const whoOf = useWho()
  return {
    ticket: {
      name: 'ticketNo',
      title: 'queue.ticketNo',
      width: 110,
      render: ({ ticketNo }) => <strong className="pl-queue-number">{ticketNo}</strong>,
    },
    who: { name: 'racer', title: 'records.racer', width: 150, render: whoOf },
    ride: { name: 'consumeRoleName', title: 'records.ruleName', onCard: true, render: rideOf },
    state: {
      name: 'queueState',
      title: 'dict.queueState',
      width: 200,
      onCard: true,
      render: (row) => (
        <>
          <QueueTag {...row} /> <QueueCue entry={row} />
        </>
      ),
    },
    since: {
      name: 'createTime',
      title: 'queue.since',
      width: 130,
      render: ({ createTime }) => <When value={createTime} />,
    },
  }
}

/** The racer, the member if the name differs, and the number of people. */
function useWho(): (entry: QueueEntry) => string {
  const { t } = useText()
  return ({ racer, userNickname, people }) =>
    [racer, userNickname === racer ? '' : userNickname, people > 1 ? t('queue.people', { count: people }) : '']
      .filter(Boolean)
      .join(' · ')
}

/** The columns of the current queue. */
export function useLineColumns(): Column[] {
  const { t } = useText()
  const waitOf = useWait()
  const { ticket, ride, who, state, since } = useColumns()
  return [
    ticket,
    state,
    who,
    ride,
    { name: 'waitMinutes', title: 'queue.wait', width: 130, render: ({ waitMinutes }) => waitOf(waitMinutes) },
    {
      name: 'vehicleName',
      title: 'queue.wanted',
      width: 110,
      render: ({ vehicleName }) => vehicleName || t('queue.any'),
    },
    since,
    { name: 'remark', title: 'records.remark', width: 160 },
  ]
}

/** The columns of entries that have left the queue. */
export function useLeftColumns(): Column[] {
  const { t } = useText()
  const { ticket, ride, who, state, since } = useColumns()
  return [
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
  ]
}

/** A queue entry on a phone: number, state and waiting time first. */
export function QueueCard({ entry }: { entry: QueueEntry }) {
  const rideOf = useRide()
  const whoOf = useWho()
  const waitOf = useWait()
  const stands = entry.queueState === 'WAITING' || entry.queueState === 'CALLED'
  return (
    <div className="pl-queue-card">
      <div>
        <strong className="pl-queue-number">{entry.ticketNo}</strong>
        <QueueTag {...entry} />
        <span>{stands ? waitOf(entry.waitMinutes) : entry.vehicleName}</span>
      </div>
      <p>{whoOf(entry)}</p>
      <p>
        {rideOf(entry)} <QueueCue entry={entry} />
      </p>
    </div>
  )
}
