import { App, Button } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { byUrgency, clockText, runClock, useFloor, useServerTime } from '#renderer/features/dispatch/index.ts'
import type { QueueEntry } from '#shared/features/queue/queue.schema.ts'
import { QueueCue, useQueueSummary, useWait } from './queue-tag.tsx'
import { useCalledSound } from './use-called-sound.ts'
import { useQueue } from './use-queue.ts'
import { useQueueActions } from './use-queue-actions.tsx'
import './queue.css'

/** The number of rows that fit beside the counter's search, at 768 pixels with both lists full. */
const MAX_WAITING_ROWS = 4
const MAX_RUNNING_ROWS = 8

/** The floor while the counter has no guest: who is next in the queue, and which vehicles return when. */
export function FloorPanel() {
  const maySeeLine = useMay('queue:list')
  const maySeeFloor = useMay('dispatch:list')
  return (
    <div className="pl-floor-panel">
      {maySeeLine ? <Line /> : null}
      {maySeeFloor ? <Running /> : null}
    </div>
  )
}

/** Shows at the counter which number was called. */
export function CalledNumbers() {
  const maySee = useMay('queue:list')
  const { t } = useText()
  const { message } = App.useApp()
  useCalledSound(useQueue(maySee).data?.records, (tickets) => {
    void message.info(t('queue.calledNow', { tickets: tickets.join(', ') }))
  })
  return null
}

/** Called entries come first, because they are expected now. */
const calledFirst = (entries: readonly QueueEntry[]): QueueEntry[] => [
  ...entries.filter(({ queueState }) => queueState === 'CALLED'),
  ...entries.filter(({ queueState }) => queueState !== 'CALLED'),
]

function Line() {
  const { t } = useText()
  const waitOf = useWait()
  const figuresOf = useQueueSummary()
  const { data } = useQueue()
  const { start, dialog } = useQueueActions()
  const entries = calledFirst(data?.records ?? [])
  const stateOf = ({ queueState, waitMinutes }: QueueEntry) =>
    queueState === 'CALLED' ? t('queue.state.CALLED') : waitOf(waitMinutes)
  return (
    <>
      <section aria-label={t('menu.queue')}>
        <h2>
          {t('menu.queue')}
          {entries.length > MAX_WAITING_ROWS ? (
            <small>{t('queue.more', { count: entries.length - MAX_WAITING_ROWS })}</small>
          ) : null}
        </h2>
        {data ? <p>{entries.length === 0 ? t('queue.empty') : figuresOf(data)}</p> : null}
        <ul>
          {entries.slice(0, MAX_WAITING_ROWS).map((entry) => (
            <li key={entry.id}>
              <strong>{entry.ticketNo}</strong>
              <span className="pl-line-who">
                {entry.racer}
                <small data-called={entry.queueState === 'CALLED'}>
                  {stateOf(entry)} <QueueCue entry={entry} />
                </small>
              </span>
              {start ? (
                <Button size="small" onClick={() => start(entry)}>
                  {t('queue.start')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </section>
      {dialog}
    </>
  )
}

/** The vehicles with runs, the most urgent first. */
function Running() {
  const { t } = useText()
  const { data } = useFloor()
  const now = useServerTime(data?.clockOffsetMs ?? 0)
  if (!data) return null
  const { vehicles, lapSeconds } = data
  const running = byUrgency(vehicles, now, lapSeconds)
  const before = {
    left: '',
    over: '+',
    sinceStart: `${t('dispatch.counts.sinceStart')} `,
    untilBack: `${t('dispatch.counts.untilBack')} `,
  }
  if (running.length === 0) return null
  return (
    <section aria-label={t('queue.running')}>
      <h2>
        {t('queue.running')}
        <small>{running.length}</small>
      </h2>
      <ul className="pl-floor-runs">
        {running.slice(0, MAX_RUNNING_ROWS).map(({ id, name, run }) => {
          if (!run) return null
          const { phase, seconds, counts } = runClock(run, now, lapSeconds)
          const laps = { done: run.lapsDone, laps: run.countCycleNumber }
          return (
            <li key={id} data-phase={phase} title={`${run.ticketNo} · ${run.racer}`}>
              <strong>{name}</strong>
              <span>
                {run.consumeVehicleMode === 'circlemode' && counts !== 'over'
                  ? t('dispatch.lapsOf', laps)
                  : `${before[counts]}${clockText(seconds)}`}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
