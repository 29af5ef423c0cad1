import { Button } from 'antd'
import { useNow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useVehicles } from '#renderer/features/vehicles/index.ts'
import { fromWireTime } from '#shared/core/time.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import { QueueTag, useWait } from './queue-tag.tsx'
import { useLine } from './use-line.ts'
import { useQueueActions } from './use-queue-actions.tsx'
import './queue.css'

/** So many of each fit beside the counter's search. */
const MOST_SHOWN = 6

/** What the floor does while nobody stands at the counter: who is next in line, and who comes back when. */
export function FloorPanel() {
  const maySee = useMay('queue:list')
  return maySee ? <Floor /> : null
}

function Floor() {
  const { t } = useText()
  const waitOf = useWait()
  const { data } = useLine()
  const { start, dialog } = useQueueActions()
  const line = data?.records ?? []
  return (
    <div className="pl-floor">
      <section aria-label={t('menu.queue')}>
        <h2>
          {t('menu.queue')}
          {data ? (
            <small>
              {line.length === 0
                ? t('queue.empty')
                : t('queue.figures', { waiting: data.waiting, called: data.called, wait: waitOf(data.waitMinutes) })}
            </small>
          ) : null}
        </h2>
        <ul>
          {line.slice(0, MOST_SHOWN).map((entry) => (
            <li key={entry.id}>
              <strong>{entry.ticketNo}</strong>
              <span>{entry.cheshou}</span>
              {entry.queueState === 'CALLED' ? <QueueTag {...entry} /> : <small>{waitOf(entry.waitMinutes)}</small>}
              {start ? (
                <Button size="small" onClick={() => start(entry)}>
                  {t('queue.start')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
        {line.length > MOST_SHOWN ? <small>{t('queue.more', { count: line.length - MOST_SHOWN })}</small> : null}
      </section>
      <Running />
      {dialog}
    </div>
  )
}

const endOf = ({ endsAt }: Vehicle): number => (endsAt ? fromWireTime(endsAt).getTime() : Number.POSITIVE_INFINITY)

/** The vehicles that are out, the first to come back first. */
function Running() {
  const { t } = useText()
  const now = useNow(1000)
  const running = (useVehicles().data ?? [])
    .filter(({ state, startedAt }) => state === 'inUse' && startedAt)
    .sort((a, b) => endOf(a) - endOf(b))
  const leftOf = (vehicle: Vehicle): string => {
    if (!vehicle.endsAt) return t('queue.byLaps')
    const seconds = Math.max(0, Math.ceil((endOf(vehicle) - now) / 1000))
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
  if (running.length === 0) return null
  return (
    <section aria-label={t('queue.running')}>
      <h2>
        {t('queue.running')}
        <small>{running.length}</small>
      </h2>
      <ul>
        {running.slice(0, MOST_SHOWN).map((vehicle) => (
          <li key={vehicle.id}>
            <strong>{vehicle.name}</strong>
            <span>{vehicle.racer}</span>
            <small>{leftOf(vehicle)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
