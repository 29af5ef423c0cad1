import { memo } from 'react'
import type { Translate } from '#renderer/core/locale.ts'
import type { DisplayQueueEntry } from '#shared/features/display/screens.schema.ts'
import { useRows } from './use-rows.ts'

interface QueuePanelProps {
  called: readonly DisplayQueueEntry[]
  next: readonly DisplayQueueEntry[]
  waiting: number
  t: Translate
}

/** The called and waiting numbers, with estimated waiting times. */
export const QueuePanel = memo(function QueuePanel({ called, next, waiting, t }: QueuePanelProps) {
  const { box, room } = useRows(next.length)
  if (called.length + next.length === 0) return <p className="pl-big-none">{t('big.queueNone')}</p>
  const more = waiting - Math.min(room, next.length)
  return (
    <div className="pl-big-queue">
      {called.length > 0 ? (
        <div className="pl-big-called">
          {called.slice(0, 3).map((entry) => (
            <div key={entry.id}>
              <strong>{entry.ticket}</strong>
              <span>{entry.vehicle || entry.racer || t('big.called')}</span>
            </div>
          ))}
        </div>
      ) : null}
      <div className="pl-big-list" ref={box}>
        <div className="pl-big-measure" />
        <ol>
          {next.slice(0, room).map((entry) => (
            <li key={entry.id}>
              <strong>{entry.ticket}</strong>
              <span>{entry.racer}</span>
              <em>{waitOf(entry, t)}</em>
            </li>
          ))}
        </ol>
      </div>
      {more > 0 ? <small>{t('big.more', { count: more })}</small> : null}
    </div>
  )
})

const waitOf = ({ waitMinutes }: DisplayQueueEntry, t: Translate): string =>
  waitMinutes === null ? '' : waitMinutes < 1 ? t('big.soon') : t('big.minutes', { minutes: waitMinutes })
